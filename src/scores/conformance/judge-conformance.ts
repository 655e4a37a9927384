import type { Capture } from "../../capture/capture.ts";
import type { CheckedRole } from "../../judge/core/client.ts";
import type { Verdict } from "../../judge/core/verdict.ts";
import { clientCore } from "../../judge/corpus/client-core.ts";
import type { ConformanceResult, SepCorpus, SepMapping } from "../../judge/corpus/conformance.ts";
import { mappedChecks } from "../../judge/corpus/sep-checks.ts";
import { newestSpoken, revisionOfVersion } from "../../judge/corpus/sep-versions.ts";
import { embeddedMapping } from "../../judge/corpus-files/conformance-embedded.ts";
import { embeddedClientTexts } from "../../judge/corpus-files/embedded.ts";
import { type ConformanceCorpora, resolveConformance } from "../../judge/corpus-files/resolve-conformance.ts";
import { isSeenWhole } from "../../judge/judged.ts";
import { type Revision, wireVersion } from "../../protocol/revision.ts";
import { type JudgedSubject, judgeSubject } from "../result/judge-subject.ts";
import type { ConformanceBlock, Result } from "../result/result.ts";
import { shownExchanges } from "../result/shown-exchanges.ts";
import { describeSession, type Subject, subjectOf } from "../result/subject.ts";
import { scoreChecks } from "./conformance.ts";
import { type CheckContext, extensionsIn, judgeChecks, verdictsById } from "./judge-check.ts";

interface ConformanceScoring {
  readonly tool: Result["tool"];
  readonly corpora: ConformanceCorpora;
  readonly mapping: SepMapping;
  /** The version of the corpus to score against; by default the newest that the subject speaks. */
  readonly version?: string | undefined;
  /** Verdicts that exist already; used if they are by the right revision. */
  readonly judged?: JudgedSubject | undefined;
}

export interface ConformanceRequest extends Omit<ConformanceScoring, "judged"> {
  /** Whose side of the session is judged; by default the server's. */
  readonly role?: CheckedRole | undefined;
}

/** Judges one side of a capture by the checks of a corpus; undefined when there is no corpus at all. */
export const judgeConformance = async (
  capture: Capture,
  { role, ...request }: ConformanceRequest,
): Promise<ConformanceResult | undefined> => {
  const found = await scoreConformance(subjectOf(capture, role), request);
  if (!found) return undefined;
  const { notes, ...rest } = found;
  const failed = found.checks.filter(({ state }) => state === "fail");
  return { ...rest, exchanges: shownExchanges(capture, failed), notes };
};

/** The same without the exchanges that evidence points to. */
export const scoreConformance = async (
  subject: Subject,
  { tool, corpora, mapping, version: wanted, judged }: ConformanceScoring,
): Promise<Omit<ConformanceResult, "exchanges"> | undefined> => {
  const { capture, spoken } = subject;
  const version = wanted ?? chooseVersion(corpora, spoken);
  if (version === undefined) return undefined;
  const corpus = coreFor(subject, await corpora.load(version), mapping);
  const revision = revisionToJudge(version, spoken);
  const unknown = wanted === undefined && spoken.length === 0;
  const verdicts = await verdictsBy(subject, revision, unknown, judged);
  const checks = judgeChecks(corpus, mapping, checkContext(subject, verdicts));
  const score = scoreChecks(corpus, checks);
  const server = describeSession(subject, verdicts ?? []);
  // How a server asks for credentials says nothing about the rest of it, and neither does half a session or a part of one.
  const scored = isSeenWhole(server.outcome) && !capture.asked;
  const { must, should, may, per_sep, core, coverage, official_style } = score;
  return {
    ...{ target_version: version, corpus_source: corpus.source },
    ...{ must, should, may, tier: scored ? score.tier : null, badge: scored ? score.badge : null, per_sep, core },
    format: "mcptest-conformance/1",
    ...(subject.role === "client" ? { role: subject.role } : {}),
    tool,
    target: subject.label,
    ...(subject.role === "client" ? { client: subject.profile } : {}),
    server,
    revision: revision ?? null,
    spoken,
    ...{ coverage, official_style, checks },
    notes: notesOf(subject, corpus, revision),
  };
};

/** Files without a version count as the newest that is spoken; where nothing was said, the newest corpus is named. */
const chooseVersion = ({ versions, anyVersion }: ConformanceCorpora, spoken: readonly Revision[]): string | undefined =>
  newestSpoken(versions, spoken) ?? (anyVersion ? spoken.at(-1) : undefined) ?? versions[0];

/** The core that ships is about servers, so a client gets one of its own. A user's own folder has none, and gets none. */
const coreFor = ({ role }: Subject, corpus: SepCorpus, mapping: SepMapping): SepCorpus => {
  const revision = revisionOfVersion(corpus.version);
  if (role !== "client" || corpus.source === "override" || revision === undefined) return corpus;
  const seps = mappedChecks({ ...corpus, core: { checks: [], exclusions: [] } }, mapping);
  return { ...corpus, core: clientCore(embeddedClientTexts(), revision, seps) };
};

/**
 * The revision to judge by; undefined when something was said, and not in it. Where nothing was said, or nothing is known,
 * each verdict says why.
 */
const revisionToJudge = (version: string, spoken: readonly Revision[]): Revision | undefined => {
  const revision = revisionOfVersion(version);
  if (revision === undefined || spoken.length === 0) return revision;
  return spoken.some((known) => known === revision || known === wireVersion(revision)) ? revision : undefined;
};

/** The verdicts by a revision; `unknown`: where it is not known which one the server speaks. Of a client that said nothing there are none. */
const verdictsBy = async (
  subject: Subject,
  revision: Revision | undefined,
  unknown: boolean,
  judged: JudgedSubject | undefined,
): Promise<readonly Verdict[] | undefined> => {
  if (revision === undefined || (subject.role === "client" && subject.profile.sessions === 0)) return undefined;
  const wanted = unknown && subject.role !== "client" ? null : revision;
  return judged?.byRevision.get(wanted) ?? (await judgeSubject(subject, { revision: wanted ?? undefined })).verdicts;
};

const checkContext = (subject: Subject, verdicts: readonly Verdict[] | undefined): CheckContext => {
  const known = verdicts && verdictsById(verdicts);
  if (subject.role !== "client") {
    const { transport, server_capabilities } = subject.capture;
    return {
      role: "server",
      verdicts: known,
      transport: transport && wireOf(transport),
      extensions: extensionsIn(server_capabilities),
    };
  }
  const { transports, capabilities } = subject.profile;
  const wires = new Set(transports.map(wireOf));
  return {
    role: "client",
    verdicts: known,
    // Where clients spoke over both, no row is ruled out for its transport.
    transport: wires.size === 1 ? [...wires][0] : undefined,
    extensions: extensionsIn(capabilities ?? undefined),
  };
};

const wireOf = (transport: NonNullable<Capture["transport"]>): "http" | "stdio" =>
  transport === "stdio" ? "stdio" : "http";

const notesOf = (
  { role, capture: { reader_notes = [], asked } }: Subject,
  { version, warnings }: SepCorpus,
  revision: Revision | undefined,
): readonly string[] => [
  ...(revision === undefined
    ? [`the ${role === "client" ? role : "server"} does not speak ${version}, so none of its checks were exercised`]
    : []),
  // A client that was put through scenarios of somebody's choice was not seen as a whole.
  ...(role === "client" && asked?.scenarios ? ["only some scenarios were run, so there is no tier"] : []),
  ...warnings,
  ...reader_notes,
];

/**
 * The tier, judged only by the corpora that ship with the package: what a machine has in its cache must not change the
 * result of a capture.
 */
export const conformanceBlock = async (
  subject: Subject,
  known: Pick<ConformanceScoring, "tool" | "version" | "judged">,
): Promise<ConformanceBlock | null> => {
  const corpora = resolveConformance({});
  const found = await scoreConformance(subject, { ...known, corpora, mapping: await embeddedMapping() });
  return found ? toBlock(found) : null;
};

/** A conformance run as a part of a whole result. */
const toBlock = ({ checks, ...found }: Omit<ConformanceResult, "exchanges">): ConformanceBlock => {
  const { format: _format, role: _role, tool: _tool, target: _target, client: _client, ...block } = found;
  const { server: _server, spoken: _spoken, notes: _notes, ...kept } = block;
  const failed = checks
    .filter(({ state }) => state === "fail")
    .map(({ check, sep, level, rules }) => ({
      check,
      sep,
      level,
      rules: rules.filter(({ state }) => state === "fail").map(({ id }) => id),
    }));
  return { ...kept, failed };
};
