import { defined } from "../../base/defined.ts";
import { TOOL } from "../../base/version.ts";
import { isBlind, isSeenWhole } from "../../judge/judged.ts";
import type { Revision } from "../../protocol/revision.ts";
import { render } from "../../report/render.ts";
import {
  type Gate,
  GRADE_GATES,
  isBelowGrade,
  isGradeGate,
  isRuleGate,
  RULE_GATES,
  strictest,
} from "../../scores/result/gate.ts";
import type { ComplianceSettings } from "../../suite/judge/compliance-settings.ts";
import type { FailLevel } from "../../suite/judge/decide.ts";
import {
  failingRules,
  type JudgedCompliance,
  judgeSuiteCompliance,
  serversToProbe,
} from "../../suite/judge/judge-compliance.ts";
import { settleRun } from "../../suite/judge/run-compliance.ts";
import { scorecardOf } from "../../suite/judge/scorecard.ts";
import type { Suite, SuiteCompliance } from "../../suite/suite.ts";
import type { ComplianceResult } from "../../suite/suite-result.ts";
import { complianceRunView } from "../../suite/view/compliance-run-view.ts";
import type { complianceRun } from "../commands/compliance.ts";
import type { CallOf, FlagsFor } from "../commands/define-command.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { openOutputFile } from "../files/output-file.ts";
import { readCaptureFile } from "../files/read-capture-file.ts";
import { readGates } from "../flags/gate-flag.ts";
import { probeRequest, readRevision } from "../flags/probe-flags.ts";
import { REPORTERS, readReporters, writeReports } from "../flags/reporter-flags.ts";
import {
  type BaselineFile,
  nothingToWrite,
  openBaseline,
  openScorecard,
  updatedBaseline,
  writeBaseline,
} from "../suite/compliance-files.ts";
import { exitOfLanes } from "../suite/exit-code.ts";
import { type ProbedServers, probeServers } from "../suite/probe-servers.ts";
import { oneLineErrors, openBook, openSuite } from "../suite/suite-file.ts";
import { type SuiteTargets, suiteTargets } from "../suite/suite-targets.ts";
import { refuseServer, type ServerArguments, targetFrom } from "../target/target-flags.ts";
import type { Console } from "../terminal/console.ts";
import { UsageError } from "../usage-error.ts";

type ComplianceRunFlags = FlagsFor<typeof complianceRun>;

/** The name of a bare target inside a run. */
const BARE = "target";
/** A bare target is judged as a suite that names no tests. */
const WHOLE_CORPUS: SuiteCompliance = { servers: [BARE] };

/** `mcptest compliance run`: the rules of a revision, or the tests of a suite, and a grade. */
export const runComplianceRun = async ({ flags, server, console }: CallOf<typeof complianceRun>): Promise<ExitCode> => {
  const reporters = readReporters(flags, REPORTERS);
  const pin = readPin(flags);
  const given = flags.failOn === undefined ? undefined : readGates(flags.failOn, [...RULE_GATES, ...GRADE_GATES]);
  const book = await openBook(flags.registry);
  const named = server.url !== undefined && /\.ya?ml$/i.test(server.url) && !server.url.includes("://");
  const file = suitePath(named ? { ...flags, fromSuite: flags.fromSuite ?? server.url } : flags);
  const suite = file === undefined ? undefined : await openSuite(file, book);
  const compliance = suite ? complianceOf(suite) : WHOLE_CORPUS;
  // Of what the suite asks for, tiers and lanes are not looked at here.
  const gates = given ?? suite?.failOn?.filter((gate) => isRuleGate(gate) || isGradeGate(gate));
  const besides = named ? { ...server, url: undefined } : server;
  const recording = flags.capture === undefined ? undefined : recordingOf(flags.capture, compliance, besides, flags);
  const targets =
    recording?.targets ??
    (await (suite ? suiteTargets(suite, flags, besides, console) : bareTarget(flags, server, console)));
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
    red: redLevel(gates, baseline !== undefined, suite !== undefined),
    ...defined({ pinned, saved }),
    ...(suite ? { spot: ({ path }) => suite.spot(path) } : {}),
  };
  const scorecard = flags.saveScorecard === undefined ? undefined : openOutputFile(flags.saveScorecard);
  const tools = flags.tools === undefined ? suite?.tools : undefined;
  const probed =
    recording?.probed ??
    (await probeServers(
      new Map(asked.map((name) => [name, targets.target(name)])),
      { ...probeRequest(flags), ...defined({ revision: pinned, tools }) },
      flags,
      console,
    ));
  const judged = await oneLineErrors(() => judgeWith(probed, settings, baseline, flags, console), file);
  const runs = judged.runs.map((run) => ({
    ...run,
    server: flags.serverLabel ?? (suite ? run.server : null),
    notes: [
      ...(suite?.notes ?? []),
      ...run.notes,
      ...(probed.interrupted === undefined ? [] : ["the run was interrupted"]),
    ],
  }));
  const states = judged.runs.map((run) => settleRun(run).state);
  const code = belowGrade(judged, gates) ?? exitOfLanes(states, judged.gates, judged.runs.some(isBlind));
  const result: ComplianceResult = {
    format: "mcptest-compliance/1",
    tool: TOOL,
    suite: file ?? null,
    ok: code === EXIT.ok && probed.interrupted === undefined,
    runs,
    gates: judged.gates,
  };
  writeReports(reporters, (reporter, print) => render(complianceRunView, result, reporter, print), console);
  // A server that was not seen as a whole says nothing a later run could be compared with.
  if (runs.every(({ outcome }) => isSeenWhole(outcome)) && probed.interrupted === undefined)
    scorecard?.commit(`${JSON.stringify(scorecardOf(result), null, 2)}\n`);
  return probed.interrupted ?? code;
};

const suitePath = ({ fromSuite, config }: ComplianceRunFlags): string | undefined => {
  if (fromSuite !== undefined && config !== undefined && fromSuite !== config)
    throw new UsageError("--from-suite and --config mean the same and name two files; keep one");
  return fromSuite ?? config;
};

const complianceOf = (suite: Suite): SuiteCompliance => {
  if (suite.compliance) return suite.compliance;
  throw new UsageError(
    `${suite.file} has no compliance block; add one, or run its other blocks with mcptest run --config ${suite.file}`,
  );
};

const readPin = ({ revision }: ComplianceRunFlags): Revision | undefined => {
  const wanted = readRevision(revision);
  if (wanted === "all") throw new UsageError("--revision all has no single grade; name one revision");
  return wanted;
};

/** A suite gates by default; a bare target only if told to. */
const redLevel = (gates: readonly Gate[] | undefined, withBaseline: boolean, withSuite: boolean): FailLevel => {
  const named = gates && strictest(gates);
  if (named !== undefined) return named;
  if (withBaseline) return "any";
  return withSuite && gates === undefined ? "must" : "never";
};

const belowGrade = ({ runs }: JudgedCompliance, gates: readonly Gate[] = []): ExitCode | undefined =>
  gates.some(
    (gate) =>
      isGradeGate(gate) && runs.some(({ compliance: { grade } }) => grade !== null && isBelowGrade(grade, gate)),
  )
    ? EXIT.failed
    : undefined;

/** A saved capture in place of a server: what was recorded is judged, and nothing is contacted. */
const recordingOf = (
  file: string,
  compliance: SuiteCompliance,
  server: ServerArguments,
  flags: ComplianceRunFlags,
): { readonly targets: SuiteTargets; readonly probed: ProbedServers } => {
  refuseServer(server, flags);
  const names = serversToProbe(compliance);
  const [name, ...others] = names;
  if (name === undefined || others.length > 0)
    throw new UsageError(`--capture is the session of one server, and the suite is about ${names.join(", ")}`);
  const target = (): never => {
    throw new UsageError("--capture contacts no server");
  };
  return {
    targets: { names, target, targetFor: target },
    probed: { captures: new Map([[name, readCaptureFile(file)]]) },
  };
};

const bareTarget = async (
  flags: ComplianceRunFlags,
  server: ServerArguments,
  console: Console,
): Promise<SuiteTargets | undefined> => {
  const target = await targetFrom(flags, server, console);
  return target && { names: [BARE], target: () => target, targetFor: () => target };
};

/** With --update-baseline the file is written first and the run judged by it; an interrupted run writes nothing. */
const judgeWith = async (
  { captures, interrupted }: ProbedServers,
  settings: ComplianceSettings,
  baseline: BaselineFile | undefined,
  flags: ComplianceRunFlags,
  console: Console,
): Promise<JudgedCompliance> => {
  if (!baseline || !flags.updateBaseline || interrupted !== undefined)
    return judgeSuiteCompliance(captures, { ...settings, ...defined({ baseline: baseline?.entries }) });
  const { runs } = await judgeSuiteCompliance(captures, settings);
  if (runs.length === 0 || runs.some(({ outcome }) => !isSeenWhole(outcome))) throw nothingToWrite(baseline);
  const update = updatedBaseline(baseline, failingRules(runs, baseline.entries, settings.book.withdrawn));
  writeBaseline(baseline, update, flags, console);
  return judgeSuiteCompliance(captures, { ...settings, baseline: update.entries });
};
