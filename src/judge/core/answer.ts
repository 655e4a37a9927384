import { isJsonObject, type Json, type JsonObject, member } from "../../base/json.ts";
import type { Exchange } from "../../capture/capture.ts";
import { headerValue } from "../../capture/header-value.ts";
import { refusesName } from "../../capture/refused-name.ts";
import { HEADER_KEY } from "../../protocol/headers.ts";
import type { TroubleKind } from "../../wire/trouble.ts";
import type { ExchangeRecord, Gap, Item } from "./fact.ts";
import { versionNamedBy } from "./spoken-revision.ts";

/**
 * How an exchange ended.
 * result, error: a JSON-RPC response. other: a message that is neither. accepted: a 2xx without a message.
 * refused: another HTTP status without a message. nothing: on stdio, nothing was awaited and nothing came.
 * silence: no answer within the time. closed: the channel was closed, broken, or the process ended.
 * garbled: bytes that are no JSON, no HTTP, or cannot be decoded. unreachable: nothing accepted the connection.
 * stopped: we stopped it (a limit, an interruption).
 */
export const OUTCOMES = [
  "result",
  "error",
  "other",
  "accepted",
  "refused",
  "nothing",
  "silence",
  "closed",
  "garbled",
  "unreachable",
  "stopped",
] as const;
export type AnswerOutcome = (typeof OUTCOMES)[number];

/** The members of an answer, for docs/facts.md. Every one but `outcome` stands in the capture. */
export const ANSWER_TYPE =
  "answer: outcome, asked (the request), message, id, result, error, status, content_type, headers (lower-case names), body, meanwhile (messages before the response), stream, trouble";

export interface AnswerOptions {
  /** The question is about credentials: a refusal for want of them is an answer to it. */
  readonly beforeAuth?: boolean;
}

/** An exchange as a row reads it. Members that do not exist are left out. */
export const answerItem = (record: ExchangeRecord, name?: string, { beforeAuth = false }: AnswerOptions = {}): Item => {
  const { exchange } = record;
  const outcome = outcomeOf(exchange);
  const open = (beforeAuth ? undefined : wallOf(exchange)) ?? gapOf(exchange, outcome);
  const value = keptValue(exchange, outcome);
  // Put together by hand: hundreds of questions have several answers each.
  if (open === undefined && name === undefined) return { exchange: record.id, pointer: "", value, parts: PARTS };
  return {
    ...{ exchange: record.id, pointer: "", value, parts: PARTS },
    ...(name === undefined ? {} : { name }),
    ...(open ? { open } : {}),
  };
};

const PARTS: Readonly<Record<string, string>> = {
  outcome: "",
  asked: "/request",
  message: "/response",
  id: "/response/id",
  result: "/response/result",
  error: "/response/error",
  status: "/http/status",
  content_type: "/http/response_headers",
  headers: "/http/response_headers",
  body: "/http/body",
  meanwhile: "/meanwhile",
  stream: "/http/stream",
  trouble: "/trouble",
};

export const outcomeOf = ({ response, trouble, http }: Exchange): AnswerOutcome => {
  if (response !== undefined) {
    if (!isJsonObject(response)) return "other";
    if (Object.hasOwn(response, "error") && response["error"] !== null) return "error";
    return Object.hasOwn(response, "result") ? "result" : "other";
  }
  if (trouble) return TROUBLES[trouble.kind];
  if (http?.status === undefined) return "nothing";
  return http.status >= 200 && http.status < 300 ? "accepted" : "refused";
};

const TROUBLES = {
  refused: "unreachable",
  unresolved: "unreachable",
  tls: "unreachable",
  "forbidden-address": "unreachable",
  "timed-out": "silence",
  closed: "closed",
  reset: "closed",
  "limit-exceeded": "stopped",
  "not-http": "garbled",
  "bad-encoding": "garbled",
  "not-json": "garbled",
  "unexpected-exit": "closed",
  aborted: "stopped",
  "not-probed": "stopped",
} as const satisfies Record<TroubleKind, AnswerOutcome>;

/** Several facts look at the same exchange; what it says is put together once. */
const VALUES = new WeakMap<Exchange, JsonObject>();

const keptValue = (exchange: Exchange, outcome: AnswerOutcome): JsonObject => {
  const known = VALUES.get(exchange);
  if (known) return known;
  const value = answerValue(exchange, outcome);
  VALUES.set(exchange, value);
  return value;
};

const answerValue = ({ request, response, http, meanwhile, trouble }: Exchange, outcome: AnswerOutcome): JsonObject => {
  const value: JsonObject = { outcome };
  // Written out, because every exchange comes through here.
  if (request !== undefined) value["asked"] = request;
  if (response !== undefined) {
    value["message"] = response;
    const id = member(response, "id");
    if (id !== undefined) value["id"] = id;
    const result = member(response, "result");
    if (result !== undefined) value["result"] = result;
    const error = member(response, "error");
    if (error !== undefined) value["error"] = error;
  }
  if (http) {
    if (http.status !== undefined) value["status"] = http.status;
    if (http.response_headers) {
      const headers = headerObject(http.response_headers);
      value["headers"] = headers;
      const type = mediaType(headers["content-type"]);
      if (type !== undefined) value["content_type"] = type;
    }
    if (http.body !== undefined) value["body"] = http.body.data;
    if (http.stream !== undefined) value["stream"] = http.stream as unknown as Json;
  }
  if (meanwhile) value["meanwhile"] = meanwhile.map(({ message }) => message ?? null);
  if (trouble) value["trouble"] = trouble.kind;
  return value;
};

/** Lower-case names; a header given twice is joined as HTTP says. */
export const headerObject = (headers: readonly (readonly [string, string])[]): JsonObject => {
  const found: JsonObject = {};
  for (const [name, value] of headers) {
    const key = name.toLowerCase();
    // An assignment would set the prototype; this way it stays a name.
    if (key === "__proto__") Object.defineProperty(found, key, { ...OWN, value: joined(found, key, value) });
    else found[key] = joined(found, key, value);
  }
  return found;
};

const OWN = { enumerable: true, configurable: true, writable: true } as const;

const joined = (found: JsonObject, key: string, value: string): string =>
  found[key] !== undefined && Object.hasOwn(found, key) ? `${found[key]}, ${value}` : value;

/** Without parameters, in lower case. */
export const mediaType = (value: Json | undefined): string | undefined => {
  if (typeof value !== "string") return undefined;
  const known = MEDIA_TYPES.get(value);
  if (known !== undefined) return known;
  const type = value.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  if (MEDIA_TYPES.size < MOST_TYPES && value.length < LONGEST_TYPE) MEDIA_TYPES.set(value, type);
  return type;
};

/** A server has a handful of them, and every answer is asked for its own again and again. */
const MEDIA_TYPES = new Map<string, string>();
const MOST_TYPES = 200;
const LONGEST_TYPE = 200;

const ALWAYS = ["outcome", "asked", "trouble"];
/** Known once the head has come, however long the rest takes. */
const HEAD = ["status", "headers", "content_type"];

/** A silent server breaks a rule only where the rule says so, by looking at the outcome. */
const gapOf = (exchange: Exchange, outcome: AnswerOutcome): Item["open"] => {
  const { trouble, http } = exchange;
  if (http?.status === 429) return { ...SLOWED, except: [] };
  if (tellsOfEndedSession(exchange)) return { ...SESSION_ENDED, except: ["outcome", ...HEAD] };
  const { request, response } = exchange;
  const cut = http?.stream?.ended_by === "server" && http.stream.last_event_id !== undefined;
  if (cut && request !== undefined && response === undefined) return { ...POLLED, except: HEAD };
  if (response === undefined && hasLateAnswer(exchange)) return { ...LATE, except: ["asked", "trouble"] };
  const detail = trouble?.detail ?? "";
  switch (outcome) {
    case "silence":
      // How long a tool takes is its own affair: a call that we gave up shows nothing.
      if (trouble?.limit === "toolMs") return { reason: "timed-out", detail, except: ["asked", "trouble"] };
      return { reason: "timed-out", detail, except: http?.status === undefined ? ALWAYS : [...ALWAYS, ...HEAD] };
    case "unreachable":
      return { reason: "unreachable", detail, except: [] };
    case "stopped":
      return {
        reason: trouble?.kind === "limit-exceeded" ? "limit-exceeded" : "capture-truncated",
        detail,
        except: [],
      };
    case "result":
    case "error":
    case "other":
    case "accepted":
    case "refused":
    case "nothing":
    case "closed":
    case "garbled":
      return undefined;
  }
};

/** An answer that came when nobody waited any longer is filed beside the exchange. A subscription speaks before it. */
const hasLateAnswer = ({ request, meanwhile = [] }: Exchange): boolean => {
  const id = member(request, "id");
  return (
    id !== undefined &&
    meanwhile.every(({ late }) => late === true) &&
    meanwhile.some(({ message }) => member(message, "id") === id)
  );
};

/** The server wants credentials, others than these, or another name in the address, before it says anything to the question. */
const wallOf = (exchange: Exchange): Item["open"] => {
  const { http } = exchange;
  if (http?.status === 401) return { ...WALLED, except: [] };
  if (refusesName(exchange)) return { ...REFUSED_NAME, except: [] };
  if (http?.status !== 403) return undefined;
  const challenge = headerObject(http.response_headers ?? [])["www-authenticate"];
  return typeof challenge === "string" && challenge.includes("insufficient_scope")
    ? { ...SHORT_OF_SCOPE, except: [] }
    : undefined;
};

/**
 * A server may end a session at any time: 404 then says that, and nothing about the request. A GET is left out: the text
 * has an answer for servers without a stream (405); and so is a request of the era without sessions.
 */
export const tellsOfEndedSession = ({ request, response, http }: Exchange): boolean =>
  http?.status === 404 &&
  http.method !== "GET" &&
  versionNamedBy(request) === undefined &&
  headerValue(http.request_headers, HEADER_KEY.sessionId) !== undefined &&
  (response === undefined || member(response, "id") !== member(request, "id"));

/** From 2025-11-25 a server may end a stream and let the client come back for the response. */
const POLLED: Gap = {
  reason: "prerequisite-missing",
  detail: "the server ended the stream before the response, for the client to resume",
};
const SESSION_ENDED: Gap = { reason: "prerequisite-missing", detail: "the session had ended (404)" };
const LATE: Gap = { reason: "timed-out", detail: "the answer came after we had stopped waiting for it" };
const SLOWED: Gap = { reason: "not-probed", detail: "the server asked to slow down (429)" };
const WALLED: Gap = { reason: "auth-required", detail: "the server wants credentials first" };
const REFUSED_NAME: Gap = {
  reason: "prerequisite-missing",
  detail: "the server refuses the name in its address (Host), whatever is asked",
};
const SHORT_OF_SCOPE: Gap = { reason: "auth-required", detail: "the credentials given lack a scope" };
