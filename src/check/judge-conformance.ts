import { newestSpoken, revisionOfVersion } from "../corpus/sep-versions.ts";
import type { ConformanceCorpora } from "../corpus-io/resolve-conformance.ts";
import { judgeChecks } from "../judge/conformance/judge-checks.ts";
import { spokenIn } from "../judge/conformance/spoken.ts";
import type { Capture } from "../model/capture.ts";
import type { ConformanceResult, SepCorpus, SepMapping } from "../model/conformance.ts";
import type { Result } from "../model/result.ts";
import { type Revision, wireVersion } from "../model/revision.ts";
import { scoreChecks } from "../score/conformance.ts";
import { type JudgedSession, judgeSession } from "./judge-session.ts";
import { shownExchanges } from "./shown-exchanges.ts";

export interface ConformanceRequest {
  readonly tool: Result["tool"];
  readonly corpora: ConformanceCorpora;
  readonly mapping: SepMapping;
  /** Score against this version of the corpus; by default the newest that the server speaks. */
  readonly version?: string | undefined;
  /** Verdicts that are at hand already; used if they are of the right revision. */
  readonly judged?: JudgedSession | undefined;
}

/** What the checks of a SEP corpus say about a capture. Undefined: there is no corpus at all. */
export const judgeConformance = async (
  capture: Capture,
  { tool, corpora, mapping, version: wanted, judged }: ConformanceRequest,
): Promise<ConformanceResult | undefined> => {
  const spoken = spokenIn(capture);
  const version = wanted ?? chooseVersion(corpora, spoken);
  if (version === undefined) return undefined;
  const corpus = await corpora.load(version);
  const revision = revisionToJudge(version, spoken);
  const session = revision && (judged?.revision === revision ? judged : await judgeSession(capture, revision));
  const checks = judgeChecks(capture, corpus, mapping, session?.verdicts);
  const score = scoreChecks(corpus, checks);
  const walled = capture.outcome === "auth-required";
  return {
    target_version: version,
    corpus_source: corpus.source,
    must: score.must,
    should: score.should,
    may: score.may,
    // What a wall shows of itself is not the server behind it.
    tier: walled ? null : score.tier,
    badge: walled ? null : score.badge,
    per_sep: score.per_sep,
    format: "mcptest-conformance/1",
    tool,
    target: capture.server_label,
    server: {
      info: capture.server_info ?? null,
      era: capture.era ?? null,
      transport: capture.transport ?? null,
      outcome: capture.outcome ?? null,
    },
    revision: revision ?? null,
    spoken,
    coverage: score.coverage,
    official_style: score.official_style,
    checks,
    exchanges: shownExchanges(
      capture,
      checks.filter(({ state }) => state === "fail"),
    ),
    notes: notesOf(capture, corpus, revision),
  };
};

/** Files without a version are taken for the newest the server speaks; without any answer the newest corpus is named. */
const chooseVersion = ({ versions, anyVersion }: ConformanceCorpora, spoken: readonly Revision[]): string | undefined =>
  newestSpoken(versions, spoken) ?? (anyVersion ? spoken.at(-1) : undefined) ?? versions[0];

/**
 * The revision by whose rules the capture is judged; undefined when the server answered and does not speak it. Where
 * nothing answered, or nothing is known, judging says why of each rule.
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
  ...(revision === undefined ? [`the server does not speak ${version}, so nothing of it was exercised`] : []),
  ...warnings,
  ...reader_notes,
];
