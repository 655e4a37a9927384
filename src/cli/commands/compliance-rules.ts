import { embeddedTexts } from "../../corpus-io/embedded.ts";
import { SECTIONS } from "../../model/rule.ts";
import { RULE_CLASSES } from "../../model/rule-text.ts";
import { renderRuleList } from "../../report/rules/list.ts";
import type { Console } from "../console.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { readRevision } from "../probe-flags.ts";
import { quoted, UsageError } from "../usage-error.ts";

export interface RulesFlags {
  readonly revision?: string;
  readonly section?: string;
  readonly class?: string;
  readonly format?: string;
}

/** `mcptest compliance rules`: what is checked; with --class also what is not. */
export const runComplianceRules = (flags: RulesFlags, console: Console): ExitCode => {
  const wanted = flags.revision === undefined ? undefined : readRevision(flags.revision);
  const revision = wanted === "all" ? undefined : wanted;
  const format = choice("format", flags.format ?? "pretty", ["pretty", "json"]);
  const section = flags.section === undefined ? undefined : choice("section", flags.section, SECTIONS);
  const kind = choice("class", flags.class ?? "implemented", [...RULE_CLASSES, "all"]);
  const rules = embeddedTexts().filter(
    (rule) =>
      (kind === "all" || rule.class === kind) &&
      (section === undefined || rule.section === section) &&
      (revision === undefined || rule.revisions.some((entry) => entry.revision === revision)),
  );
  console.out(format === "json" ? `${JSON.stringify(rules, null, 2)}\n` : renderRuleList(rules, revision, console));
  return EXIT.ok;
};

const choice = <T extends string>(flag: string, text: string, choices: readonly T[]): T => {
  const found = choices.find((one) => one === text);
  if (found) return found;
  throw new UsageError(`--${flag} ${quoted(text)} is not a choice; use one of ${choices.join(", ")}`);
};
