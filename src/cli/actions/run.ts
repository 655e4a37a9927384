import type { ProbeRequest } from "../../areas/probe-target.ts";
import { defined } from "../../base/defined.ts";
import { TOOL } from "../../base/version.ts";
import type { Capture } from "../../capture/capture.ts";
import { revisionOfVersion } from "../../judge/corpus/sep-versions.ts";
import type { ConformanceCorpora } from "../../judge/corpus-files/resolve-conformance.ts";
import { isBlind } from "../../judge/judged.ts";
import type { Revision } from "../../protocol/revision.ts";
import type { GateResult } from "../../report/gate-result.ts";
import { render } from "../../report/render.ts";
import { type Gate, isRuleGate, strictest } from "../../scores/result/gate.ts";
import type { FailLevel } from "../../suite/judge/decide.ts";
import { type FailOnRequest, settleFailOn } from "../../suite/judge/fail-on-gate.ts";
import { judgeSuiteCompliance, serversToProbe } from "../../suite/judge/judge-compliance.ts";
import { settleRun } from "../../suite/judge/run-compliance.ts";
import type { Suite } from "../../suite/suite.ts";
import type { LaneResult, SuiteResult } from "../../suite/suite-result.ts";
import { runReport } from "../../suite/view/compliance-run-report.ts";
import { suiteView } from "../../suite/view/suite-view.ts";
import type { CallOf, FlagsFor } from "../commands/define-command.ts";
import type { run } from "../commands/suite.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { type ProbeFlags, probeRequest, readRevision } from "../flags/probe-flags.ts";
import { REPORTERS, readReporters, writeReports } from "../flags/reporter-flags.ts";
import { openBaseline, openScorecard } from "../suite/compliance-files.ts";
import { exitOfLanes } from "../suite/exit-code.ts";
import { runFunctional } from "../suite/functional-tests.ts";
import { auditLane, conformanceLane, invariantsLane } from "../suite/lanes.ts";
import { planSuite } from "../suite/plan-suite.ts";
import { probeServers } from "../suite/probe-servers.ts";
import { saveTestCaptures } from "../suite/save-test-captures.ts";
import { corporaOf, withReleasedTarget } from "../suite/suite-corpora.ts";
import { findSuiteFile, oneLineErrors, openBook, openSuite } from "../suite/suite-file.ts";
import { suiteTargets } from "../suite/suite-targets.ts";
import { UsageError } from "../usage-error.ts";

type SuiteFlags = FlagsFor<typeof run>;

/** `mcptest run`: every lane of a suite over one probe of each server, and its functional tests in sessions of their own. */
export const runSuite = async ({ flags, server, console }: CallOf<typeof run>): Promise<ExitCode> => {
  const reporters = readReporters(flags, REPORTERS);
  const file = findSuiteFile(flags.config);
  const book = await openBook(flags.registry);
  const { suite, pinned, notes } = applyRevisionFlag(withReleasedTarget(await openSuite(file, book)), flags.revision);
  const judgesProbe = [
    suite.compliance,
    suite.conformance,
    suite.audit,
    suite.invariants,
    suite.failOn,
    suite.lock,
    suite.maxTokens,
  ].some(Boolean);
  if (!judgesProbe && !suite.tests)
    throw new UsageError(
      `${file} has nothing to run; add a tests:, compliance:, conformance:, audit: or invariants: block, or fail_on:, lock: or max_tokens:`,
    );
  refuseTestFlags(suite, flags);
  const targets = await suiteTargets(suite, flags, server, console);
  if (!targets) return EXIT.ok;
  const corpora = suite.conformance && (await corporaOf(suite, suite.conformance, console));
  if (suite.conformance && !corpora) return EXIT.corpusMissing;
  const baseline = await openBaseline(undefined, suite, false);
  const saved = openScorecard(suite);
  const surface = await openSurfaceGates(suite);
  const names = serversOf(suite).filter((name) => targets.names.includes(name));
  const request = suiteRequest(suite, probeRequest(flags), flags);
  if (flags.plan)
    return planSuite(suite, new Map(names.map((name) => [name, targets.target(name)])), request, flags, console);
  const functional = suite.tests && (await runFunctional(suite, suite.tests, targets, request, flags, console));
  if (functional) saveTestCaptures(functional.captures, flags, judgesProbe, console);
  const { captures, interrupted = functional?.interrupted } =
    functional?.interrupted === undefined
      ? await probeServers(new Map(names.map((name) => [name, targets.target(name)])), request, flags, console)
      : { captures: new Map<string, Capture>() };
  const compliance = await oneLineErrors(
    () =>
      suite.compliance
        ? judgeSuiteCompliance(captures, {
            book,
            compliance: suite.compliance,
            red: redLevel(suite, baseline !== undefined),
            ...defined({ pinned, baseline: baseline?.entries, saved }),
            spot: ({ path }) => suite.spot(path),
          })
        : { runs: [], gates: [] },
    file,
  );
  const lanes = [
    ...(functional?.lanes ?? []),
    ...compliance.runs.map(
      (run): LaneResult => ({
        lane: "compliance",
        servers: run.server === null ? [] : [run.server],
        ...settleRun(run),
        report: runReport(run, TOOL),
      }),
    ),
    ...(await otherLanes(suite, captures, corpora)),
  ];
  const failOn =
    suite.failOn && (await settleFailOn(captures, failOnRequest(suite.failOn, baseline !== undefined, pinned)));
  const gates = [...compliance.gates, ...(failOn ? [failOn.gate] : []), ...(await surface(captures))];
  const code = exitOfLanes(
    [...lanes.map(({ state }) => state), ...(failOn?.states ?? [])],
    gates,
    compliance.runs.some(isBlind),
  );
  const result: SuiteResult = {
    format: "mcptest-suite-result/1",
    tool: TOOL,
    suite: file,
    name: suite.name ?? null,
    ok: code === EXIT.ok && interrupted === undefined,
    lanes,
    gates,
    notes: [
      ...suite.notes,
      ...notes,
      ...(functional?.notes ?? []),
      ...(interrupted === undefined ? [] : ["the run was interrupted"]),
    ],
  };
  writeReports(reporters, (reporter, print) => render(suiteView, result, reporter, print), console);
  return interrupted ?? code;
};

/** Flags that say nothing in a suite without functional tests. */
const refuseTestFlags = ({ tests, file }: Suite, { grep, shard, updateSnapshots }: SuiteFlags): void => {
  if (tests) return;
  const given = Object.entries({ "--grep": grep, "--shard": shard, "--update-snapshots": updateSnapshots });
  const [flag] = given.find(([, value]) => value !== undefined) ?? [];
  if (flag !== undefined) throw new UsageError(`${flag} is about functional tests, and ${file} has no tests: block`);
};

/** What fails a whole corpus; tests that were written down one by one always count. */
const redLevel = ({ failOn }: Suite, withBaseline: boolean): FailLevel => {
  if (failOn) return strictest(failOn) ?? (withBaseline ? "any" : "never");
  return withBaseline ? "any" : "must";
};

/** The baseline applies the gates about rules, one by one. */
const failOnRequest = (
  gates: readonly Gate[],
  withBaseline: boolean,
  revision: Revision | undefined,
): FailOnRequest => ({
  tool: TOOL,
  gates: withBaseline ? gates.filter((gate) => !isRuleGate(gate)) : gates,
  revision,
});

/** Every server that a lane needs, in the order of the suite. */
const serversOf = ({ servers, compliance, conformance, audit, invariants, ...gates }: Suite): readonly string[] => {
  if (gates.failOn || gates.lock || gates.maxTokens !== undefined) return [...servers.keys()];
  const wanted = new Set([
    ...(compliance ? serversToProbe(compliance) : []),
    ...[conformance, audit, invariants].flatMap((lane) => lane?.servers ?? []),
  ]);
  return [...servers.keys()].filter((name) => wanted.has(name));
};

const otherLanes = async (
  { conformance, audit, invariants }: Suite,
  captures: ReadonlyMap<string, Capture>,
  corpora: ConformanceCorpora | undefined,
): Promise<readonly LaneResult[]> => {
  const lanes: LaneResult[] = [];
  const over = (names: readonly string[]): (readonly [string, Capture])[] =>
    names.flatMap((name) => {
      const capture = captures.get(name);
      return capture ? [[name, capture] as const] : [];
    });
  for (const [name, capture] of over(conformance?.servers ?? [])) {
    const lane = conformance && corpora && (await conformanceLane(name, capture, conformance, corpora));
    if (lane) lanes.push(lane);
  }
  for (const [name, capture] of over(audit?.servers ?? [])) if (audit) lanes.push(auditLane(name, capture, audit));
  const judged = new Map(over(invariants?.servers ?? []));
  if (invariants && judged.size > 0) lanes.push(invariantsLane(judged, invariants));
  return lanes;
};

/**
 * One probe serves all lanes: it uses the revision they are pinned to, or every revision if their pins differ, and
 * calls as many tools as the most demanding lane needs. The command line wins.
 */
const suiteRequest = (suite: Suite, request: ProbeRequest, flags: ProbeFlags): ProbeRequest => {
  const { specVersion } = suite.compliance ?? {};
  const { targetVersion } = suite.conformance ?? {};
  const scored = targetVersion === undefined ? undefined : revisionOfVersion(targetVersion);
  const wanted = [...new Set([specVersion, scored].flatMap((revision) => revision ?? []))];
  const revision = flags.revision === undefined ? (wanted.length > 1 ? ("all" as const) : wanted[0]) : request.revision;
  const tools = suite.tools ?? (suite.audit ? "reading" : undefined);
  return { ...request, ...defined({ revision, tools: flags.tools === undefined ? tools : undefined }) };
};

type SettleGates = (captures: ReadonlyMap<string, Capture>) => Promise<readonly GateResult[]>;

/** `lock` and `max_tokens` of a suite. The lock is read before anything is probed; what they need is loaded only for them. */
const openSurfaceGates = async ({ lock, maxTokens, resolve }: Suite): Promise<SettleGates> => {
  if (!lock && maxTokens === undefined) return async () => [];
  const [{ readLockFile }, { settleLock, settleMaxTokens }, { loadTokenizer }] = await Promise.all([
    import("../files/lock-file.ts"),
    import("../../suite/judge/surface-gates.ts"),
    import("../../scores/result/tokens.ts"),
  ]);
  const held = lock && { ...lock, lock: readLockFile(resolve(lock.file)) };
  const tokenizer = maxTokens === undefined ? undefined : await loadTokenizer();
  return async (captures) => [
    ...(held ? [await settleLock(captures, held)] : []),
    ...(maxTokens !== undefined && tokenizer ? [await settleMaxTokens(captures, maxTokens, tokenizer)] : []),
  ];
};

interface PinnedSuite {
  readonly suite: Suite;
  /** The revision the compliance block is judged by. */
  readonly pinned?: Revision;
  readonly notes: readonly string[];
}

/**
 * `--revision` overrides every pin of a suite: what is probed is also what is judged. `all` only probes more, so the
 * pins stay. The compliance run itself reports that its pin was overridden.
 */
const applyRevisionFlag = (suite: Suite, flag: string | undefined): PinnedSuite => {
  const asked = readRevision(flag);
  const own = suite.compliance?.specVersion;
  if (asked === undefined || asked === "all") return { suite, ...defined({ pinned: own }), notes: [] };
  const version = suite.conformance?.targetVersion;
  if (!suite.conformance || version === undefined || version === asked) return { suite, pinned: asked, notes: [] };
  return {
    suite: { ...suite, conformance: { ...suite.conformance, targetVersion: asked } },
    pinned: asked,
    notes: [`the conformance lane was judged by ${asked}, as --revision asks, instead of the ${version} in the suite`],
  };
};
