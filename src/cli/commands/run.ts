import { revisionOfVersion } from "../../corpus/sep-versions.ts";
import type { ConformanceCorpora } from "../../corpus-io/resolve-conformance.ts";
import type { Capture } from "../../model/capture.ts";
import type { Revision } from "../../model/revision.ts";
import type { LaneResult, SuiteResult } from "../../model/suite-result.ts";
import { renderSuiteJson } from "../../report/suite/json.ts";
import { renderSuitePretty } from "../../report/suite/pretty.ts";
import { suiteFindings } from "../../report/suite/to-findings.ts";
import { runFindings } from "../../report/compliance-run/to-findings.ts";
import { type JudgedCompliance, judgeSuiteCompliance, serversToProbe } from "../../suite/judge-compliance.ts";
import type { RuleBook } from "../../suite/rule-book.ts";
import { settleRun } from "../../suite/run-compliance.ts";
import type { Suite } from "../../suite/suite.ts";
import { TOOL } from "../../version.ts";
import type { Console } from "../console.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { findCorpora, loadCorpus, sayMissing } from "../find-corpora.ts";
import { type ProbeFlags, probeRequest } from "../probe-flags.ts";
import { type Paper, readReporters, REPORTERS, type Reporter, type ReporterFlags, writeReports } from "../reporters.ts";
import { askRevision } from "../suite/asked-revision.ts";
import { openBaseline, openScorecard } from "../suite/compliance-files.ts";
import { exitOfLanes } from "../suite/exit-code.ts";
import { auditLane, conformanceLane, invariantsLane } from "../suite/lanes.ts";
import { probeServers } from "../suite/probe-servers.ts";
import { renderFindings } from "../suite/render-findings.ts";
import { suiteRequest } from "../suite/suite-request.ts";
import { findSuiteFile, oneLineErrors, openBook, openSuite } from "../suite/suite-file.ts";
import { suiteTargets } from "../suite/suite-targets.ts";
import type { TargetFlags } from "../target-flags.ts";
import { UsageError } from "../usage-error.ts";

export interface SuiteFlags extends TargetFlags, ProbeFlags, ReporterFlags {
  readonly config?: string;
  readonly registry?: string;
  readonly save?: string;
}

/** `mcptest run`: every lane of a suite over one probe of each server. */
export const runSuite = async (
  flags: SuiteFlags,
  url: string | undefined,
  command: readonly string[],
  console: Console,
): Promise<ExitCode> => {
  const reporters = readReporters(flags, REPORTERS, "pretty");
  const file = findSuiteFile(flags.config);
  const book = await openBook(flags.registry);
  const { suite, pinned, notes } = askRevision(await openSuite(file, book), flags.revision);
  if (!suite.compliance && !suite.conformance && !suite.audit && !suite.invariants)
    throw new UsageError(`${file} declares nothing to run; add compliance:, conformance:, audit: or invariants:`);
  const targets = suiteTargets(suite, flags, url, command, console);
  if (!targets) return EXIT.ok;
  const corpora = suite.conformance && (await corporaOf(suite, console));
  if (suite.conformance && !corpora) return EXIT.corpusMissing;
  const files = { baseline: await openBaseline(undefined, suite, false), saved: openScorecard(suite) };
  const names = serversOf(suite).filter((name) => targets.names.includes(name));
  const { captures, interrupted } = await probeServers(
    new Map(names.map((name) => [name, targets.target(name)])),
    suiteRequest(suite, probeRequest(flags), flags),
    { quiet: flags.quiet ?? false, ...(flags.save === undefined ? {} : { save: flags.save }) },
    console,
  );
  const compliance = await oneLineErrors(() => judgeBlock(suite, captures, { ...files, book, pinned }), file);
  const lanes = [
    ...compliance.runs.map(
      (run): LaneResult => ({
        lane: "compliance",
        servers: run.server === null ? [] : [run.server],
        ...settleRun(run),
        report: runFindings(run, TOOL),
      }),
    ),
    ...(await otherLanes(suite, captures, corpora)),
  ];
  const code = exitOfLanes(
    lanes.map(({ state }) => state),
    compliance.gates,
  );
  const result: SuiteResult = {
    format: "mcptest-suite-result/1",
    tool: TOOL,
    suite: file,
    name: suite.name ?? null,
    ok: code === EXIT.ok && interrupted === undefined,
    lanes,
    gates: compliance.gates,
    notes: [...notes, ...(interrupted === undefined ? [] : ["the run was interrupted"])],
  };
  writeReports(reporters, (reporter, paper) => render(result, reporter, paper, flags), console);
  return interrupted ?? code;
};

/** Every server that some lane looks at, in the order of the suite. */
const serversOf = ({ servers, compliance, conformance, audit, invariants }: Suite): readonly string[] => {
  const wanted = new Set([
    ...(compliance ? serversToProbe(compliance) : []),
    ...[conformance, audit, invariants].flatMap((lane) => lane?.servers ?? []),
  ]);
  return [...servers.keys()].filter((name) => wanted.has(name));
};

/** Found, and read once, before a server is troubled. */
const corporaOf = async (suite: Suite, console: Console): Promise<ConformanceCorpora | undefined> => {
  const { targetVersion, corpusDir } = suite.conformance ?? {};
  const place = corpusDir === undefined ? {} : { corpusDir: suite.resolve(corpusDir) };
  const corpora = findCorpora(place);
  const version = targetVersion ?? corpora.versions[0];
  const missing = version === undefined ? !corpora.anyVersion : corpora.sourceOf(version) === undefined;
  if (missing) {
    sayMissing(targetVersion, corpora, place, console);
    return undefined;
  }
  if (version !== undefined && revisionOfVersion(version) !== undefined) await loadCorpus(corpora, version);
  return corpora;
};

interface JudgedBy {
  readonly book: RuleBook;
  readonly pinned: Revision | undefined;
  readonly baseline: Awaited<ReturnType<typeof openBaseline>>;
  readonly saved: ReturnType<typeof openScorecard>;
}

const judgeBlock = async (
  suite: Suite,
  captures: ReadonlyMap<string, Capture>,
  { book, pinned, baseline, saved }: JudgedBy,
): Promise<JudgedCompliance> => {
  if (!suite.compliance) return { runs: [], gates: [] };
  return judgeSuiteCompliance(captures, {
    book,
    compliance: suite.compliance,
    red: baseline ? "any" : "must",
    ...(pinned ? { pinned } : {}),
    ...(baseline ? { baseline: baseline.entries } : {}),
    ...(saved ? { saved } : {}),
    spot: ({ path }) => suite.spot(path),
  });
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

const render = (result: SuiteResult, reporter: Reporter, paper: Paper, flags: SuiteFlags): string => {
  switch (reporter) {
    case "pretty":
      return renderSuitePretty(result, { ...paper, quiet: flags.quiet ?? false, verbose: flags.verbose ?? false });
    case "json":
      return renderSuiteJson(result);
    default:
      return renderFindings(suiteFindings(result), reporter);
  }
};
