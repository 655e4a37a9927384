import { counted } from "../../base/counted.ts";
import { defined } from "../../base/defined.ts";
import { untrusted } from "../../base/untrusted.ts";
import { gateFinding, gateRows, passingBadge } from "../../report/findings/gates.ts";
import { labelExchanges } from "../../report/findings/label-exchanges.ts";
import type { FindingsReport } from "../../report/findings-report.ts";
import type { LaneResult, SuiteResult } from "../suite-result.ts";

/** All lanes and gates of a suite in one report. */
export const suiteReport = (result: SuiteResult): FindingsReport => {
  const { lanes, gates, ok, suite, name, tool, notes } = result;
  const several = new Set(lanes.flatMap(({ servers }) => servers)).size > 1;
  const label = ({ servers, lane }: LaneResult): string => (several ? `${servers.join(", ")} ${lane}` : lane);
  const reports = lanes.map((lane) => ({ lane, report: several ? labelLane(lane) : lane.report }));
  return {
    title: name === null ? "mcptest run" : `mcptest run: ${name}`,
    tool,
    target: untrusted(targetsOf(lanes).join(", ") || suite),
    artifact: suite,
    headline: suiteHeadline(result),
    badge: passingBadge("mcptest", ok),
    summary: [
      ...lanes.map((lane) => [label(lane), `${lane.state}: ${lane.report.headline}`] as const),
      ...gateRows(gates),
    ],
    findings: [
      ...reports.flatMap(({ lane, report }) =>
        report.findings.map((finding) => ({ ...finding, group: `${label(lane)}: ${finding.group}` })),
      ),
      ...gates.map(gateFinding),
    ],
    exchanges: distinct(reports.flatMap(({ report }) => report.exchanges)),
    ...defined({ unseen: lanes.find(({ report }) => report.unseen !== undefined)?.report.unseen }),
    notes: [...notes, ...lanes.flatMap((lane) => lane.report.notes.map((note) => `${label(lane)}: ${note}`))],
  };
};

/** The invariants know servers by the names the suite gives them; the other lanes by their targets. */
const targetsOf = (lanes: readonly LaneResult[]): readonly string[] => {
  const named = lanes.filter(({ lane }) => lane !== "invariants");
  return [...new Set((named.length > 0 ? named : lanes).map(({ report }) => report.target))];
};

/** A lane over several servers already names them in its evidence. */
const labelLane = ({ servers, report }: LaneResult): FindingsReport => {
  const [only, ...others] = servers;
  return only === undefined || others.length > 0 ? report : labelExchanges(report, only);
};

/** Lanes judge the same captures: an exchange that two of them point to is shown once. */
const distinct = (exchanges: FindingsReport["exchanges"]): FindingsReport["exchanges"] => {
  const seen = new Set<string | number>();
  return exchanges.filter(({ id, index }: { readonly id?: string; readonly index?: number }) => {
    const name = id ?? index;
    return name === undefined || seen.size < seen.add(name).size;
  });
};

/** The whole run in one line. */
export const suiteHeadline = ({ ok, lanes, gates }: SuiteResult): string => {
  const of = (state: (typeof lanes)[number]["state"]): number => lanes.filter((lane) => lane.state === state).length;
  const failed = gates.filter(({ pass }) => !pass).length;
  return [
    ok ? "passed" : "not passed",
    ...(lanes.length > 0 ? [`${of("pass")} of ${counted(lanes.length, "lane")} green`] : []),
    ...(["fail", "inconclusive", "unreachable", "error"] as const).flatMap((state) =>
      of(state) > 0 ? [`${of(state)} ${WORDS[state]}`] : [],
    ),
    ...(gates.length > 0 ? [`${gates.length - failed} of ${counted(gates.length, "gate")} met`] : []),
  ].join(" · ");
};

const WORDS = {
  fail: "failed",
  inconclusive: "inconclusive",
  unreachable: "unreachable",
  error: "with an error in mcptest",
};
