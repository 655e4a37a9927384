import type { Result } from "../model/result.ts";
import { renderResultJson } from "../report/result/json.ts";
import { renderResultPretty } from "../report/result/pretty.ts";
import { renderResultLine } from "../report/result/one-line.ts";
import type { Console } from "./console.ts";
import { openOutputFile } from "./output-file.ts";
import { quoted, UsageError } from "./usage-error.ts";

export interface ReportFlags {
  readonly reporter?: string;
  readonly format?: string;
  readonly out?: string;
  readonly failOn?: string;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
}

const REPORTERS = ["pretty", "json"] as const;
export type Reporter = (typeof REPORTERS)[number];

export const readReporter = ({ reporter, format }: ReportFlags): Reporter => {
  const text = reporter ?? format ?? "pretty";
  const found = REPORTERS.find((name) => name === text);
  if (found) return found;
  throw new UsageError(`--reporter ${quoted(text)} is not a choice; use one of ${REPORTERS.join(", ")}`);
};

/** Writes the report where it was asked for. */
export const presentResult = (result: Result, reporter: Reporter, flags: ReportFlags, console: Console): void => {
  const file = flags.out === undefined || flags.out === "-" ? undefined : openOutputFile(flags.out);
  const paper = file ? { color: false, width: 100 } : console;
  const text = render(result, reporter, flags, paper);
  if (file) file.commit(text);
  else console.out(text);
};

const render = (
  result: Result,
  reporter: Reporter,
  flags: ReportFlags,
  { color, width }: { readonly color: boolean; readonly width: number },
): string => {
  switch (reporter) {
    case "json":
      return renderResultJson(result);
    case "pretty":
      return flags.quiet
        ? renderResultLine(result, { color })
        : renderResultPretty(result, { color, width, verbose: flags.verbose ?? false });
  }
};
