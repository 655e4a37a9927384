import { embeddedTexts } from "../../corpus-io/embedded.ts";
import { SECTIONS } from "../../model/rule.ts";
import { RULE_CLASSES } from "../../model/rule-text.ts";
import { render } from "../../report/render.ts";
import { rulesView } from "../../report/views/rules/list.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { type ListFlags, readChoice, readListFormat } from "../flags/choice.ts";
import { readRevision } from "../flags/probe-flags.ts";
import type { Console } from "../terminal/console.ts";

export interface RulesFlags extends ListFlags {
  readonly revision?: string;
  readonly section?: string;
  readonly class?: string;
}

/** `mcptest compliance rules`: what is checked; with --class also what is not. */
export const runComplianceRules = (flags: RulesFlags, console: Console): ExitCode => {
  const wanted = readRevision(flags.revision);
  const revision = wanted === "all" ? undefined : wanted;
  const format = readListFormat(flags);
  const section = flags.section === undefined ? undefined : readChoice("--section", flags.section, SECTIONS);
  const kind = readChoice("--class", flags.class ?? "implemented", [...RULE_CLASSES, "all"]);
  const rules = embeddedTexts().filter(
    (rule) =>
      (kind === "all" || rule.class === kind) &&
      (section === undefined || rule.section === section) &&
      (revision === undefined || rule.revisions.some((entry) => entry.revision === revision)),
  );
  console.out(render(rulesView, { rules, revision }, format, console));
  return EXIT.ok;
};
