import { clientCore } from "../corpus/client-core.ts";
import { mappedChecks } from "../corpus/sep-checks.ts";
import { newestSpoken, revisionOfVersion } from "../corpus/sep-versions.ts";
import { embeddedClientTexts } from "../corpus-io/embedded.ts";
import { clientProfile } from "../judge/core/client/profile.ts";
import { extensionsIn, judgeCheck, verdictsById } from "../judge/conformance/judge-check.ts";
import type { Capture } from "../model/capture.ts";
import type { ClientProfile } from "../model/client.ts";
import type { ConformanceResult, SepCorpus, SepMapping } from "../model/conformance.ts";
import { isSeenWhole } from "../model/judged.ts";
import { type Revision, wireVersion } from "../protocol/revision.ts";
import { scoreChecks } from "../score/conformance.ts";
import { type JudgedClient, judgeClient } from "./judge-client.ts";
import type { ConformanceRequest } from "./judge-conformance.ts";
import { shownExchanges } from "./shown-exchanges.ts";

export interface ClientConformanceRequest extends Omit<ConformanceRequest, "judged"> {
  /** Verdicts that exist already, by revision. */
  readonly judged?: JudgedClient["byRevision"] | undefined;
}

/** Judges the client of a capture by the checks of a corpus; undefined when there is no corpus at all. */
export const judgeClientConformance = async (
  capture: Capture,
  request: ClientConformanceRequest,
): Promise<ConformanceResult | undefined> => {
  const found = await scoreClient(capture, request);
  if (!found) return undefined;
  const { notes, ...rest } = found;
  const failed = found.checks.filter(({ state }) => state === "fail");
  return { ...rest, exchanges: shownExchanges(capture, failed), notes };
};

/** The same without the exchanges that evidence points to. */
export const scoreClient = async (
  capture: Capture,
  { tool, corpora, mapping, version: wanted, judged }: ClientConformanceRequest,
): Promise<Omit<ConformanceResult, "exchanges"> | undefined> => {
  const client = clientProfile(capture);
  const spoken = [...client.revisions].reverse();
  const version =
    wanted ?? newestSpoken(corpora.versions, spoken) ?? (corpora.anyVersion ? spoken.at(-1) : corpora.versions[0]);
  if (version === undefined) return undefined;
  const corpus = withClientCore(await corpora.load(version), mapping);
  const revision = revisionToJudge(version, spoken);
  const verdicts =
    revision && client.sessions > 0
      ? (judged?.get(revision) ?? (await judgeClient(capture, revision)).verdicts)
      : undefined;
  const context = {
    role: "client",
    verdicts: verdicts && verdictsById(verdicts),
    transport: transportOf(client),
    extensions: extensionsIn(client.capabilities ?? undefined),
  } as const;
  const checks = mappedChecks(corpus, mapping).map((row) => judgeCheck(row, context));
  const score = scoreChecks(corpus, checks);
  const outcome = client.sessions === 0 ? "unreachable" : (capture.outcome ?? null);
  // A client that was put through scenarios of somebody's choice was not seen as a whole.
  const scored = isSeenWhole(outcome) && !capture.asked;
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
    role: "client",
    tool,
    target: client.label,
    client,
    server: { info: null, era: capture.era ?? null, transport: client.transports[0] ?? null, outcome },
    revision: revision ?? null,
    spoken,
    coverage: score.coverage,
    official_style: score.official_style,
    checks,
    notes: [
      ...(revision === undefined ? [`the client does not speak ${version}, so none of its checks were exercised`] : []),
      ...(capture.asked?.scenarios ? ["only some scenarios were run, so there is no tier"] : []),
      ...corpus.warnings,
      ...(capture.reader_notes ?? []),
    ],
  };
};

/** The core of a corpus is about servers. A user's own folder has none, and gets none. */
const withClientCore = (corpus: SepCorpus, mapping: SepMapping): SepCorpus => {
  const revision = revisionOfVersion(corpus.version);
  if (corpus.source === "override" || revision === undefined) return corpus;
  const seps = mappedChecks({ ...corpus, core: { checks: [], exclusions: [] } }, mapping);
  return { ...corpus, core: clientCore(embeddedClientTexts(), revision, seps) };
};

/** The revision to judge by; undefined when clients spoke, and not in it. */
const revisionToJudge = (version: string, spoken: readonly Revision[]): Revision | undefined => {
  const revision = revisionOfVersion(version);
  if (revision === undefined || spoken.length === 0) return revision;
  return spoken.some((known) => known === revision || known === wireVersion(revision)) ? revision : undefined;
};

/** Where clients spoke over both, no row is ruled out for its transport. */
const transportOf = ({ transports }: ClientProfile): "http" | "stdio" | undefined => {
  const kinds = new Set(transports.map((one) => (one === "stdio" ? "stdio" : "http")));
  return kinds.size === 1 ? [...kinds][0] : undefined;
};
