import type { FindingsReport } from "../../model/findings-report.ts";
import type { LaneResult, SuiteResult } from "../../model/suite-result.ts";
import { untrusted } from "../../model/untrusted.ts";
import { gateFinding } from "../compliance-run/to-findings.ts";
import { labelExchanges } from "./label-exchanges.ts";
import { suiteHeadline } from "./words.ts";

/** All lanes and gates of a suite in one report. */
export const suiteFindings = (result: SuiteResult): FindingsReport => {
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
    badge: { label: "mcptest", message: ok ? "passing" : "failing", color: ok ? "brightgreen" : "red" },
    summary: [
      ...lanes.map((lane) => [label(lane), `${lane.state}: ${lane.report.headline}`] as const),
      ...gates.map(({ gate, line }) => [gate, line.replace(/^\w+: /, "")] as const),
    ],
    findings: [
      ...reports.flatMap(({ lane, report }) =>
        report.findings.map((finding) => ({ ...finding, group: `${label(lane)}: ${finding.group}` })),
      ),
      ...gates.map(gateFinding),
    ],
    exchanges: distinct(reports.flatMap(({ report }) => report.exchanges)),
    notes: [...notes, ...lanes.flatMap((lane) => lane.report.notes.map((note) => `${label(lane)}: ${note}`))],
  };
};

/** The invariants know servers by the names the suite gives them; the other lanes by their targets. */
const targetsOf = (lanes: readonly LaneResult[]): readonly string[] => {
  const named = lanes.filter(({ lane }) => lane !== "invariants");
  return [...new Set((named.length > 0 ? named : lanes).map(({ report }) => report.target))];
};

/** A lane over several servers names them in its evidence itself. */
const labelLane = ({ servers, report }: LaneResult): FindingsReport => {
  const [only, ...others] = servers;
  return only === undefined || others.length > 0 ? report : labelExchanges(report, only);
};

/** Lanes judge the same captures: an exchange that two of them point to is shown once. */
const distinct = (exchanges: FindingsReport["exchanges"]): FindingsReport["exchanges"] => {
  const seen = new Set<string | number>();
  return exchanges.filter(({ id, index }: { readonly id?: string; readonly index?: number }) => {
    const name = id ?? index;
    if (name === undefined) return true;
    const isNew = !seen.has(name);
    seen.add(name);
    return isNew;
  });
};
