import { isJsonObject, type Json, member, stringMember } from "../../../base/json.ts";
import type { Exchange, ReceivedMessage, TransportName } from "../../../capture/capture.ts";
import { headerValue } from "../../../capture/header-value.ts";
import { HEADER_KEY } from "../../../protocol/headers.ts";
import { META_KEY } from "../../../protocol/meta-keys.ts";
import { mediaType } from "../answer.ts";
import { defineFact, type FactSource } from "../define-fact.ts";
import type { ExchangeRecord, Fact, Item, Reading, View } from "../fact.ts";
import { inapplicable, TRANSPORT } from "../left-out.ts";
import { metaOf, requestHeader } from "../stateless-requests.ts";

export { requestHeader };

/** The same fact, silent where the session was on another transport: the words below mean nothing there. */
export const onlyOn = <T = ExchangeRecord>(transport: TransportName, source: FactSource<T>): Fact => {
  const fact = defineFact(source);
  return { ...fact, read: (view) => elsewhere(view, transport) ?? fact.read(view) };
};

const elsewhere = (view: View, transport: TransportName): Reading | undefined =>
  view.transport === undefined || view.transport === transport
    ? undefined
    : inapplicable(`this session was not on ${transport}`, TRANSPORT);

export const responseHeader = ({ exchange }: ExchangeRecord, name: string): string | undefined =>
  headerValue(exchange.http?.response_headers, name);

export const contentType = (record: ExchangeRecord): string | undefined =>
  mediaType(responseHeader(record, "content-type"));

export const statusOf = ({ exchange }: ExchangeRecord): number | undefined => exchange.http?.status;

export const isSuccess = (record: ExchangeRecord): boolean => {
  const status = statusOf(record) ?? 0;
  return status >= 200 && status < 300;
};

export const isPost = ({ exchange }: ExchangeRecord): boolean => exchange.http?.method === "POST";

export const isGet = ({ exchange }: ExchangeRecord): boolean => exchange.http?.method === "GET";

/** Of the endpoint itself, not of an address beside it. */
export const isEndpoint = ({ exchange }: ExchangeRecord): boolean => exchange.http?.url === undefined;

export const isResumption = (record: ExchangeRecord): boolean =>
  requestHeader(record, HEADER_KEY.lastEventId) !== undefined;

/** A whole request: a method, and an id that can be answered. */
export const isRequest = ({ request }: ExchangeRecord): boolean => {
  const id = member(request, "id");
  return typeof stringMember(request, "method") === "string" && (typeof id === "string" || typeof id === "number");
};

export const isBatch = ({ exchange }: ExchangeRecord): boolean => Array.isArray(exchange.request);

export const isRegular = ({ exchange }: ExchangeRecord): boolean => exchange.deliberate !== true;

/** What came on the stream or in the body of an exchange beside its response. */
export const meanwhileOf = ({ exchange }: ExchangeRecord): readonly ReceivedMessage[] => exchange.meanwhile ?? [];

export const progressTokenOf = (request: Json | undefined): Json | undefined =>
  member(member(member(request, "params"), "_meta"), "progressToken");

/** The token of a progress notification; undefined for any other message. */
export const progressTokenIn = (message: Json | undefined): Json | undefined =>
  member(message, "method") === "notifications/progress"
    ? member(member(message, "params"), "progressToken")
    : undefined;

export const sameJson = (left: Json | undefined, right: Json | undefined): boolean =>
  left !== undefined && right !== undefined && JSON.stringify(left) === JSON.stringify(right);

/** Whose id an answer bears: the request's, another's, or none (an error may lack it). */
export const idMatch = ({ request, response }: Exchange): "own" | "other" | "none" => {
  if (!isJsonObject(response)) return "none";
  const id = member(response, "id");
  if (id === undefined || id === null) return "none";
  return sameJson(id, member(request, "id")) ? "own" : "other";
};

export const conversationOf = ({ exchange }: ExchangeRecord): string => exchange.conversation ?? "";

/** Streams belong to a session; where the server has none, to the conversation. */
export const sessionOf = (record: ExchangeRecord): string =>
  requestHeader(record, HEADER_KEY.sessionId) ??
  responseHeader(record, HEADER_KEY.sessionId) ??
  `in ${conversationOf(record)}`;

/** A request of the stateless era. */
export const isModern = ({ request }: ExchangeRecord): boolean =>
  metaOf(request)?.[META_KEY.protocolVersion] !== undefined;

/** An item made of an exchange, whose members stand at these places in it. */
export const itemOf = (
  record: ExchangeRecord,
  value: Json,
  parts: Readonly<Record<string, string>> = {},
  name: string | undefined = record.method,
): Item =>
  name === undefined
    ? { exchange: record.id, pointer: "", value, parts }
    : { exchange: record.id, pointer: "", value, parts, name };
