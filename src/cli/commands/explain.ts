import { embeddedTexts } from "../../corpus-io/embedded.ts";
import { renderRule } from "../../report/rules/explain.ts";
import type { Console } from "../console.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { nearestNames } from "../nearest-names.ts";
import { quoted, UsageError } from "../usage-error.ts";

export interface ExplainFlags {
  readonly format?: string;
}

/** `mcptest explain <id>`. */
export const runExplain = (flags: ExplainFlags, typed: string, console: Console): ExitCode => {
  const format = flags.format ?? "pretty";
  if (format !== "pretty" && format !== "json")
    throw new UsageError(`--format ${quoted(format)} is not a choice; use pretty or json`);
  const rules = embeddedTexts();
  const wanted = normal(typed);
  const rule = rules.find(({ id }) => id === wanted);
  if (!rule) {
    const near = nearestNames(
      wanted,
      rules.map(({ id }) => id),
    );
    throw new UsageError(
      `there is no rule ${quoted(typed)}; ${near.length > 0 ? `did you mean ${near.join(", ")}?` : "mcptest compliance rules lists them"}`,
    );
  }
  console.out(format === "json" ? `${JSON.stringify(rule, null, 2)}\n` : renderRule(rule, console));
  return EXIT.ok;
};

/** `proto-2` and `PROTO002` are meant as they look. */
const normal = (typed: string): string => {
  const match = /^([a-z]+)[-_ ]?0*([0-9]{1,3})$/i.exec(typed.trim());
  return match ? `${match[1]?.toUpperCase()}-${match[2]?.padStart(3, "0")}` : typed.trim().toUpperCase();
};
