import { groupBy } from "../../base/group-by.ts";
import { isJsonObject, type Json, member, stringMember, valueAt } from "../../base/json.ts";
import type { Capture, Exchange, ReceivedMessage } from "../../capture/capture.ts";
import { HEADER_KEY } from "../../protocol/headers.ts";
import { type HttpForm, httpFormOf } from "./http-form.ts";
import { formOf, type RequestForm } from "./request-form.ts";

/** How far a session had come when something was sent in it. */
export type Phase = "before" | "asked" | "open" | "stateless";

/** What a session id in a request stood for. */
export type IdState = "none" | "own" | "ended" | "unknown";

/** A message that came without being the answer, and what it came after. */
export interface Follower {
  readonly received: ReceivedMessage;
  /** The client's answer to this server request had come before it. */
  readonly awaits: readonly string[];
}

/** A recorded exchange, with everything that decides when its answer fits. */
export interface Recorded {
  readonly exchange: Exchange;
  /** Its place in the capture. */
  readonly index: number;
  readonly conversation: string;
  readonly form: RequestForm;
  readonly http?: HttpForm;
  readonly session: IdState;
  readonly phase: Phase;
  /** The revision spoken in its session then. */
  readonly revision: string | undefined;
  /** In order of arrival, without those of GET streams that something else caused. */
  readonly before: readonly Follower[];
  readonly after: readonly Follower[];
  /** The recorded client took the request back. */
  readonly isCancelled: boolean;
  /** The answer itself came after the client had answered these. */
  readonly awaits: readonly string[];
  /** Another stream of the session was open when this one was asked for. */
  readonly isSecondStream: boolean;
  /** The conversation uses an id for two requests of the server, which is repeated as it was. */
  readonly repeatsIds: boolean;
  /** Said on the GET stream (by its entry's index) right after this was heard. */
  readonly elsewhere: readonly { readonly stream: number; readonly follower: Follower }[];
}

export interface EntryTable {
  readonly entries: readonly Recorded[];
  /** The recorded address, for what servers say about themselves. */
  readonly origin: string | undefined;
  /** The recorded path of the endpoint. */
  readonly path: string;
  /** What was said before anything was asked, in the first conversation. */
  readonly greeting: readonly Follower[];
}

/** What nobody can answer again: it was never sent, or something else had ended it. */
const isUsable = ({ interrupted, trouble }: Exchange): boolean =>
  !interrupted && trouble?.kind !== "not-probed" && trouble?.kind !== "aborted";

/** Everything a capture can answer with. */
export const readEntries = (capture: Capture): EntryTable => {
  const url = capture.target?.kind === "http" ? capture.target.url : undefined;
  const at = url !== undefined && URL.canParse(url) ? new URL(url) : undefined;
  const conversations = new Map<string, Placed[]>();
  for (const [index, exchange] of capture.exchanges.entries()) {
    const id = exchange.conversation ?? "";
    const placed = conversations.get(id) ?? [];
    conversations.set(id, placed);
    placed.push({ exchange, index, seq: exchange.seq ?? index });
  }
  const entries: Recorded[] = [];
  const greeting: Follower[] = [];
  for (const [id, placed] of conversations) {
    placed.sort((left, right) => left.seq - right.seq);
    const unsolicited = (capture.unsolicited ?? []).filter(({ conversation }) => conversation === id);
    const read = readConversation(id, placed, unsolicited, at?.origin ?? "", at?.pathname ?? "/");
    entries.push(...read.entries);
    if (greeting.length === 0 && entries.length === read.entries.length) greeting.push(...read.greeting);
  }
  return {
    entries: entries.filter(({ exchange }) => isUsable(exchange)).sort((left, right) => left.index - right.index),
    origin: at?.origin,
    path: at?.pathname ?? "/mcp",
    greeting,
  };
};

interface Placed {
  readonly exchange: Exchange;
  readonly index: number;
  readonly seq: number;
}

const readConversation = (
  conversation: string,
  placed: readonly Placed[],
  unsolicited: readonly ReceivedMessage[],
  origin: string,
  path: string,
): { readonly entries: Recorded[]; readonly greeting: Follower[] } => {
  const answers = placed
    .filter(({ exchange }) => formOf(exchange.request, undefined).kind === "answer")
    .map(({ exchange, seq }) => ({ id: JSON.stringify(member(exchange.request, "id") ?? null), seq }));
  const questions = questionsIn(placed, unsolicited);
  /** The server's questions that had been asked, and answered, before a moment; `since` is when the exchange began. */
  const awaitsAt = (since: number, seq: number): string[] =>
    answers
      .filter(({ id, seq: answered }) => answered < seq && (questions.byId.get(id) ?? -1) > since)
      .map(({ id }) => id);
  const follow = (since: number, received: ReceivedMessage, id?: Json): Follower => ({
    received,
    awaits: [...awaitsAt(since, received.seq), ...(isAfterCancel(placed, id, received.seq) ? [CANCELLED] : [])],
  });
  const stray = groupByCause(placed, unsolicited);
  const elsewhere = saidElsewhere(placed, follow);
  const walk = new SessionWalk();
  const entries = placed.map(({ exchange, index, seq }): Recorded => {
    const { request, request_raw, http, response_seq } = exchange;
    const form = formOf(request, request_raw === undefined ? undefined : request_raw.data);
    const state = walk.before(exchange, form);
    const address = http?.url !== undefined && URL.canParse(http.url) ? new URL(http.url) : undefined;
    const isStream = http?.method === "GET" && http.stream !== undefined;
    const own = (exchange.meanwhile ?? []).filter(
      (received) => !isStream || isAtOnce(causeOf(placed, received.seq), index),
    );
    const heard = [...own, ...(stray.get(index) ?? [])];
    const listened = form.method === "subscriptions/listen" ? form.id : undefined;
    heard.sort((left, right) => left.seq - right.seq);
    const isBefore = ({ seq: came, late }: ReceivedMessage): boolean =>
      !late && (response_seq === undefined || came < response_seq);
    return {
      exchange,
      index,
      conversation,
      form,
      ...(http
        ? {
            http: httpFormOf(http.method, address?.pathname ?? path, http.request_headers, {
              origin,
              message: request,
              revision: form.revision ?? (state.session === "none" ? undefined : state.revision),
            }),
          }
        : {}),
      ...state,
      before: heard.filter(isBefore).map((received) => follow(seq, received, listened)),
      after: heard.filter((received) => !isBefore(received)).map((received) => follow(seq, received, listened)),
      awaits:
        response_seq === undefined
          ? []
          : [...awaitsAt(seq, response_seq), ...(isAfterCancel(placed, listened, response_seq) ? [CANCELLED] : [])],
      isCancelled: isAfterCancel(placed, form.id, Number.POSITIVE_INFINITY),
      isSecondStream: isSecondStream(placed, exchange, seq),
      repeatsIds: questions.isRepeated,
      elsewhere: elsewhere.get(index) ?? [],
    };
  });
  const greeting = (stray.get(NOTHING_SENT) ?? []).map((received) => follow(-1, received));
  return { entries, greeting };
};

/** The requests of the server by id, and when they came. */
const questionsIn = (
  placed: readonly Placed[],
  unsolicited: readonly ReceivedMessage[],
): { readonly byId: ReadonlyMap<string, number>; readonly isRepeated: boolean } => {
  const all = [...placed.flatMap(({ exchange }) => exchange.meanwhile ?? []), ...unsolicited].filter(
    ({ message }) => isJsonObject(message) && Object.hasOwn(message, "method") && Object.hasOwn(message, "id"),
  );
  const byId = new Map(all.map(({ message, seq }) => [JSON.stringify(member(message, "id") ?? null), seq]));
  return { byId, isRepeated: byId.size < all.length };
};

/** Awaited by what a server said only after the client had cancelled the request: the end of a subscription. */
export const CANCELLED = "cancelled";

const isAfterCancel = (placed: readonly Placed[], id: Json | undefined, seq: number): boolean =>
  id !== undefined &&
  placed.some(
    ({ exchange, seq: sent }) =>
      sent < seq &&
      stringMember(exchange.request, "method") === "notifications/cancelled" &&
      valueAt(exchange.request, "params", "requestId") === id,
  );

/** Stands for what had been sent when nothing had been. */
const NOTHING_SENT = -1;

const groupByCause = (
  placed: readonly Placed[],
  messages: readonly ReceivedMessage[],
): ReadonlyMap<number, ReceivedMessage[]> =>
  groupBy(messages, (received) => causeOf(placed, received.seq)?.index ?? NOTHING_SENT);

/** What came on GET streams because of something that was sent after they had been opened. */
const saidElsewhere = (
  placed: readonly Placed[],
  follow: (since: number, received: ReceivedMessage) => Follower,
): ReadonlyMap<number, Recorded["elsewhere"]> => {
  const found = new Map<number, Recorded["elsewhere"][number][]>();
  for (const { exchange, index, seq } of placed) {
    if (exchange.http?.method !== "GET" || !exchange.http.stream) continue;
    for (const received of exchange.meanwhile ?? []) {
      const cause = causeOf(placed, received.seq);
      if (cause === undefined || isAtOnce(cause, index)) continue;
      const said = found.get(cause.index) ?? [];
      found.set(cause.index, said);
      said.push({ stream: index, follower: follow(seq, received) });
    }
  }
  return found;
};

/** The last thing that had been sent when a message came; what was sent is in order. */
const causeOf = (placed: readonly Placed[], seq: number): Placed | undefined => {
  let low = 0;
  let high = placed.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((placed[middle]?.seq ?? 0) < seq) low = middle + 1;
    else high = middle;
  }
  return placed[low - 1];
};

const isSecondStream = (placed: readonly Placed[], { http, timing }: Exchange, seq: number): boolean =>
  http?.method === "GET" &&
  timing !== undefined &&
  placed.some(
    ({ exchange: other, seq: sent }) =>
      sent < seq &&
      other.http?.method === "GET" &&
      other.http.stream !== undefined &&
      (other.timing?.end_ms ?? 0) > timing.start_ms,
  );

/** On a GET stream: what came before anything else was asked than to shake hands and to listen. */
const isAtOnce = (cause: Placed | undefined, stream: number): boolean => {
  if (cause === undefined || cause.index === stream) return true;
  const method = stringMember(cause.exchange.request, "method");
  return method === "initialize" || method === "notifications/initialized";
};

/** Follows the sessions of one conversation from message to message. */
class SessionWalk {
  readonly #given = new Map<string, IdState>();
  readonly #revisions = new Map<string, string>();
  readonly #phases = new Map<string, Phase>();

  before(
    { http, response }: Exchange,
    { method, revision: named }: RequestForm,
  ): Pick<Recorded, "session" | "phase" | "revision"> {
    const id = headerOf(http?.request_headers, HEADER_KEY.sessionId);
    const session = id === undefined ? "none" : (this.#given.get(id) ?? "unknown");
    const key = id ?? "";
    const phase = this.#phases.get(key) ?? "before";
    const revision = this.#revisions.get(key);
    const given = headerOf(http?.response_headers, HEADER_KEY.sessionId);
    if (given !== undefined && !this.#given.has(given)) this.#given.set(given, "own");
    if (http?.method === "DELETE" && id !== undefined && (http.status ?? 500) < 400) this.#given.set(id, "ended");
    if (method === "initialize") {
      const agreed = stringMember(member(response as Json | undefined, "result"), "protocolVersion");
      const opened = given ?? key;
      this.#phases.set(opened, "asked");
      if (agreed !== undefined) this.#revisions.set(opened, agreed);
    } else if (method === "notifications/initialized") this.#phases.set(key, "open");
    else if (named !== undefined) this.#phases.set(key, "stateless");
    return { session, phase, revision };
  }
}

export const headerOf = (
  headers: readonly (readonly [string, string])[] | undefined,
  name: string,
): string | undefined => headers?.find(([key]) => key.toLowerCase() === name)?.[1];
