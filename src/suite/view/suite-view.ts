import { isKnown } from "../../report/findings/baseline.ts";
import { SEVERITIES } from "../../report/findings/words.ts";
import type { ReportView } from "../../report/report.ts";
import { findingLines, gateLines } from "../../report/terminal/finding-lines.ts";
import { show, type Terminal } from "../../report/terminal/terminal.ts";
import type { LaneResult, LaneState, SuiteResult } from "../suite-result.ts";
import { suiteHeadline, suiteReport } from "./suite-report.ts";

const suiteLine = (result: SuiteResult, { green, red, bold }: Terminal): string => {
  const title = show(result.name === null ? result.suite : `${result.name} (${result.suite})`, 160);
  return `${result.ok ? green("✓") : red("✗")} ${bold(title)}: ${suiteHeadline(result)}`;
};

/** A suite for a person at a terminal: one line per lane, then what failed, then the gates. */
const prettySuite = (result: SuiteResult, terminal: Terminal): readonly string[] => {
  const { notes, lanes, gates } = result;
  return [
    suiteLine(result, terminal),
    ...notes.map((note) => terminal.yellow(show(note, 300))),
    "",
    ...laneTable(lanes, terminal),
    ...lanes.flatMap((lane) => laneFailures(lane, terminal)),
    ...(gates.length > 0 && lanes.length > 0 ? [""] : []),
    ...gateLines(gates, terminal),
  ];
};

const MARKS = {
  pass: ["✓", "green"],
  fail: ["✗", "red"],
  inconclusive: ["?", "yellow"],
  unreachable: ["?", "red"],
  error: ["!", "red"],
} as const satisfies Record<LaneState, readonly [string, keyof Terminal]>;

const laneTable = (lanes: readonly LaneResult[], terminal: Terminal): string[] => {
  const width = (pick: (lane: LaneResult) => string): number => Math.max(0, ...lanes.map((lane) => pick(lane).length));
  const [servers, names] = [width(shownServers), width(({ lane }) => lane)];
  return lanes.map((lane) => {
    const [mark, color] = MARKS[lane.state];
    const why = lane.why === undefined ? "" : terminal.yellow(` (${show(lane.why, 160)})`);
    return `${terminal[color](mark)} ${shownServers(lane).padEnd(servers)}  ${terminal.bold(lane.lane.padEnd(names))}  ${show(lane.report.headline, 300)}${why}`;
  });
};

const shownServers = ({ servers }: LaneResult): string => show(servers.join(", "), 40);

const laneFailures = (result: LaneResult, terminal: Terminal): string[] => {
  const { lane, state, report } = result;
  const { verbose, bold, dim, yellow } = terminal;
  const failed = report.findings.filter(
    (finding) => (finding.state === "fail" && (verbose || !isKnown(finding))) || finding.state === "error",
  );
  const errors = failed.filter(({ severity }) => severity === "error");
  // An audit fails by its grade, through criteria that are only warnings.
  const causes = errors.length > 0 ? errors : failed;
  const shown = verbose ? failed : state === "pass" ? [] : causes;
  const rows = SEVERITIES.flatMap((severity) => shown.filter((finding) => finding.severity === severity));
  const open = report.findings.filter((finding) => finding.state === "inconclusive" && state === "inconclusive");
  const reasons = [...new Set(open.map(({ reason }) => reason ?? ""))];
  const lines = [
    ...report.notes.map((note) => yellow(`  ${show(note, 300)}`)),
    ...rows.flatMap((finding) => findingLines(finding, terminal)),
    ...reasons.slice(0, 5).map((reason) => dim(`  ${show(reason)}`)),
  ];
  return lines.length === 0 ? [] : ["", bold(`${shownServers(result)}: ${lane}`), ...lines];
};

/** The result of `mcptest run`. */
export const suiteView = {
  pretty: prettySuite,
  brief: (result, terminal) => [suiteLine(result, terminal), ...gateLines(result.gates, terminal, true)],
  report: suiteReport,
} as const satisfies ReportView<SuiteResult>;
