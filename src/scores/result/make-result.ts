import { defined } from "../../base/defined.ts";
import type { AskedPart, Capture } from "../../capture/capture.ts";
import { digestOf } from "../../capture/digest.ts";
import type { CheckedRole } from "../../judge/core/client.ts";
import { narrowed } from "../../judge/corpus/rule-selectors.ts";
import { embeddedExtensions, embeddedTexts } from "../../judge/corpus-files/embedded.ts";
import { extensionStandings } from "../../judge/extensions/standing.ts";
import { judgeInvariants } from "../../judge/invariants/judge-invariants.ts";
import { isSeenWhole } from "../../judge/judged.ts";
import { judgeContextFor } from "../../judge/session/judge-context.ts";
import { originsOf } from "../../judge/session/origins.ts";
import { LATEST_STATELESS, type Revision } from "../../protocol/revision.ts";
import { SERVER_CARD } from "../../protocol/server-card.ts";
import { gradeCompliance, withoutGrade } from "../compliance/grade.ts";
import { conformanceBlock } from "../conformance/judge-conformance.ts";
import type { Tokenizer } from "../tokens/tokens.ts";
import { judgeTools } from "../tools/judge-tools.ts";
import { summarizeUpgrade } from "../upgrade/judge-upgrade.ts";
import { describeAuthorization } from "./authorization.ts";
import { captureDigest } from "./capture-digest.ts";
import { countVerdicts } from "./count-verdicts.ts";
import { judgeDiscoverability } from "./discoverability.ts";
import { type JudgedSubject, judgeSubject } from "./judge-subject.ts";
import type { LockToCheck } from "./lock.ts";
import { deriveMatrix, deriveOlder, notSpokenLine, speaksRevision } from "./other-revisions.ts";
import type { AuthorizationServerResult, ClientResult, Result, ServerResult } from "./result.ts";
import { scoresOf, type Unscored } from "./scores.ts";
import { shownExchanges } from "./shown-exchanges.ts";
import {
  type AuthorizationServerSubject,
  type ClientSubject,
  describeSession,
  type ServerSubject,
  type Subject,
  subjectOf,
} from "./subject.ts";

export interface ResultRequest {
  readonly tool: Result["tool"];
  /** Whose side of the session is judged; by default the server's. */
  readonly role?: CheckedRole | undefined;
  /** Judge by this revision instead of the one that was probed; of a client, only what was said in it. */
  readonly revision?: Revision | undefined;
  /** Judge only these rules, or all but these, of what was asked. */
  readonly judge?: Pick<AskedPart, "only" | "skip"> | undefined;
  /** Count tokens with this instead of estimating them. */
  readonly tokenizer?: Tokenizer | undefined;
  /** More tokens than this fail. */
  readonly maxTokens?: number | undefined;
  /** Compare the surface with this lock. */
  readonly lock?: LockToCheck | undefined;
  /**
   * Leaves out what only a report shows: the exchanges, the digests of the capture and of evidence, and the older revisions
   * that the server negotiates. For those who judge many captures and keep the figures.
   */
  readonly brief?: boolean | undefined;
}

/** Everything mcptest says about one side of a capture. */
export const makeResult = async (capture: Capture, { role, ...request }: ResultRequest): Promise<Result> => {
  const subject = subjectOf(capture, role);
  const asked = askedPart(subject, request.judge);
  const evidence = request.brief ? "places" : "digests";
  const judged = await judgeSubject(subject, { revision: request.revision, asked, evidence });
  const judgement: Judgement = { judged, asked, request };
  switch (subject.role) {
    case "server":
      return serverResult(subject, judgement);
    case "client":
      return clientResult(subject, judgement);
    case "authorization-server":
      return authorizationServerResult(subject, judgement);
  }
};

/** The same of a capture that is known to be of an MCP server. */
export const makeServerResult = async (
  capture: Capture,
  request: Omit<ResultRequest, "role">,
): Promise<ServerResult> => {
  const result = await makeResult(capture, request);
  if (result.role === undefined) return result;
  throw new TypeError(`the capture is of an authorization server, not of an MCP server; judge it with makeResult`);
};

interface Judgement {
  readonly judged: JudgedSubject;
  /** Undefined: every rule was asked about and is judged. */
  readonly asked: AskedPart | undefined;
  readonly request: Omit<ResultRequest, "role">;
}

const askedPart = ({ role, capture }: Subject, judge: ResultRequest["judge"] = {}): AskedPart | undefined => {
  if (role !== "client") return narrowed(capture.asked, judge, embeddedTexts);
  return judge.only === undefined && judge.skip === undefined ? undefined : judge;
};

const clientResult = async (subject: ClientSubject, judgement: Judgement): Promise<ClientResult> => {
  const { judged, asked, request } = judgement;
  const { tool } = request;
  const { revision, verdicts } = judged;
  const server = describeSession(subject, verdicts);
  const compliance = gradeCompliance(verdicts);
  const found: Unscored<ClientResult> = {
    ...{ format: "mcptest-result/1", role: "client", tool, target: subject.label },
    ...{ client: subject.profile, server, observed_at: observedAt(subject) },
    ...partOf(judgement),
    ...{ revision, revisions: null, verdicts, counts: countVerdicts(verdicts) },
    compliance: isSeenWhole(server.outcome) && !asked ? compliance : withoutGrade(compliance),
    conformance: asked ? null : await conformanceBlock(subject, { tool, version: request.revision, judged }),
    ...{ invariants: [], discoverability: null, upgrade: null },
  };
  return { ...found, lanes: scoresOf(found), ...shownOf(subject, request, verdicts), notes: readerNotes(subject) };
};

const authorizationServerResult = async (
  subject: AuthorizationServerSubject,
  judgement: Judgement,
): Promise<AuthorizationServerResult> => {
  const { judged, request } = judgement;
  const { revision, verdicts } = judged;
  const found: Unscored<AuthorizationServerResult> = {
    ...{ format: "mcptest-result/1", role: "authorization-server", tool: request.tool, target: subject.label },
    ...{ server: describeSession(subject, verdicts), observed_at: observedAt(subject) },
    ...partOf(judgement),
    ...{ revision, revisions: null, verdicts, counts: countVerdicts(verdicts) },
    compliance: withoutGrade(gradeCompliance(verdicts)),
    ...{ conformance: null, invariants: [], discoverability: null },
    authorization: await describeAuthorization(subject, revision ?? LATEST_STATELESS),
    upgrade: null,
  };
  const notes = [...absentLines(judged), ...readerNotes(subject)];
  return { ...found, lanes: scoresOf(found), ...shownOf(subject, request, verdicts), notes };
};

const serverResult = async (subject: ServerSubject, judgement: Judgement): Promise<ServerResult> => {
  const { judged, asked, request } = judgement;
  const { capture } = subject;
  const { revision, verdicts } = judged;
  const server = describeSession(subject, verdicts);
  const graded = isSeenWhole(server.outcome) && asked === undefined;
  const spoken = spokenBlocks(subject, judgement);
  const compliance = gradeCompliance(spoken.notes.length > 0 ? [] : verdicts);
  const others = await otherRevisions(subject, judgement, graded);
  // A user who names rules wants to hear of those alone.
  const isNamed = asked?.only !== undefined;
  const surface = isNamed || revision === null ? NO_SURFACE : await surfaceBlocks(capture, revision, request);
  const found: Unscored<ServerResult> = {
    ...{ format: "mcptest-result/1", tool: request.tool, target: subject.label, server },
    ...commandOf(capture),
    ...{ observed_at: observedAt(subject), sdk: originsOf(capture).sdk ?? null },
    ...partOf(judgement),
    ...{ revision, ...spoken.block, revisions: capture.revisions ?? null, ...others },
    ...{ verdicts, counts: countVerdicts(verdicts), compliance: graded ? compliance : withoutGrade(compliance) },
    conformance:
      spoken.block.spoken === false || asked ? null : await conformanceBlock(subject, { tool: request.tool, judged }),
    invariants: isNamed ? [] : invariantsIn(capture, request.brief),
    discoverability: isNamed ? null : judgeDiscoverability(capture, server.outcome, asked !== undefined),
    ...surface.blocks,
    ...(await lockBlock(capture, request.lock)),
    ...(await extensionBlock(capture, judged)),
    upgrade: asked ? null : await summarizeUpgrade(capture, judged, server.outcome),
  };
  const shown = [
    ...verdicts,
    ...(others.older ?? []).flatMap(({ failures }) => failures),
    ...(found.tool_findings ?? []),
    ...(found.safety ?? []).map(({ where }) => ({ evidence: [where] })),
  ];
  return {
    ...found,
    lanes: scoresOf(found),
    ...shownOf(subject, request, shown),
    notes: [...spoken.notes, ...absentLines(judged), ...surface.notes, ...readerNotes(subject)],
  };
};

const observedAt = ({ capture }: Subject): string | null => capture.started_at ?? null;

const readerNotes = ({ capture }: Subject): readonly string[] => [...(capture.reader_notes ?? [])];

const partOf = ({ judged, asked }: Judgement): Pick<Result, "partial" | "asked" | "left_out"> =>
  asked ? { partial: true, asked, left_out: judged.part?.left_out ?? 0 } : {};

const absentLines = ({ part, revision }: JudgedSubject): readonly string[] =>
  (part?.absent ?? []).map(
    (id) =>
      `${id} is no rule of ${revision ?? LATEST_STATELESS}, so it was not judged; mcptest explain ${id} names its revisions`,
  );

/** What reports show of the capture itself. */
const shownOf = (
  { capture }: Subject,
  { brief }: Pick<ResultRequest, "brief">,
  judged: Parameters<typeof shownExchanges>[1],
): Pick<Result, "exchanges" | "capture_sha256"> => {
  if (brief) return { exchanges: [], capture_sha256: null };
  // The digest comes first: it is made of the texts by which exchanges are measured, so each is written once.
  const capture_sha256 = captureDigest(capture);
  return { exchanges: shownExchanges(capture, judged), capture_sha256 };
};

/** A server is not graded by a revision it does not speak; the verdicts are kept. */
const spokenBlocks = (
  { capture }: ServerSubject,
  { request: { revision } }: Judgement,
): { readonly block: Pick<ServerResult, "spoken">; readonly notes: readonly string[] } =>
  revision !== undefined && speaksRevision(capture, revision) === false
    ? { block: { spoken: false }, notes: [notSpokenLine(capture, revision)] }
    : { block: {}, notes: [] };

const otherRevisions = async (
  subject: ServerSubject,
  { judged, asked, request: { revision, brief } }: Judgement,
  graded: boolean,
): Promise<Pick<ServerResult, "matrix" | "older">> => {
  const matrix = await deriveMatrix(subject, judged, { graded, asked });
  // A user who names a revision asks about that one alone.
  const older = brief || revision !== undefined || asked ? undefined : await deriveOlder(subject, judged, matrix);
  return defined({ matrix, older });
};

interface Surface {
  readonly blocks: Partial<Pick<ServerResult, "tools" | "safety" | "acceptance" | "tokens">>;
  readonly notes: readonly string[];
}

const NO_SURFACE: Surface = { blocks: {}, notes: [] };

/** How the tools did at work, and what is said about what the server offers to a model. */
const surfaceBlocks = async (
  capture: Capture,
  revision: Revision,
  { tokenizer, maxTokens }: Pick<ResultRequest, "tokenizer" | "maxTokens">,
): Promise<Surface> => {
  // Loaded only here: `record` needs nothing of it.
  const [{ findUnsafe }, { acceptanceBlocks, compareCard }, { deriveTokens }] = await Promise.all([
    import("./safety.ts"),
    import("./accepted.ts"),
    import("./tokens.ts"),
  ]);
  const tokens = await deriveTokens(capture, tokenizer);
  const hasCard = capture.exchanges.some(({ step, http }) => step === SERVER_CARD.step && http?.status === 200);
  return {
    blocks: {
      ...judgeTools(await judgeContextFor(capture, revision, [])),
      safety: await findUnsafe(capture, revision),
      ...(await acceptanceBlocks(capture, revision)),
      ...(tokens ? { tokens: { ...tokens, ...defined({ max: maxTokens }) } } : {}),
    },
    notes: hasCard ? await compareCard(capture, revision) : [],
  };
};

const invariantsIn = (capture: Capture, brief = false): ServerResult["invariants"] =>
  // Where nothing answered there is no session to judge.
  capture.outcome === "unreachable" ? [] : judgeInvariants(capture, brief ? () => null : digestOf).invariants;

const lockBlock = async (capture: Capture, lock: LockToCheck | undefined): Promise<Pick<ServerResult, "lock">> =>
  lock ? { lock: await (await import("./lock.ts")).compareWithLock(capture, lock) } : {};

/** The extensions that the server declares or shows, and how it keeps to them. */
const extensionBlock = async (
  capture: Capture,
  { revision, verdicts }: JudgedSubject,
): Promise<Pick<ServerResult, "extensions">> => {
  if (revision === null) return {};
  const { view } = await judgeContextFor(capture, revision, []);
  const extensions = extensionStandings(view, embeddedExtensions(revision), verdicts);
  return extensions.length > 0 ? { extensions } : {};
};

const commandOf = ({ target }: Capture): Pick<ServerResult, "command"> =>
  target?.kind === "stdio" ? { command: defined({ words: target.command, cwd: target.cwd }) } : {};
