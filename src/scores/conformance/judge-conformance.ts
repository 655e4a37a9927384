import type { Capture } from "../../capture/capture.ts";
import type { ConformanceResult, SepCorpus, SepMapping } from "../../judge/corpus/conformance.ts";
import { newestSpoken, revisionOfVersion } from "../../judge/corpus/sep-versions.ts";
import type { ConformanceCorpora } from "../../judge/corpus-files/resolve-conformance.ts";
import { isSeenWhole } from "../../judge/judged.ts";
import { type JudgedSession, judgeSession, serverOf } from "../../judge/session/judge-session.ts";
import { type Revision, wireVersion } from "../../protocol/revision.ts";
import type { Result } from "../result/result.ts";
import { shownExchanges } from "../result/shown-exchanges.ts";
import { scoreChecks } from "./conformance.ts";
import { judgeChecks } from "./judge-check.ts";
import { spokenIn } from "./spoken-revisions.ts";

export interface ConformanceRequest {
  readonly tool: Result["tool"];
  readonly corpora: ConformanceCorpora;
  readonly mapping: SepMapping;
  /** The version of the corpus to score against; by default the newest that the server speaks. */
  readonly version?: string | undefined;
  /** Verdicts that exist already; used if they are by the right revision. */
  readonly judged?: JudgedSession | undefined;
}

/** Judges a capture by the checks of a corpus; undefined when there is no corpus at all. */
export const judgeConformance = async (
  capture: Capture,
  request: ConformanceRequest,
): Promise<ConformanceResult | undefined> => {
  const found = await scoreCapture(capture, request);
  if (!found) return undefined;
  const { notes, ...rest } = found;
  const failed = found.checks.filter(({ state }) => state === "fail");
  return { ...rest, exchanges: shownExchanges(capture, failed), notes };
};

/** The same without the exchanges that evidence points to. */
export const scoreCapture = async (
  capture: Capture,
  { tool, corpora, mapping, version: wanted, judged }: ConformanceRequest,
): Promise<Omit<ConformanceResult, "exchanges"> | undefined> => {
  const spoken = spokenIn(capture);
  const version = wanted ?? chooseVersion(corpora, spoken);
  if (version === undefined) return undefined;
  const corpus = await corpora.load(version);
  const revision = revisionToJudge(version, spoken);
  const unknown = wanted === undefined && spoken.length === 0;
  const session = revision && (await sessionBy(unknown ? null : revision, capture, judged));
  const checks = judgeChecks(capture, corpus, mapping, session?.verdicts);
  const score = scoreChecks(corpus, checks);
  const server = serverOf(capture, session?.verdicts ?? []);
  // How a server asks for credentials says nothing about the rest of it, and neither does half a session or a part of one.
  const scored = isSeenWhole(server.outcome) && !capture.asked;
  return {
    target_version: version,
    corpus_source: corpus.source,
    must: score.must,
    should: score.should,
    may: score.may,
    tier: scored ? score.tier : null,
    badge: scored ? score.badge : null,
    per_sep: score.per_sep,
    core: score.core,
    format: "mcptest-conformance/1",
    tool,
    target: capture.server_label,
    server,
    revision: revision ?? null,
    spoken,
    coverage: score.coverage,
    official_style: score.official_style,
    checks,
    notes: notesOf(capture, corpus, revision),
  };
};

/** The verdicts by a revision; null: where it is unknown which one the server speaks. */
const sessionBy = async (
  revision: Revision | null,
  capture: Capture,
  judged: JudgedSession | undefined,
): Promise<JudgedSession> => (judged?.revision === revision ? judged : judgeSession(capture, revision ?? undefined));

/** Files without a version count as the newest the server speaks; where nothing answered, the newest corpus is named. */
const chooseVersion = ({ versions, anyVersion }: ConformanceCorpora, spoken: readonly Revision[]): string | undefined =>
  newestSpoken(versions, spoken) ?? (anyVersion ? spoken.at(-1) : undefined) ?? versions[0];

/**
 * The revision to judge by; undefined when the server answered and does not speak it. Where nothing answered, or nothing
 * is known, each verdict says why.
 */
const revisionToJudge = (version: string, spoken: readonly Revision[]): Revision | undefined => {
  const revision = revisionOfVersion(version);
  if (revision === undefined || spoken.length === 0) return revision;
  return spoken.some((known) => known === revision || known === wireVersion(revision)) ? revision : undefined;
};

const notesOf = (
  { reader_notes = [] }: Capture,
  { version, warnings }: SepCorpus,
  revision: Revision | undefined,
): readonly string[] => [
  ...(revision === undefined ? [`the server does not speak ${version}, so none of its checks were exercised`] : []),
  ...warnings,
  ...reader_notes,
];
