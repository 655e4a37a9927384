import type { FindingsReport } from "../../model/findings-report.ts";
import type { LaneResult, SuiteResult } from "../../model/suite-result.ts";
import { untrusted } from "../../model/untrusted.ts";
import { gateFinding } from "../compliance-run/to-findings.ts";
import { suiteHeadline } from "./words.ts";

/** All lanes and gates of a suite in one report. */
export const suiteFindings = (result: SuiteResult): FindingsReport => {
  const { lanes, gates, ok, suite, name, tool, notes } = result;
  const several = new Set(lanes.map(({ server }) => server)).size > 1;
  const label = ({ server, lane }: LaneResult): string => (several ? `${server} ${lane}` : lane);
  return {
    title: name === null ? "mcptest run" : `mcptest run: ${name}`,
    tool,
    target: untrusted([...new Set(lanes.map(({ report }) => report.target))].join(", ") || suite),
    artifact: suite,
    headline: suiteHeadline(result),
    badge: { label: "mcptest", message: ok ? "passing" : "failing", color: ok ? "brightgreen" : "red" },
    summary: [
      ...lanes.map((lane) => [label(lane), `${lane.state}: ${lane.report.headline}`] as const),
      ...gates.map(({ gate, line }) => [gate, line.replace(/^\w+: /, "")] as const),
    ],
    findings: [
      ...lanes.flatMap((lane) =>
        lane.report.findings.map((finding) => ({ ...finding, group: `${label(lane)}: ${finding.group}` })),
      ),
      ...gates.map(gateFinding),
    ],
    exchanges: distinct(lanes),
    notes: [...notes, ...lanes.flatMap((lane) => lane.report.notes.map((note) => `${label(lane)}: ${note}`))],
  };
};

/** Lanes judge the same capture: an exchange they both point to is shown once. Ids are unique within a server only. */
const distinct = (lanes: readonly LaneResult[]): FindingsReport["exchanges"] => {
  const [first] = lanes;
  const seen = new Set<string>();
  return lanes
    .filter(({ server }) => server === first?.server || lanes.every((lane) => lane.server !== first?.server))
    .flatMap(({ report }) => report.exchanges)
    .filter(({ id }) => {
      if (id === undefined) return true;
      const isNew = !seen.has(id);
      seen.add(id);
      return isNew;
    });
};
