// Divides what a client sent in one conversation into sessions: from one initialize to the next, or all stateless requests.

import { type Json, member, stringMember, valueAt } from "../base/json.ts";
import { HEADER_KEY } from "../protocol/headers.ts";
import { META_KEY } from "../protocol/meta-keys.ts";
import { type Era, eraOf, isRevision, LATEST_STATEFUL, LATEST_STATELESS, type Revision } from "../protocol/revision.ts";
import type { ConversationRecord, Exchange } from "./capture.ts";
import { headerValue } from "./header-value.ts";
import { isUnversioned } from "./scenario-names.ts";

/** The part of a conversation that was spoken in one revision. */
export interface SessionPart {
  readonly era: Era;
  readonly revision: Revision;
  /** In the order in which they were given. */
  readonly exchanges: readonly Exchange[];
  readonly initialize: Exchange | undefined;
}

/** The revision that servers assume where no request names one. */
const ASSUMED: Revision = "2025-03-26";

const STATELESS_METHODS: ReadonlySet<string> = new Set(["server/discover", "subscriptions/listen"]);

/**
 * Decided for each request: one that names its protocol version in `_meta`, or that only the stateless era has, is
 * stateless. A client may speak both eras in one conversation, as it does when it falls back to initialize.
 */
export const isStatelessRequest = (method: string, version: Json | undefined): boolean =>
  version !== undefined || STATELESS_METHODS.has(method);

/** The protocol version that a request names in its `_meta`. */
export const versionNamedBy = (request: Json | undefined): Json | undefined =>
  valueAt(request, "params", "_meta", META_KEY.protocolVersion);

/** A batch is its members; what is not JSON is nothing. */
export const messagesOf = ({ request }: Pick<Exchange, "request">): readonly Json[] => {
  if (request === undefined) return [];
  return Array.isArray(request) && request.length > 0 ? request : [request];
};

interface Draft extends SessionPart {
  readonly exchanges: Exchange[];
}

export const divideConversation = (
  exchanges: readonly Exchange[],
  conversation: Pick<ConversationRecord, "scenario" | "revision"> | undefined,
): readonly SessionPart[] => {
  const drafts: Draft[] = [];
  const early: Exchange[] = [];
  let current: Draft | undefined;
  const open = (era: Era, revision: Revision, initialize?: Exchange): Draft => {
    const draft = { era, revision, initialize, exchanges: early.splice(0) };
    drafts.push(draft);
    return draft;
  };
  const stateless = (revision: Revision): Draft =>
    drafts.find((draft) => draft.era === "stateless" && draft.revision === revision) ?? open("stateless", revision);
  // A client that tried the other era once more still has its session.
  const handshaken = (): Draft | undefined =>
    drafts.findLast(({ initialize }) => member(initialize?.response, "result") !== undefined);
  const headed = (exchange: Exchange): Draft | undefined => {
    const version = versionHeader(exchange);
    if (!isRevision(version) || eraOf(version) !== "stateful") return undefined;
    return drafts.find(({ era, revision }) => era === "stateful" && revision === version) ?? open("stateful", version);
  };
  for (const exchange of exchanges) {
    const named = statelessRevision(exchange);
    const initialize = messagesOf(exchange).find((message) => stringMember(message, "method") === "initialize");
    if (initialize !== undefined) current = open("stateful", agreedOn(exchange, initialize), exchange);
    else if (named !== undefined) current = stateless(named);
    else if (current?.era === "stateless") current = handshaken() ?? headed(exchange) ?? current;
    if (current === undefined) early.push(exchange);
    else current.exchanges.push(exchange);
  }
  // Without a handshake here, the session began before the recording did.
  if (early.length > 0 && isUnversioned(conversation?.scenario)) open("stateless", LATEST_STATELESS);
  else if (early.length > 0) open("stateful", assumedIn(early, conversation?.revision));
  return drafts;
};

const versionHeader = ({ http }: Exchange): string | undefined =>
  headerValue(http?.request_headers, HEADER_KEY.protocolVersion);

/** The revision of a message that can only be of the stateless era: its `_meta` or its header names one, or its method. */
const statelessRevision = (exchange: Exchange): Revision | undefined => {
  for (const message of messagesOf(exchange)) {
    const version = versionNamedBy(message);
    if (isStatelessRequest(stringMember(message, "method") ?? "", version))
      return isRevision(version) && eraOf(version) === "stateless" ? version : LATEST_STATELESS;
  }
  const header = versionHeader(exchange);
  return isRevision(header) && eraOf(header) === "stateless" ? header : undefined;
};

/** What the server answered; where it did not, what the client asked for. */
const agreedOn = ({ response }: Exchange, initialize: Json): Revision => {
  const versions = [valueAt(response, "result", "protocolVersion"), valueAt(initialize, "params", "protocolVersion")];
  return versions.find(isStateful) ?? LATEST_STATEFUL;
};

const isStateful = (version: unknown): version is Revision => isRevision(version) && eraOf(version) === "stateful";

const assumedIn = (exchanges: readonly Exchange[], revision: string | undefined): Revision =>
  [revision, ...exchanges.map(versionHeader)].find(isStateful) ?? ASSUMED;
