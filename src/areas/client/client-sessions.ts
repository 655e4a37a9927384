import { type Json, member, stringMember } from "../../base/json.ts";
import type { Capture, ClientEnd, ConversationRecord, TransportName } from "../../capture/capture.ts";
import type { ExchangeRecord } from "../../judge/core/fact.ts";
import { groupBy } from "../../judge/core/group-by.ts";
import { headerValue } from "../../judge/core/header-value.ts";
import { isStatelessRequest, versionNamedBy } from "../../judge/core/spoken-revision.ts";
import { recordsIn } from "../../judge/core/view.ts";
import { isUnversioned } from "../../probe/scenario/names.ts";
import { HEADER_KEY } from "../../protocol/headers.ts";
import {
  type Era,
  eraOf,
  isRevision,
  LATEST_STATEFUL,
  LATEST_STATELESS,
  type Revision,
} from "../../protocol/revision.ts";

/** What one client said in one revision: from one initialize to the next, or all stateless requests of a conversation. */
export interface ClientSession {
  readonly conversation: string;
  readonly scenario: string | undefined;
  /** How the client that was tested in it came to its end, where that is known. */
  readonly clientEnd: ClientEnd | undefined;
  readonly era: Era;
  readonly revision: Revision;
  readonly transport: TransportName | undefined;
  /** In the order of sending. */
  readonly records: readonly ExchangeRecord[];
  readonly initialize: ExchangeRecord | undefined;
  /** Several clients may speak in it: then nothing follows from the order of messages, or from ids. */
  readonly shared: boolean;
}

/** A revision a server without a session cannot name: what servers assume where nobody says anything. */
const ASSUMED: Revision = "2025-03-26";

const SESSIONS = new WeakMap<Capture, readonly ClientSession[]>();

/** The sessions of a capture, in whatever revision. */
export const clientSessions = (capture: Capture): readonly ClientSession[] => {
  const known = SESSIONS.get(capture) ?? divide(capture);
  SESSIONS.set(capture, known);
  return known;
};

const divide = (capture: Capture): readonly ClientSession[] => {
  const conversations = new Map((capture.conversations ?? []).map((one) => [one.id, one]));
  const endpoint = pathOf(capture.target?.kind === "http" ? capture.target.url : undefined);
  const groups = groupBy(
    recordsIn(capture).filter((record) => isSpoken(record, endpoint)),
    ({ exchange }) => exchange.conversation ?? "",
  );
  return [...groups].flatMap(([id, records]) => divideConversation(records, conversations.get(id), capture));
};

/** What is said beside the endpoint and is no message is said to somebody else: an authorization server above all. */
const isSpoken = ({ exchange }: ExchangeRecord, endpoint: string | undefined): boolean =>
  exchange.http?.url === undefined || exchange.request !== undefined || pathOf(exchange.http.url) === endpoint;

const pathOf = (url: string | undefined): string | undefined =>
  url !== undefined && URL.canParse(url) ? new URL(url).pathname : undefined;

interface Draft {
  readonly era: Era;
  readonly revision: Revision;
  readonly initialize: ExchangeRecord | undefined;
  readonly records: ExchangeRecord[];
}

const divideConversation = (
  records: readonly ExchangeRecord[],
  conversation: ConversationRecord | undefined,
  capture: Capture,
): readonly ClientSession[] => {
  const drafts: Draft[] = [];
  const early: ExchangeRecord[] = [];
  let current: Draft | undefined;
  const open = (era: Era, revision: Revision, initialize?: ExchangeRecord): Draft => {
    const draft = { era, revision, initialize, records: early.splice(0) };
    drafts.push(draft);
    return draft;
  };
  const stateless = (revision: Revision): Draft =>
    drafts.find((draft) => draft.era === "stateless" && draft.revision === revision) ?? open("stateless", revision);
  // A client that tried the other era once more still has its session.
  const handshaken = (): Draft | undefined =>
    drafts.findLast(({ initialize }) => member(initialize?.exchange.response, "result") !== undefined);
  const headed = (record: ExchangeRecord): Draft | undefined => {
    const version = headerValue(record.exchange.http?.request_headers, HEADER_KEY.protocolVersion);
    if (!isRevision(version) || eraOf(version) !== "stateful") return undefined;
    return drafts.find(({ era, revision }) => era === "stateful" && revision === version) ?? open("stateful", version);
  };
  for (const record of records) {
    const named = statelessRevision(record);
    const initialize = messagesOf(record).find((message) => stringMember(message, "method") === "initialize");
    if (initialize !== undefined) current = open("stateful", agreedOn(record, initialize), record);
    else if (named !== undefined) current = stateless(named);
    else if (current?.era === "stateless") current = handshaken() ?? headed(record) ?? current;
    if (current === undefined) early.push(record);
    else current.records.push(record);
  }
  // Nobody shook hands here: it began before the recording did.
  if (early.length > 0 && isUnversioned(conversation?.scenario)) open("stateless", LATEST_STATELESS);
  else if (early.length > 0) open("stateful", assumedIn(early, conversation));
  const openings = drafts.filter(({ initialize }) => initialize !== undefined).length;
  const isOverHttp = (conversation?.transport ?? capture.transport) !== "stdio";
  return drafts.map((draft) => ({
    ...draft,
    conversation: conversation?.id ?? "",
    scenario: conversation?.scenario,
    clientEnd: conversation?.client_end,
    transport: conversation?.transport ?? capture.transport,
    shared: isOverHttp && conversation?.session_id === undefined && (openings > 1 || draft.era === "stateless"),
  }));
};

/**
 * Which recording of a merged capture a conversation is from. A scenario may have been held several times, with one client after
 * the other: the order of messages and who sent them say something within one recording alone.
 */
export const recordingOf = (conversation = ""): string => conversation.slice(0, conversation.lastIndexOf("/") + 1);

/** A batch is its members; what is no JSON is nothing. */
export const messagesOf = ({ exchange }: ExchangeRecord): readonly Json[] => {
  const { request } = exchange;
  if (request === undefined) return [];
  return Array.isArray(request) && request.length > 0 ? request : [request];
};

/** The revision of a message that can only be of the stateless era: its `_meta` or its header names one, or its method. */
const statelessRevision = (record: ExchangeRecord): Revision | undefined => {
  const header = headerValue(record.exchange.http?.request_headers, HEADER_KEY.protocolVersion);
  for (const message of messagesOf(record)) {
    const version = versionNamedBy(message);
    if (isStatelessRequest(stringMember(message, "method") ?? "", version))
      return isRevision(version) && eraOf(version) === "stateless" ? version : LATEST_STATELESS;
  }
  return isRevision(header) && eraOf(header) === "stateless" ? header : undefined;
};

/** What the server answered; where it did not, what the client asked for. */
const agreedOn = ({ exchange }: ExchangeRecord, initialize: Json): Revision => {
  const answered = stringMember(member(exchange.response, "result"), "protocolVersion");
  const asked = stringMember(member(initialize, "params"), "protocolVersion");
  const known = [answered, asked].find((version) => isRevision(version) && eraOf(version) === "stateful");
  return isRevision(known) ? known : LATEST_STATEFUL;
};

const assumedIn = (records: readonly ExchangeRecord[], conversation: ConversationRecord | undefined): Revision => {
  const named = [
    conversation?.revision,
    ...records.map(({ exchange }) => headerValue(exchange.http?.request_headers, HEADER_KEY.protocolVersion)),
  ];
  return named.find((version): version is Revision => isRevision(version) && eraOf(version) === "stateful") ?? ASSUMED;
};
