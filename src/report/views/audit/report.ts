import { defined } from "../../../base/defined.ts";
import { untrusted } from "../../../base/untrusted.ts";
import type { VerdictEvidence } from "../../../judge/core/verdict.ts";
import { unseenSentence } from "../../../judge/unseen-words.ts";
import type {
  Audit,
  CertificateComparison,
  CriterionVerdict,
  DiscoverabilityGrade,
} from "../../../scores/discoverability/discoverability.ts";
import { serverName } from "../../findings/server-name.ts";
import type { BadgeColor, FindingsReport, ReportFinding } from "../../findings-report.ts";
import { createStyle } from "../../terminal/style.ts";
import { comparisonLines } from "./comparison.ts";
import { AUTH_REQUIRED, auditEntry, auditHeadline, auditStandard } from "./headline.ts";

/** What was not observed did not pass, but is told apart from what failed. */
export const auditReport = (audit: Audit, comparison?: CertificateComparison): FindingsReport => {
  const { grade, passes, criteria, delivery, surface, auth_required, honesty_cap } = audit.discoverability;
  const server = serverName(audit.server.info);
  return {
    title: "mcptest audit",
    tool: audit.tool,
    target: untrusted(audit.target),
    headline: auditHeadline(audit),
    letter: grade ?? "?",
    badge: {
      label: "discoverability",
      message: grade === null ? (audit.server.outcome ?? "inconclusive") : `${grade} ${passes}/${criteria.length}`,
      color: grade === null ? "lightgrey" : COLORS[grade],
    },
    summary: [
      ["standard", auditStandard(audit)],
      ...(server === "" ? [] : [["server", server] as const]),
      ["entered", auditEntry(audit)],
      ["delivery", delivery.text],
      ...(honesty_cap === null ? [] : [["honesty cap", honesty_cap] as const]),
      ["tools", surface.sha256 === null ? String(surface.tools) : `${surface.tools}, sha256 ${surface.sha256}`],
    ],
    findings: criteria.map(toFinding),
    // A wall has its grade and its note.
    ...(grade === null ? { unseen: unseenSentence(audit.server.outcome) ?? NO_GRADE } : {}),
    exchanges: audit.exchanges,
    notes: [
      ...(auth_required ? [AUTH_REQUIRED] : []),
      ...(comparison ? comparisonLines(comparison, createStyle(false)) : []),
      ...audit.notes,
    ],
  };
};

const NO_GRADE = "Too little was seen to give a grade.";

const COLORS = { A: "brightgreen", B: "green", C: "yellow", D: "red" } as const satisfies Record<
  DiscoverabilityGrade,
  BadgeColor
>;

const toFinding = (criterion: CriterionVerdict): ReportFinding => {
  const { id, title, pass, unobserved, checks, detail, faults, fix, evidence } = criterion;
  const common = {
    id,
    title,
    group: "discoverability",
    severity: "warning",
    evidence: evidence.values.map(toEvidence),
    ...defined({ fix: fix ?? undefined }),
  } as const;
  if (pass) return { ...common, state: "pass", reason: detail };
  if (unobserved !== null)
    return { ...common, state: "inconclusive", expected: checks, reason: `${unobserved}: ${detail}` };
  const found = [detail, ...faults.slice(0, MAX_FAULTS).map(inWords)];
  return { ...common, state: "fail", expected: checks, actual: untrusted(found.join("; ")) };
};

const MAX_FAULTS = 10;

const inWords = ({ tool, fault, text }: CriterionVerdict["faults"][number]): string =>
  `${tool} ${fault}${text ? `: ${text}` : ""}`;

const toEvidence = (value: CriterionVerdict["evidence"]["values"][number]): VerdictEvidence => ({
  exchange: value.exchange,
  pointer: value.pointer,
  sha256: "sha256" in value ? value.sha256 : null,
  ...("value" in value ? { actual: untrusted(JSON.stringify(value.value)) } : {}),
});
