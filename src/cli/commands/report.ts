import { readFileSync } from "node:fs";
import { readResult } from "../../check/read-result.ts";
import { renderResult } from "../../report/result/render.ts";
import type { Console } from "../console.ts";
import type { ExitCode } from "../exit-codes.ts";
import { exitOf, readGate } from "../gate.ts";
import { readingFile } from "../read-capture-file.ts";
import { REPORTERS, type ReporterFlags, readReporters, writeReports } from "../reporters.ts";
import { EXIT } from "../exit-codes.ts";
import { UsageError } from "../usage-error.ts";

export interface ReportFlags extends ReporterFlags {
  readonly failOn?: string;
}

/** `mcptest report`: a saved result in another format. Nothing is judged again. */
export const runReport = (flags: ReportFlags, path: string, console: Console): ExitCode => {
  const gate = readGate(flags.failOn ?? "never");
  const chosen = readReporters(flags, REPORTERS, "pretty");
  const result = readingFile(path, () => readResult(readText(path), path));
  writeReports(chosen, (reporter, paper) => renderResult(result, reporter, { ...flags, ...paper }), console);
  // Without a gate the question is only whether it could be rendered.
  return flags.failOn === undefined ? EXIT.ok : exitOf(result, gate);
};

const readText = (path: string): string => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(path));
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(`${path}: not UTF-8, so no result`);
    throw error;
  }
};
