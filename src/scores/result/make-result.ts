import { defined } from "../../base/defined.ts";
import { whenAsked } from "../../base/when-asked.ts";
import type { AskedPart, Capture } from "../../capture/capture.ts";
import { narrowed } from "../../judge/corpus/rule-selectors.ts";
import { embeddedTexts } from "../../judge/corpus-files/embedded.ts";
import { isSeenWhole } from "../../judge/judged.ts";
import { judgeSession, serverOf } from "../../judge/session/judge-session.ts";
import { originsOf } from "../../judge/session/origins.ts";
import { notSpokenLine, speaksRevision } from "../../judge/session/speaks-revision.ts";
import { LATEST_STATELESS, type Revision } from "../../protocol/revision.ts";
import { SERVER_CARD } from "../../protocol/server-card.ts";
import { describeAuthorization } from "../authorization/make-authorization.ts";
import { gradeCompliance, withoutGrade } from "../compliance/grade.ts";
import { judgeDiscoverability } from "../discoverability/judge-discoverability.ts";
import type { compareWithLock, LockToCheck } from "../lock/derive-lock.ts";
import type { deriveTokens } from "../tokens/derive-tokens.ts";
import type { Tokenizer } from "../tokens/tokens.ts";
import { captureDigest } from "./capture-digest.ts";
import { countVerdicts } from "./count-verdicts.ts";
import { deriveConformance, deriveExtensions, deriveInvariants, deriveTools, deriveUpgrade } from "./derive-lanes.ts";
import type { deriveCard, deriveSurface } from "./derive-surface.ts";
import { withLanes } from "./lanes.ts";
import { deriveOlder } from "./older-revisions.ts";
import type { Result } from "./result.ts";
import { deriveMatrix } from "./revision-matrix.ts";
import { shownExchanges } from "./shown-exchanges.ts";

export interface ResultRequest {
  readonly tool: Result["tool"];
  /** Judge by this revision instead of the one that was probed. */
  readonly revision?: Revision | undefined;
  /** Judge only these rules, or all but these, of what was asked. */
  readonly judge?: Pick<AskedPart, "only" | "skip"> | undefined;
  /** Count tokens with this instead of estimating them. */
  readonly tokenizer?: Tokenizer | undefined;
  /** More tokens than this fail. */
  readonly maxTokens?: number | undefined;
  /** Compare the surface with this lock. */
  readonly lock?: LockToCheck | undefined;
  /** Leaves out what only a report about one server shows: the older revisions that it negotiates, the digests of invariants' evidence. */
  readonly brief?: boolean | undefined;
}

/** Everything mcptest says about a capture. */
export const makeResult = async (
  capture: Capture,
  { tool, revision: wanted, judge = {}, ...extra }: ResultRequest,
): Promise<Result> => {
  const asked = narrowed(capture.asked, judge, embeddedTexts);
  const judged = await judgeSession(capture, wanted, asked);
  const { revision, verdicts, part } = judged;
  const server = serverOf(capture, verdicts);
  const graded = isSeenWhole(server.outcome) && asked === undefined;
  const matrix = await deriveMatrix(capture, judged, { graded, asked });
  // Who names a revision asks about that one alone.
  const hasOlder = !extra.brief && wanted === undefined && asked === undefined;
  const older = hasOlder ? await deriveOlder(capture, judged, matrix) : undefined;
  const authorization = await describeAuthorization(capture, revision ?? LATEST_STATELESS);
  // A server is not graded by a revision it does not speak; the verdicts are kept. An authorization server speaks none.
  const unspoken = !authorization && wanted !== undefined && speaksRevision(capture, wanted) === false;
  if (authorization)
    return finished(capture, verdicts, {
      ...{ format: "mcptest-result/1", tool, target: capture.server_label, server },
      observed_at: capture.started_at ?? null,
      ...(asked ? { partial: true as const, asked, left_out: part?.left_out ?? 0 } : {}),
      ...{ revision, revisions: null, verdicts, counts: countVerdicts(verdicts) },
      compliance: withoutGrade(gradeCompliance(verdicts)),
      ...{ conformance: null, invariants: [], discoverability: null, authorization, upgrade: null },
      ...{ exchanges: [], capture_sha256: null },
      notes: [...absentLines(part?.absent ?? [], revision), ...(capture.reader_notes ?? [])],
    });
  const compliance = gradeCompliance(unspoken ? [] : verdicts);
  const atWork = asked?.only || revision === null ? undefined : await deriveTools(capture, revision);
  const surface = asked?.only || revision === null ? undefined : await surfaceBlocks(capture, revision);
  const tokens = asked?.only || revision === null ? null : await countTokens(capture, extra.tokenizer);
  const lock = extra.lock && (await compareLock(capture, extra.lock));
  const card = asked?.only || revision === null || !hasCard(capture) ? [] : await compareCard(capture, revision);
  const extensions = revision === null ? [] : await deriveExtensions(capture, revision, verdicts);
  const shown = [
    ...verdicts,
    ...(older ?? []).flatMap(({ failures }) => failures),
    ...(atWork?.tool_findings ?? []),
    ...(surface?.safety ?? []).map(({ where }) => ({ evidence: [where] })),
  ];
  return finished(capture, shown, {
    format: "mcptest-result/1",
    tool,
    target: capture.server_label,
    server,
    ...commandOf(capture),
    observed_at: capture.started_at ?? null,
    sdk: originsOf(capture).sdk ?? null,
    ...(asked ? { partial: true as const, asked, left_out: part?.left_out ?? 0 } : {}),
    revision,
    ...(unspoken ? { spoken: false as const } : {}),
    revisions: capture.revisions ?? null,
    ...(matrix ? { matrix } : {}),
    ...(older ? { older } : {}),
    verdicts,
    counts: countVerdicts(verdicts),
    compliance: graded ? compliance : withoutGrade(compliance),
    conformance: unspoken || asked ? null : await deriveConformance(capture, tool, judged),
    // Who names rules wants to hear of those alone.
    invariants: asked?.only ? [] : deriveInvariants(capture, extra.brief),
    discoverability: asked?.only ? null : judgeDiscoverability(capture, server.outcome, asked !== undefined),
    ...(atWork ?? {}),
    ...(surface ?? {}),
    ...(tokens ? { tokens: { ...tokens, ...defined({ max: extra.maxTokens }) } } : {}),
    ...(lock ? { lock } : {}),
    ...(extensions.length > 0 ? { extensions } : {}),
    upgrade: asked ? null : await deriveUpgrade(capture, judged, server.outcome),
    // Both below.
    exchanges: [],
    capture_sha256: null,
    notes: [
      ...(unspoken ? [notSpokenLine(capture, wanted)] : []),
      ...absentLines(part?.absent ?? [], revision),
      ...card,
      ...(capture.reader_notes ?? []),
    ],
  });
};

/** With its lanes, and with the exchanges that evidence points to. */
const finished = (
  capture: Capture,
  shown: Parameters<typeof shownExchanges>[1],
  unsummed: Parameters<typeof withLanes>[0],
): Result => {
  const result = withLanes(unsummed);
  // Reports for machines and for other people show these; whoever reads one line does not wait for them.
  whenAsked(result, "exchanges", () => {
    // Whoever shows exchanges shows the digest too, and both are made of the same text.
    void result.capture_sha256;
    return shownExchanges(capture, shown);
  });
  whenAsked(result, "capture_sha256", () => captureDigest(capture));
  return result;
};

/** Loaded only here: who records needs nothing of it. */
const surfaceBlocks: typeof deriveSurface = async (capture, revision) =>
  (await import("./derive-surface.ts")).deriveSurface(capture, revision);

const countTokens: typeof deriveTokens = async (capture, tokenizer) =>
  (await import("../tokens/derive-tokens.ts")).deriveTokens(capture, tokenizer);

const compareLock: typeof compareWithLock = async (capture, lock) =>
  (await import("../lock/derive-lock.ts")).compareWithLock(capture, lock);

const hasCard = ({ exchanges }: Capture): boolean =>
  exchanges.some(({ step, http }) => step === SERVER_CARD.step && http?.status === 200);

const compareCard: typeof deriveCard = async (capture, revision) =>
  (await import("./derive-surface.ts")).deriveCard(capture, revision);

const commandOf = ({ target }: Capture): Pick<Result, "command"> =>
  target?.kind === "stdio" ? { command: defined({ words: target.command, cwd: target.cwd }) } : {};

const absentLines = (ids: readonly string[], revision: Revision | null): readonly string[] =>
  ids.map(
    (id) =>
      `${id} is no rule of ${revision ?? LATEST_STATELESS}, so it was not judged; mcptest explain ${id} names its revisions`,
  );
