import type { Header } from "../../base/header.ts";
import type { Json } from "../../base/json.ts";
import type { Exchange, ReceivedMessage, StreamRecord } from "../../capture/capture.ts";
import type { EventFraming, ReplyEnd, ReplyHead, Said } from "../../wire/playback.ts";
import type { Follower, Recorded } from "./entries.ts";
import { answerFor, noticeFor, rawBytes, type Substitution, textBytes } from "./substitute.ts";

/** A message with what the client must have answered before it is said. */
export interface Planned {
  readonly said: Said;
  readonly awaits: readonly string[];
}

/** What a recorded exchange says, for the new request. `edit` changes the answer itself. */
export const planSaid = (
  entry: Recorded,
  asked: Json | undefined,
  edit: (response: Json) => Json,
  withStray: boolean,
): Planned[] => {
  const { exchange } = entry;
  const substitution = { recorded: exchange.request, asked };
  const startMs = exchange.timing?.start_ms ?? 0;
  const own = new Set<ReceivedMessage>(exchange.meanwhile ?? []);
  const say = (followers: readonly Follower[]): Planned[] =>
    followers
      .filter(({ received }) => withStray || own.has(received))
      .flatMap(({ received, awaits }) => {
        const said = saidOf(received, substitution, startMs);
        return said ? [{ said, awaits }] : [];
      });
  const answer = answerOf(exchange, substitution, edit);
  return [
    ...say(entry.before),
    ...(answer
      ? [{ said: { ...answer, afterMs: (exchange.timing?.response_ms ?? startMs) - startMs }, awaits: entry.awaits }]
      : []),
    ...say(entry.after),
  ];
};

/** Undefined: the new client did not ask for it. */
export const saidOf = (received: ReceivedMessage, substitution: Substitution, startMs: number): Said | undefined => {
  const { raw, sse, at_ms, notes } = received;
  const afterMs = Math.max(0, at_ms - startMs);
  const event = sse ? { sse } : {};
  const isUnfinished = notes?.some(({ kind }) => kind === "incomplete-line") ? ({ unfinished: true } as const) : {};
  if (raw) return { bytes: rawBytes(raw), afterMs, ...event, ...isUnfinished };
  if (received.message === undefined) return undefined;
  const isEndpoint = sse?.event === "endpoint" && typeof received.message === "string";
  if (isEndpoint) return { bytes: textBytes(received.message as string), afterMs, ...event };
  const message = noticeFor(received.message, substitution);
  // A response that came for a request of this exchange, late or twice, has its id.
  const filed = message && answerFor(message, substitution);
  return filed === undefined ? undefined : { bytes: textBytes(JSON.stringify(filed)), afterMs, ...event };
};

const answerOf = (
  { response, response_raw, response_sse, response_notes }: Exchange,
  substitution: Substitution,
  edit: (response: Json) => Json,
): Omit<Said, "afterMs"> | undefined => {
  const event = response_sse ? { sse: response_sse } : {};
  const changed = response === undefined ? undefined : edit(answerFor(response, substitution));
  // What the parsed form would lose is said byte for byte, unless the id has to be another one.
  const isSame = changed === undefined || JSON.stringify(changed) === JSON.stringify(response);
  if (response_raw && (isSame || response_notes?.some(({ kind }) => kind === "not-json")))
    return { bytes: rawBytes(response_raw), ...event };
  if (response_raw && response !== undefined && changed !== undefined) {
    const text = withOtherId(new TextDecoder().decode(rawBytes(response_raw)), response, changed);
    if (text !== undefined) return { bytes: textBytes(text), ...event };
  }
  return changed === undefined ? undefined : { bytes: textBytes(JSON.stringify(changed)), ...event };
};

/** The kept text with the new id in the place of the old one, if that is all that differs. */
const withOtherId = (text: string, before: Json, after: Json): string | undefined => {
  const [old, now] = [before, after].map((value) => JSON.stringify((value as { id?: Json }).id));
  const found = text.match(/"id"\s*:\s*("(?:[^"\\]|\\.)*"|-?[\d.eE+-]+)/g);
  if (found?.length !== 1 || old === undefined || now === undefined) return undefined;
  return text.replace(found[0], () => `"id":${now}`);
};

/** How the answer of a recorded HTTP exchange ends. */
export const endOf = ({ http, trouble, response }: Exchange): ReplyEnd => {
  if (http?.stream) {
    if (http.stream.ended_by === "server") return "end";
    return trouble?.kind === "reset" ? "break" : "hold";
  }
  if (trouble && response === undefined)
    return trouble.kind === "timed-out" ? "hold" : http?.status === undefined ? "break" : "end";
  return "end";
};

/** Headers that belong to one connection, to one body or to one moment. */
const NOT_REPEATED = new Set([
  "connection",
  "content-encoding",
  "content-length",
  "date",
  "keep-alive",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "alt-svc",
  "strict-transport-security",
]);

export interface HeadPlace {
  /** The recorded origin, and ours. */
  readonly from: string | undefined;
  readonly to: string;
}

export const headOf = (
  { http }: Exchange,
  { from, to }: HeadPlace,
  sessionId: (recorded: string) => string,
): ReplyHead | undefined => {
  if (http?.status === undefined) return undefined;
  const headers = (http.response_headers ?? []).flatMap(([name, value]): Header[] => {
    const key = name.toLowerCase();
    if (NOT_REPEATED.has(key)) return [];
    if (key === "mcp-session-id") return [[name, sessionId(value)]];
    return [[name, from === undefined ? value : value.replaceAll(from, to)]];
  });
  return {
    status: http.status,
    ...(http.status_text === undefined ? {} : { statusText: http.status_text }),
    headers,
    ...(http.stream ? { events: framingOf(http.stream) } : {}),
  };
};

const LINE_ENDINGS = { lf: "\n", crlf: "\r\n", cr: "\r" } as const;

const framingOf = (stream: StreamRecord): EventFraming => {
  const lineEnding = LINE_ENDINGS[stream.line_endings[0] ?? "lf"];
  const parts = [
    stream.comments > 0 ? textBytes(`:${lineEnding}${lineEnding}`) : new Uint8Array(),
    stream.odd_text ? rawBytes(stream.odd_text) : new Uint8Array(),
  ];
  return {
    lineEnding,
    byteOrderMark: stream.byte_order_mark ?? false,
    before: joined(parts),
    after: stream.unfinished ? rawBytes(stream.unfinished) : new Uint8Array(),
  };
};

/** Events without data that open a stream, so that a client can come back: only their number and the last id are kept. */
export const primingOf = ({ http, meanwhile, response }: Exchange): Said[] => {
  const stream = http?.stream;
  if (!stream) return [];
  const messages = (meanwhile?.length ?? 0) + (response === undefined ? 0 : 1);
  const missing = Math.min(Math.max(0, stream.events - messages), 100);
  const retry = stream.retry_ms === undefined ? {} : { retry: stream.retry_ms };
  return Array.from({ length: missing }, (_, index) => ({
    bytes: new Uint8Array(),
    afterMs: 0,
    sse:
      stream.last_event_id === undefined
        ? retry
        : {
            id: messages === 0 && index === missing - 1 ? stream.last_event_id : `${stream.last_event_id}-${index}`,
            ...retry,
          },
  }));
};

export const joined = (parts: readonly Uint8Array[]): Uint8Array => {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
};
