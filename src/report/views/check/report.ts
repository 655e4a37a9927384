import { defined } from "../../../base/defined.ts";
import { untrusted } from "../../../base/untrusted.ts";
import type { ClientProfile } from "../../../judge/core/client.ts";
import { SECTIONS } from "../../../judge/core/rule.ts";
import type { Verdict } from "../../../judge/core/verdict.ts";
import { unseenSentence } from "../../../judge/unseen-words.ts";
import { partialSentence } from "../../../scores/result/partial.ts";
import type { Result } from "../../../scores/result/result.ts";
import type { ToolFinding } from "../../../scores/tools/tool-outcomes.ts";
import { WORK_RULES } from "../../../scores/tools/work-rules.ts";
import { staleSentence } from "../../findings/baseline.ts";
import { serverName } from "../../findings/server-name.ts";
import { GRADE_COLORS, severityOf, verdictWords } from "../../findings/verdicts.ts";
import { WARNING_EXPLAINED } from "../../findings/words.ts";
import type { BadgeColor, ReportFinding } from "../../findings-report.ts";
import type { Lane, Report, Tone } from "../../report.ts";
import { answerOf } from "./answer.ts";
import { authorizationRows } from "./authorization.ts";
import { splitCauses, standingOf } from "./baseline.ts";
import { blocksOf } from "./blocks/blocks.ts";
import { chartsOf } from "./charts.ts";
import { headlineWords } from "./headline.ts";
import { lanesOf } from "./lanes.ts";
import { olderFindings } from "./older.ts";
import { broughtSentences, splitOrigins } from "./origin.ts";
import { shownBy } from "./pretty-cause.ts";
import { revisionsOf } from "./revisions.ts";
import { safetyFindings } from "./safety.ts";

export const resultReport = (result: Result): Report => {
  const { tool, target, compliance, revision, revisions, exchanges, notes, spoken, baseline, server } = result;
  const causes = splitCauses(result);
  const origins = splitOrigins(causes.fresh);
  const { grade } = compliance;
  const older = olderFindings(result);
  const lanes = lanesOf(result);
  return {
    title: result.authorization ? "mcptest auth" : result.role === "client" ? "mcptest client" : "mcptest check",
    tool,
    target: untrusted(target),
    headline: headlineWords(result),
    letter: grade ?? ownLane(result, lanes)?.mark ?? (spoken === false ? "—" : result.partial ? "partial" : "?"),
    badge: {
      label: result.authorization ? "MCP authorization" : revision === null ? "MCP" : `MCP ${revision}`,
      message: grade === null ? (spoken === false ? "not spoken" : badgeWord(result)) : `grade ${grade}`,
      color: grade === null ? LANE_COLORS[ownLane(result, lanes)?.tone ?? "none"] : GRADE_COLORS[grade],
    },
    summary: serverRows(result),
    // By section: verdicts come in the order of their ids.
    findings: [
      ...SECTIONS.flatMap((section) => result.verdicts.filter((one) => one.section === section)).map((verdict) =>
        findingOf(result, verdict),
      ),
      ...older,
      ...safetyFindings(result),
    ],
    broken: (result.tool_findings ?? []).map(brokenTool),
    exchanges,
    notes: [...notes, ...(baseline?.stale ?? []).map(staleSentence)],
    answer: [...answerOf(result, causes), ...broughtSentences(result)],
    lanes,
    causes: [
      ...[...origins.yours, ...origins.brought, ...causes.known].map(({ verdict, follows }) => ({
        finding: findingOf(result, verdict),
        follows: follows.map((one) => findingOf(result, one)),
        ...shownBy(result, verdict),
      })),
      ...older.map((finding) => ({ finding, follows: [] })),
    ],
    revisions: revisionsOf(result),
    charts: chartsOf(exchanges),
    blocks: blocksOf(result, lanes),
    captureSha256: result.capture_sha256,
    ...defined({
      listedRevisions: revisions?.listed,
      observedAt: result.observed_at ?? undefined,
      gradeYours: compliance.grade_yours === grade ? undefined : (compliance.grade_yours ?? undefined),
      unseen: unseenSentence(server.outcome, result.role),
      partial: partialSentence(result),
      role: result.role,
    }),
  };
};

/** A run that saw everything and still has no grade could not judge a basic rule. */
/** An authorization server has no grade: its one lane speaks for it. */
const ownLane = ({ authorization, server }: Result, lanes: readonly Lane[]): Lane | undefined =>
  authorization && server.outcome === "complete" ? lanes.find(({ name }) => name === "authorization") : undefined;

const LANE_COLORS = {
  pass: "brightgreen",
  warn: "yellow",
  fail: "red",
  none: "lightgrey",
} as const satisfies Record<Tone, BadgeColor>;

const badgeWord = ({ partial, authorization, counts: { levels }, server: { outcome } }: Result): string =>
  authorization && outcome === "complete"
    ? `${levels.MUST.failed} MUST failed`
    : outcome !== null && outcome !== "complete"
      ? outcome
      : partial
        ? "partial"
        : "inconclusive";

export const serverRows = (result: Result): readonly (readonly [string, string])[] =>
  result.authorization
    ? authorizationRows(result, result.authorization)
    : result.client
      ? clientRows(result, result.client)
      : mcpServerRows(result);

const clientRows = ({ revision, server }: Result, client: ClientProfile): readonly (readonly [string, string])[] => {
  const others = client.revisions.filter((one) => one !== revision);
  return [
    ["client", client.label],
    revision === null ? (["revision", "unknown"] as const) : (["judged by", revision] as const),
    ...(client.transports.length > 0 ? [["transport", client.transports.join(", ")] as const] : []),
    ...(others.length > 0 ? [["also speaks", others.join(", ")] as const] : []),
    ["sessions", String(client.sessions)],
    ...(server.outcome && server.outcome !== "complete" ? [["outcome", server.outcome] as const] : []),
  ];
};

const mcpServerRows = ({ server, revision, revisions }: Result): readonly (readonly [string, string])[] => {
  const name = serverName(server.info);
  const others = (revisions?.asked ?? []).flatMap(({ revision: asked, answered }) =>
    asked === answered && asked !== revision ? [asked] : [],
  );
  return [
    ...(name === "" ? [] : [["server", name] as const]),
    revision === null ? (["revision", "unknown"] as const) : (["judged by", revision] as const),
    ...(server.transport ? [["transport", server.transport] as const] : []),
    ...(others.length > 0 ? [["also speaks", others.join(", ")] as const] : []),
    ...(server.outcome && server.outcome !== "complete" ? [["outcome", server.outcome] as const] : []),
  ];
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
  ...(result.spoken === false && verdict.state === "fail" ? unspokenWords(result) : {}),
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
