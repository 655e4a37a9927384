import { counted } from "../../../base/counted.ts";
import type { RuleText } from "../../../judge/corpus/rule-text.ts";
import type { Revision } from "../../../protocol/revision.ts";
import type { ReportView } from "../../report.ts";

/** The rules of one revision, or of all, a line each. */
export const rulesView = {
  pretty: ({ rules, revision }, { bold }) => [
    ...rules.map(({ id, section, title, revisions }) => {
      const found = revisions.find((entry) => entry.revision === revision) ?? revisions.at(-1);
      const level = `${found?.level ?? ""}${found?.advisory ? "*" : ""}`;
      return `${bold(id.padEnd(11))} ${level.padEnd(8)}${section.padEnd(16)} ${title}`;
    }),
    "",
    `${counted(rules.length, "rule")}; * marks a warning, which does not affect the grade`,
  ],
  json: ({ rules }) => rules,
} as const satisfies ReportView<{ readonly rules: readonly RuleText[]; readonly revision: Revision | undefined }>;
