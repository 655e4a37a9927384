import { FACTS } from "../../facts/all-facts.ts";
import { openView } from "../../facts/view.ts";
import { defined } from "../../json/defined.ts";
import type { Capture } from "../../model/capture.ts";
import type { ContentFindings } from "../../model/content-findings.ts";
import type { Rule, Ruleset } from "../../model/rule.ts";
import type { SchemaFindings } from "../../model/schema-findings.ts";
import type { Finding, Verdict } from "../../model/verdict.ts";
import type { Revision } from "../../protocol/revision.ts";
import { exchangesById } from "../exchanges-by-id.ts";
import { type Digests, openEvidence } from "./evidence.ts";
import { type JudgeContext, judgeRule } from "./judge-rule.ts";
import { noRegex } from "./match.ts";
import { withShownCauses } from "./shown-causes.ts";

/** What a capture is judged with. Readings and digests are kept in it, so rulesets that share a context share them. */
export const openJudgeContext = (
  capture: Capture,
  /** The revision spoken in the part of the capture that is judged. */
  spoken: Revision,
  digests: Digests,
  schemas?: SchemaFindings,
  contents?: ContentFindings,
): JudgeContext => ({
  view: openView(capture, spoken, schemas, undefined, contents),
  facts: FACTS,
  evidenceAt: openEvidence(capture, digests),
  exchanges: exchangesById(capture),
  regex: noRegex,
});

/** Every rule of the ruleset, in the order of the ids. */
export const judgeRuleset = (context: JudgeContext, { revision, rules }: Ruleset): readonly Verdict[] =>
  withShownCauses(
    rules
      .map((rule) => toVerdict(rule, revision, judgeSafely(rule, context)))
      .sort((left, right) => (left.id < right.id ? -1 : left.id > right.id ? 1 : 0)),
  );

/** Whatever throws here is our bug, never the server's fault. */
const judgeSafely = (rule: Rule, context: JudgeContext): Finding => {
  try {
    return judgeRule(rule, context);
  } catch (error) {
    return { state: "error", message: error instanceof Error ? error.message : String(error), evidence: [] };
  }
};

const toVerdict = (rule: Rule, revision: Revision, finding: Finding): Verdict => ({
  id: rule.id,
  title: rule.title,
  level: rule.level,
  revision,
  section: rule.section,
  advisory: rule.advisory,
  ...finding,
  spec: rule.spec,
  fix: rule.fix,
  ...defined({ basic: rule.basic, implied_by: rule.implied_by, extension: rule.extension }),
});
