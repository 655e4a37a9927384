import { LEVELS, type ServerResult, stringMember } from "mcptest/internal";
import type { FleetFinding, ResultSummary } from "../model/result.ts";

const MOST_FINDINGS = 60;
const LONGEST_TEXT = 240;
const LONGEST_NAME = 120;

/** What is kept of a result: enough for a page about the server, small enough to keep for ever. */
export const summarize = (result: ServerResult, negotiated: readonly string[]): ResultSummary => {
  const { server, compliance, counts, discoverability, sdk } = result;
  const findings = allFindings(result);
  return {
    server: {
      name: cutOrNull(stringMember(server.info, "name"), LONGEST_NAME),
      version: cutOrNull(stringMember(server.info, "version"), LONGEST_NAME),
      title: cutOrNull(stringMember(server.info, "title"), LONGEST_NAME),
    },
    transport: server.transport ?? null,
    era: server.era?.verdict ?? null,
    outcome: server.outcome,
    blocked: cutOrNull(server.blocked?.reason, LONGEST_TEXT),
    speaks: spokenRevisions(result, negotiated),
    sdk: sdk ? { id: sdk.id, name: sdk.name, versions: sdk.versions } : null,
    score: compliance.score,
    gradeYours: compliance.grade_yours,
    discoverability: discoverability?.grade
      ? { grade: discoverability.grade, passes: discoverability.passes, of: discoverability.criteria.length }
      : null,
    lanes: result.lanes,
    counts: {
      passed: counts.states.pass,
      failed: counts.states.fail,
      failedMust: counts.levels.MUST.failed,
      inconclusive: counts.states.inconclusive,
    },
    findings: findings.slice(0, MOST_FINDINGS),
    findingsLeftOut: Math.max(0, findings.length - MOST_FINDINGS),
    offers: {
      tools: result.tools?.length ?? 0,
      prompts: result.prompts?.length ?? 0,
      resources: result.resources?.length ?? 0,
    },
    tokens: result.tokens?.total ?? null,
  };
};

const spokenRevisions = ({ revision, matrix = [] }: ServerResult, negotiated: readonly string[]): readonly string[] =>
  [...new Set([...(revision === null ? [] : [revision]), ...negotiated, ...matrix.map((one) => one.revision)])].sort();

const WORST_FIRST: readonly FleetFinding["level"][] = ["error", ...LEVELS, "warning"];

const allFindings = (result: ServerResult): FleetFinding[] => {
  const findings: FleetFinding[] = [
    ...result.verdicts.flatMap((verdict): FleetFinding[] =>
      verdict.state === "fail"
        ? [
            {
              ...{ kind: "rule", id: verdict.id, level: verdict.level, title: verdict.title },
              ...(verdict.advisory ? { advisory: true as const } : {}),
              ...{ expected: cut(verdict.expected), actual: cut(verdict.actual), items: verdict.failures },
              ...itemOf(verdict.evidence[0]?.item),
              ...(verdict.origin ? { origin: verdict.origin.kind } : {}),
            },
          ]
        : [],
    ),
    ...(result.tool_findings ?? []).map(
      ({ id, tool, severity, why, evidence }): FleetFinding => ({
        ...{ kind: "tool", id, level: severity, title: cut(why), items: Math.max(1, evidence.length) },
        ...itemOf(tool),
      }),
    ),
    ...(result.safety ?? []).map(
      ({ id, severity, why, text, tool }): FleetFinding => ({
        ...{ kind: "safety", id, level: severity, title: cut(why), actual: cut(text), items: 1 },
        ...itemOf(tool),
      }),
    ),
    ...result.invariants.flatMap(({ id, title, state, detail, evidence }): FleetFinding[] =>
      state === "fail"
        ? [
            {
              kind: "invariant",
              id,
              level: "error",
              title: cut(title),
              actual: cut(detail),
              items: Math.max(1, evidence.length),
            },
          ]
        : [],
    ),
  ];
  const rank = ({ level, advisory }: FleetFinding): number => WORST_FIRST.indexOf(level) + (advisory ? 10 : 0);
  return findings.sort((left, right) => rank(left) - rank(right));
};

const itemOf = (item: string | undefined): { item?: string } =>
  item === undefined ? {} : { item: cut(item, LONGEST_NAME) };

const cut = (text: string, most = LONGEST_TEXT): string => (text.length <= most ? text : `${text.slice(0, most - 1)}…`);

const cutOrNull = (text: string | undefined, most: number): string | null =>
  text === undefined ? null : cut(text, most);
