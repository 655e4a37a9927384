import { SECTIONS } from "../../judge/core/rule.ts";
import { RULE_CLASSES } from "../../judge/corpus/rule-text.ts";
import { embeddedTexts } from "../../judge/corpus-files/embedded.ts";
import { render } from "../../report/render.ts";
import { rulesView } from "../../report/views/rules/list.ts";
import type { complianceRules } from "../commands/compliance.ts";
import type { CallOf } from "../commands/define-command.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { readChoice } from "../flags/choice.ts";
import { readListFormat } from "../flags/common-flags.ts";
import { readRevision } from "../flags/probe-flags.ts";

/** `mcptest compliance rules`: what is checked; with --class also what is not. */
export const runComplianceRules = ({ flags, console }: CallOf<typeof complianceRules>): ExitCode => {
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
