import type { Revision } from "../../model/revision.ts";
import type { Target } from "../../model/target.ts";
import type { ComplianceResult } from "../../model/suite-result.ts";
import { renderComplianceJson } from "../../report/compliance-run/json.ts";
import { renderCompliancePretty } from "../../report/compliance-run/pretty.ts";
import { complianceFindings } from "../../report/compliance-run/to-findings.ts";
import { readBaseline, updateBaseline } from "../../suite/baseline.ts";
import type { RedLevel } from "../../suite/decide.ts";
import {
  type ComplianceSettings,
  failingRules,
  judgeSuiteCompliance,
  type JudgedCompliance,
  serversToProbe,
} from "../../suite/judge-compliance.ts";
import { settleRun } from "../../suite/run-compliance.ts";
import { scorecardOf } from "../../suite/scorecard.ts";
import type { Suite, SuiteCompliance } from "../../suite/suite.ts";
import { TOOL } from "../../version.ts";
import type { Console } from "../console.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { GRADE_GATES, isBelowGrade, isGradeGate, LEVEL_GATES, readGate } from "../gate.ts";
import { openOutputFile } from "../output-file.ts";
import { type ProbeFlags, probeRequest, readRevision } from "../probe-flags.ts";
import { type Paper, readReporters, REPORTERS, type Reporter, type ReporterFlags, writeReports } from "../reporters.ts";
import { type BaselineFile, openBaseline, openScorecard } from "../suite/compliance-files.ts";
import { exitOfLanes } from "../suite/exit-code.ts";
import { type ProbedServers, probeServers } from "../suite/probe-servers.ts";
import { renderFindings } from "../suite/render-findings.ts";
import { oneLineErrors, openBook, openSuite } from "../suite/suite-file.ts";
import { type SuiteTargets, suiteTargets } from "../suite/suite-targets.ts";
import { type TargetFlags, targetFrom } from "../target-flags.ts";
import { UsageError } from "../usage-error.ts";

export interface ComplianceRunFlags extends TargetFlags, ProbeFlags, ReporterFlags {
  readonly fromSuite?: string;
  readonly config?: string;
  readonly serverLabel?: string;
  readonly registry?: string;
  readonly baseline?: string;
  readonly updateBaseline?: boolean;
  readonly saveScorecard?: string;
  readonly save?: string;
  readonly failOn?: string;
}

/** The name of a bare target inside a run. */
const BARE = "target";
/** A bare target is judged as a suite that names no tests. */
const WHOLE_CORPUS: SuiteCompliance = { servers: [BARE] };

/** `mcptest compliance run`: the rules of a revision, or the tests of a suite, and a grade. */
export const runComplianceRun = async (
  flags: ComplianceRunFlags,
  url: string | undefined,
  command: readonly string[],
  console: Console,
): Promise<ExitCode> => {
  const reporters = readReporters(flags, REPORTERS, "pretty");
  const pin = readPin(flags);
  const gate = flags.failOn === undefined ? undefined : readGate(flags.failOn, [...LEVEL_GATES, ...GRADE_GATES]);
  const book = await openBook(flags.registry);
  const file = suitePath(flags);
  const suite = file === undefined ? undefined : await openSuite(file, book);
  const compliance = suite ? complianceOf(suite) : WHOLE_CORPUS;
  const targets = suite ? suiteTargets(suite, flags, url, command, console) : bareTarget(flags, url, command, console);
  if (!targets) return EXIT.ok;
  const asked = serversToProbe(compliance).filter((name) => targets.names.includes(name));
  if (flags.serverLabel !== undefined && asked.length > 1)
    throw new UsageError(
      `--server-label names one server, and this run is about ${asked.length}; pick one of ${asked.join(", ")} with --server`,
    );
  const baseline = await openBaseline(flags.baseline, suite, flags.updateBaseline ?? false);
  const saved = suite && openScorecard(suite);
  const pinned = pin ?? compliance.specVersion;
  const settings: ComplianceSettings = {
    book,
    compliance,
    red: redLevel(gate, baseline !== undefined, suite !== undefined),
    ...(pinned ? { pinned } : {}),
    ...(saved ? { saved } : {}),
    ...(suite ? { spot: ({ path }) => suite.spot(path) } : {}),
  };
  const scorecard = flags.saveScorecard === undefined ? undefined : openOutputFile(flags.saveScorecard);
  try {
    const probed = await probeAll(
      new Map(asked.map((name) => [name, targets.target(name)])),
      flags,
      { ...(pinned ? { revision: pinned } : {}), ...(suite?.tools ? { tools: suite.tools } : {}) },
      console,
    );
    const judged = await oneLineErrors(() => judgeWith(probed, settings, baseline, flags, console), file);
    const runs = judged.runs.map((run) => ({
      ...run,
      server: flags.serverLabel ?? (suite ? run.server : null),
      notes: probed.interrupted === undefined ? run.notes : [...run.notes, "the run was interrupted"],
    }));
    const states = judged.runs.map((run) => settleRun(run).state);
    const code = belowGrade(judged, gate) ?? exitOfLanes(states, judged.gates);
    const result: ComplianceResult = {
      format: "mcptest-compliance/1",
      tool: TOOL,
      suite: file ?? null,
      ok: code === EXIT.ok && probed.interrupted === undefined,
      runs,
      gates: judged.gates,
    };
    writeReports(reporters, (reporter, paper) => render(result, reporter, paper, flags), console);
    // A server that did not answer says nothing a later run could be compared with.
    if (states.includes("unreachable") || probed.interrupted !== undefined) scorecard?.discard();
    else scorecard?.commit(`${JSON.stringify(scorecardOf(result), null, 2)}\n`);
    return probed.interrupted ?? code;
  } catch (error) {
    scorecard?.discard();
    throw error;
  }
};

const suitePath = ({ fromSuite, config }: ComplianceRunFlags): string | undefined => {
  if (fromSuite !== undefined && config !== undefined && fromSuite !== config)
    throw new UsageError("--from-suite and --config are the same flag and name two files; keep one");
  return fromSuite ?? config;
};

const complianceOf = (suite: Suite): SuiteCompliance => {
  if (suite.compliance) return suite.compliance;
  throw new UsageError(
    `${suite.file} has no compliance block; add one, or run its other lanes with mcptest run --config ${suite.file}`,
  );
};

const readPin = ({ revision }: ComplianceRunFlags): Revision | undefined => {
  const wanted = revision === undefined ? undefined : readRevision(revision);
  if (wanted === "all") throw new UsageError("--revision all does not go with one grade; name one revision");
  return wanted;
};

/** A suite means what it says; a bare look at a server gates nothing unless told to. */
const redLevel = (gate: string | undefined, withBaseline: boolean, withSuite: boolean): RedLevel => {
  if (gate === "must" || gate === "should" || gate === "never") return gate;
  if (withBaseline) return "any";
  return withSuite && gate === undefined ? "must" : "never";
};

const belowGrade = ({ runs }: JudgedCompliance, gate: ReturnType<typeof readGate> | undefined): ExitCode | undefined =>
  gate !== undefined &&
  isGradeGate(gate) &&
  runs.some(({ compliance: { grade } }) => grade !== null && isBelowGrade(grade, gate))
    ? EXIT.failed
    : undefined;

const bareTarget = (
  flags: ComplianceRunFlags,
  url: string | undefined,
  command: readonly string[],
  console: Console,
): SuiteTargets | undefined => {
  const target = targetFrom(flags, url, command, console);
  return target && { names: [BARE], target: () => target };
};

const probeAll = (
  targets: ReadonlyMap<string, Target>,
  flags: ComplianceRunFlags,
  wish: { readonly revision?: Revision; readonly tools?: NonNullable<Suite["tools"]> },
  console: Console,
): Promise<ProbedServers> => {
  const request = { ...probeRequest(flags), ...(flags.tools === undefined ? wish : { revision: wish.revision }) };
  const { revision, ...rest } = request;
  return probeServers(
    targets,
    revision ? { ...rest, revision } : rest,
    { quiet: flags.quiet ?? false, ...(flags.save === undefined ? {} : { save: flags.save }) },
    console,
  );
};

/**
 * With --update-baseline the file is written first, and the run is then judged by it. Half a run is no reason to change
 * the file.
 */
const judgeWith = async (
  { captures, interrupted }: ProbedServers,
  settings: ComplianceSettings,
  baseline: BaselineFile | undefined,
  flags: ComplianceRunFlags,
  console: Console,
): Promise<JudgedCompliance> => {
  if (!baseline || !flags.updateBaseline || interrupted !== undefined)
    return judgeSuiteCompliance(captures, { ...settings, ...(baseline ? { baseline: baseline.entries } : {}) });
  const { runs } = await judgeSuiteCompliance(captures, settings);
  if (runs.length === 0 || runs.some((run) => settleRun(run).state === "unreachable"))
    throw new UsageError(`${baseline.path} was not written: nothing was judged that it could be made from`);
  const failing = failingRules(runs, baseline.entries);
  const text = updateBaseline(baseline.text, failing);
  const entries = readBaseline(text, baseline.path);
  openOutputFile(baseline.path).commit(text);
  if (!flags.quiet)
    console.err(
      `wrote ${baseline.path}: ${entries.length === 0 ? "nothing fails; the file may go" : `${entries.length} known to fail`}\n`,
    );
  return judgeSuiteCompliance(captures, { ...settings, baseline: entries });
};

const render = (result: ComplianceResult, reporter: Reporter, paper: Paper, flags: ComplianceRunFlags): string => {
  switch (reporter) {
    case "pretty":
      return renderCompliancePretty(result, { ...paper, quiet: flags.quiet ?? false, verbose: flags.verbose ?? false });
    case "json":
      return renderComplianceJson(result);
    default:
      return renderFindings(complianceFindings(result), reporter);
  }
};
