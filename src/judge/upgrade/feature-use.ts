import { defined } from "../../base/defined.ts";
import type { Rule } from "../core/rule.ts";
import type { VerdictEvidence } from "../core/verdict.ts";
import type { FeatureRow, FeatureUse } from "../corpus/upcoming.ts";
import { type JudgeContext, judgeRule } from "../rules/judge-rule.ts";

/**
 * Whether a session shows that the server uses a feature. One condition that holds shows it; "not-seen" is said only if every
 * condition was looked at and none held.
 */
export const featureUse = (
  { feature, seen, transport }: FeatureRow,
  context: JudgeContext,
): { readonly use: FeatureUse; readonly evidence: readonly VerdictEvidence[] } => {
  const findings = seen.map((condition) =>
    judgeRule({ ...asRule(feature), ...defined({ transport }), when: [condition], expect: [condition] }, context),
  );
  const shown = findings.filter(({ state }) => state === "pass");
  if (shown.length > 0) return { use: "used", evidence: shown.flatMap(({ evidence }) => evidence) };
  const absent = findings.filter(({ state }) => state === "not-applicable");
  return absent.length === findings.length
    ? { use: "not-seen", evidence: absent.flatMap(({ evidence }) => evidence).slice(0, 1) }
    : { use: "unknown", evidence: [] };
};

/** A condition is read by the same code as the precondition of a rule. The section lets it see past a wall: so much is public. */
const asRule = (feature: string): Omit<Rule, "when" | "expect"> => ({
  id: feature,
  title: feature,
  section: "auth",
  level: "MAY",
  advisory: true,
  spec: "",
  fix: "",
});
