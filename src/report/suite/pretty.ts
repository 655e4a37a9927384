import type { LaneResult, LaneState, SuiteResult } from "../../model/suite-result.ts";
import { show } from "../capture-head.ts";
import { isKnown } from "../findings/known-words.ts";
import { SEVERITIES } from "../findings/words.ts";
import { createStyle, type Style } from "../style.ts";
import { findingLines } from "./finding-lines.ts";
import { gateLines } from "./gate-lines.ts";
import { suiteHeadline } from "./words.ts";

export interface SuitePaper {
  readonly color: boolean;
  readonly width: number;
  readonly quiet?: boolean;
  /** Also warnings of lanes that are green, and what passed. */
  readonly verbose?: boolean;
}

/** A suite for a person at a terminal: one line per lane, then what made it red, then the gates. */
export const renderSuitePretty = (result: SuiteResult, paper: SuitePaper): string => {
  const style = createStyle(paper.color);
  const title = show(result.name === null ? result.suite : `${result.name} (${result.suite})`, 160);
  const line = `${(result.ok ? style.green : style.red)(result.ok ? "✓" : "✗")} ${style.bold(title)}: ${suiteHeadline(result)}`;
  const gates = gateLines(result.gates, style, paper.quiet ?? false);
  if (paper.quiet) return `${[line, ...gates].join("\n")}\n`;
  return `${[
    line,
    ...result.notes.map((note) => style.yellow(show(note, 300))),
    "",
    ...laneTable(result.lanes, style),
    ...result.lanes.flatMap((lane) => laneFailures(lane, paper, style)),
    ...(gates.length > 0 ? [...(result.lanes.length > 0 ? [""] : []), ...gates] : []),
  ].join("\n")}\n`;
};

const MARKS = {
  pass: (style: Style) => style.green("✓"),
  fail: (style: Style) => style.red("✗"),
  inconclusive: (style: Style) => style.yellow("?"),
  unreachable: (style: Style) => style.red("?"),
  error: (style: Style) => style.red("!"),
} as const satisfies Record<LaneState, (style: Style) => string>;

const laneTable = (lanes: readonly LaneResult[], style: Style): string[] => {
  const width = (pick: (lane: LaneResult) => string): number => Math.max(0, ...lanes.map((lane) => pick(lane).length));
  const [servers, names] = [width((lane) => shownServers(lane)), width(({ lane }) => lane)];
  return lanes.map((lane) => {
    const why = lane.why === undefined ? "" : style.yellow(` (${show(lane.why, 160)})`);
    return `${MARKS[lane.state](style)} ${shownServers(lane).padEnd(servers)}  ${style.bold(lane.lane.padEnd(names))}  ${show(lane.report.headline, 300)}${why}`;
  });
};

const shownServers = ({ servers }: LaneResult): string => show(servers.join(", "), 40);

const laneFailures = (result: LaneResult, paper: SuitePaper, style: Style): string[] => {
  const { lane, state, report } = result;
  const failed = report.findings.filter(
    (finding) => (finding.state === "fail" && (paper.verbose || !isKnown(finding))) || finding.state === "error",
  );
  const errors = failed.filter(({ severity }) => severity === "error");
  // An audit fails by its grade, through criteria that are warnings.
  const culprits = errors.length > 0 ? errors : failed;
  const shown = paper.verbose ? failed : state === "pass" ? [] : culprits;
  const rows = SEVERITIES.flatMap((severity) => shown.filter((finding) => finding.severity === severity));
  const open = report.findings.filter((finding) => finding.state === "inconclusive");
  const reasons = [...new Set(open.map(({ reason }) => reason ?? ""))];
  const left = state === "inconclusive" ? reasons.slice(0, 5).map((reason) => style.dim(`  ${show(reason, 200)}`)) : [];
  const notes = report.notes.map((note) => style.yellow(`  ${show(note, 300)}`));
  if (rows.length + left.length + notes.length === 0) return [];
  return [
    "",
    style.bold(`${shownServers(result)}: ${lane}`),
    ...notes,
    ...rows.flatMap((finding) => findingLines(finding, paper.width, style)),
    ...left,
  ];
};
