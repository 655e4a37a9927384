import { defined } from "../../../base/defined.ts";
import { untrusted } from "../../../base/untrusted.ts";
import { SECTIONS } from "../../../judge/core/rule.ts";
import type { Verdict } from "../../../judge/core/verdict.ts";
import { unseenSentence } from "../../../judge/unseen-words.ts";
import { partialSentence } from "../../../scores/result/partial.ts";
import { isUnspoken, type Result } from "../../../scores/result/result.ts";
import type { ToolFinding } from "../../../scores/tools/tool-outcomes.ts";
import { WORK_RULES } from "../../../scores/tools/work-rules.ts";
import { staleSentence } from "../../findings/baseline.ts";
import { GRADE_COLORS, severityOf, verdictWords } from "../../findings/verdicts.ts";
import { WARNING_EXPLAINED } from "../../findings/words.ts";
import type { BadgeColor, ReportFinding } from "../../findings-report.ts";
import type { Report, ScoreRow, Tone } from "../../report.ts";
import { answerOf } from "./answer.ts";
import { splitCauses, standingOf } from "./baseline.ts";
import { blocksOf } from "./blocks/blocks.ts";
import { chartsOf } from "./charts.ts";
import { headlineWords } from "./headline.ts";
import { olderFindings } from "./older.ts";
import { broughtSentences, splitOrigins } from "./origin.ts";
import { shownBy } from "./pretty-cause.ts";
import { revisionsOf } from "./revisions.ts";
import { safetyFindings } from "./safety.ts";
import { scoreRows } from "./scores.ts";
import { subjectWords } from "./subject.ts";

export const resultReport = (result: Result): Report => {
  const { tool, target, compliance, exchanges, notes, baseline, server } = result;
  const { title, badge, rows } = subjectWords(result);
  const causes = splitCauses(result);
  const origins = splitOrigins(causes.fresh);
  const { grade } = compliance;
  const scores = scoreRows(result);
  const of = serverParts(result);
  return {
    title,
    tool,
    target: untrusted(target),
    headline: headlineWords(result),
    letter: grade ?? ownScore(result, scores)?.mark ?? ungradedLetter(result),
    badge: {
      label: badge,
      message: grade === null ? badgeWord(result) : `grade ${grade}`,
      color: grade === null ? SCORE_COLORS[ownScore(result, scores)?.tone ?? "none"] : GRADE_COLORS[grade],
    },
    summary: rows,
    // By section: verdicts come in the order of their ids.
    findings: [
      ...SECTIONS.flatMap((section) => result.verdicts.filter((one) => one.section === section)).map((verdict) =>
        findingOf(result, verdict),
      ),
      ...of.older,
      ...of.safety,
    ],
    broken: of.broken,
    exchanges,
    notes: [...notes, ...(baseline?.stale ?? []).map(staleSentence)],
    answer: [...answerOf(result, causes), ...broughtSentences(result)],
    scores,
    causes: [
      ...[...origins.yours, ...origins.brought, ...causes.known].map(({ verdict, follows }) => ({
        finding: findingOf(result, verdict),
        follows: follows.map((one) => findingOf(result, one)),
        ...shownBy(result, verdict),
      })),
      ...of.older.map((finding) => ({ finding, follows: [] })),
    ],
    revisions: of.revisions,
    charts: chartsOf(exchanges),
    blocks: blocksOf(result),
    captureSha256: result.capture_sha256,
    ...defined({
      listedRevisions: of.listed,
      observedAt: result.observed_at ?? undefined,
      gradeYours: compliance.grade_yours === grade ? undefined : (compliance.grade_yours ?? undefined),
      unseen: unseenSentence(server.outcome, result.role),
      partial: partialSentence(result),
      role: result.role === "client" ? result.role : undefined,
    }),
  };
};

/** What is said only about servers. */
const serverParts = (result: Result) => {
  if (result.role !== undefined) return NO_SERVER;
  return {
    older: olderFindings(result),
    safety: safetyFindings(result),
    broken: (result.tool_findings ?? []).map(brokenTool),
    revisions: revisionsOf(result),
    listed: result.revisions?.listed,
  };
};

const NO_SERVER = { older: [], safety: [], broken: [], revisions: [], listed: undefined } as const;

/** An authorization server has no grade: its one score speaks for it. */
const ownScore = ({ role, server }: Result, scores: readonly ScoreRow[]): ScoreRow | undefined =>
  role === "authorization-server" && server.outcome === "complete"
    ? scores.find(({ score }) => score === "authorization")
    : undefined;

const SCORE_COLORS = {
  pass: "brightgreen",
  warn: "yellow",
  fail: "red",
  none: "lightgrey",
} as const satisfies Record<Tone, BadgeColor>;

const ungradedLetter = (result: Result): string => (isUnspoken(result) ? "—" : result.partial ? "partial" : "?");

/** Instead of a grade. A run that saw everything and still has none could not judge a basic rule. */
const badgeWord = (result: Result): string => {
  const { outcome } = result.server;
  if (isUnspoken(result)) return "not spoken";
  if (outcome !== null && outcome !== "complete") return outcome;
  if (result.role === "authorization-server" && outcome === "complete")
    return `${result.counts.levels.MUST.failed} MUST failed`;
  return result.partial ? "partial" : "inconclusive";
};

const findingOf = (result: Result, verdict: Verdict): ReportFinding => ({
  id: verdict.id,
  title: verdict.title,
  group: verdict.section,
  state: verdict.state,
  // A warning is never an error, whatever its row says.
  severity: verdict.advisory && verdict.level === "MUST" ? "warning" : severityOf(verdict.level),
  level: verdict.level,
  evidence: verdict.evidence,
  fix: verdict.fix,
  link: verdict.spec,
  ...verdictWords(verdict),
  ...(verdict.state === "fail" && verdict.advisory ? { advisory: true as const, reason: WARNING_EXPLAINED } : {}),
  ...(verdict.state === "fail" && verdict.origin ? { origin: verdict.origin } : {}),
  ...standingOf(result, verdict),
  ...(isUnspoken(result) && verdict.state === "fail" ? unspokenWords(result) : {}),
});

/** The rules are not of the specification: the page about a rule is `mcptest explain WORK-001`. */
const brokenTool = ({ id, tool, severity, evidence, why, fix }: ToolFinding): ReportFinding => ({
  ...{ id, title: WORK_RULES[id].title, subject: tool, group: "tools at work", state: "fail", severity },
  ...{ evidence, reason: why, fix },
  ...defined({ actual: evidence[0]?.actual }),
});

/** What a server did in a revision that it does not speak is shown, but fails nothing. */
const unspokenWords = ({ revision }: Result): Pick<ReportFinding, "severity" | "reason"> => ({
  severity: "note",
  reason: `the server does not speak ${revision}, so this does not count against it`,
});
