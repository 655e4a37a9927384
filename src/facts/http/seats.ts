import type { Exchange, ReceivedMessage, TransportName } from "../../model/capture.ts";
import { isJsonObject, type Json, member, stringMember } from "../../model/json.ts";
import { mediaType } from "../common/answer.ts";
import { inapplicable } from "../common/gaps.ts";
import { headerValue } from "../common/header-value.ts";
import { META_KEYS, metaOf, requestHeader } from "../common/modern.ts";
import type { Fact, Item, Reading } from "../fact.ts";
import { placeOf, type Seat, type View } from "../view.ts";

export { requestHeader };

/** The same fact, silent where the session was on another transport: the words below mean nothing there. */
export const onlyOn = (transport: TransportName, fact: Fact): Fact => ({
  ...fact,
  read: (view) => elsewhere(view, transport) ?? fact.read(view),
});

const elsewhere = (view: View, transport: TransportName): Reading | undefined =>
  view.transport === undefined || view.transport === transport
    ? undefined
    : inapplicable(`this session was not on ${transport}`, [{ exchange: null, pointer: "/transport" }]);

export const responseHeader = ({ exchange }: Seat, name: string): string | undefined =>
  headerValue(exchange.http?.response_headers, name);

export const contentType = (seat: Seat): string | undefined => mediaType(responseHeader(seat, "content-type"));

export const statusOf = ({ exchange }: Seat): number | undefined => exchange.http?.status;

export const isSuccess = (seat: Seat): boolean => {
  const status = statusOf(seat) ?? 0;
  return status >= 200 && status < 300;
};

export const isPost = ({ exchange }: Seat): boolean => exchange.http?.method === "POST";

export const isGet = ({ exchange }: Seat): boolean => exchange.http?.method === "GET";

/** Of the endpoint itself, not of an address beside it. */
export const isEndpoint = ({ exchange }: Seat): boolean => exchange.http?.url === undefined;

export const isResumption = (seat: Seat): boolean => requestHeader(seat, "last-event-id") !== undefined;

/** A whole request: a method, and an id that can be answered. */
export const isRequest = ({ request }: Seat): boolean => {
  const id = member(request, "id");
  return typeof stringMember(request, "method") === "string" && (typeof id === "string" || typeof id === "number");
};

export const isBatch = ({ exchange }: Seat): boolean => Array.isArray(exchange.request);

export const isRegular = ({ exchange }: Seat): boolean => exchange.deliberate !== true;

/** What came on the stream or in the body of an exchange beside its response. */
export const meanwhileOf = ({ exchange }: Seat): readonly ReceivedMessage[] => exchange.meanwhile ?? [];

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

export const conversationOf = ({ exchange }: Seat): string => exchange.conversation ?? "";

/** Streams belong to a session; where the server has none, to the conversation. */
export const sessionOf = (seat: Seat): string =>
  requestHeader(seat, "mcp-session-id") ?? responseHeader(seat, "mcp-session-id") ?? `in ${conversationOf(seat)}`;

/** A request of the stateless era. */
export const isModern = ({ request }: Seat): boolean => metaOf(request)?.[META_KEYS.protocolVersion] !== undefined;

/** An item made of an exchange, whose members stand at these places in it. */
export const itemOf = (
  seat: Seat,
  value: Json,
  parts: Readonly<Record<string, string>> = {},
  name: string | undefined = seat.method,
): Item => ({ ...placeOf(seat), value, parts, ...(name === undefined ? {} : { name }) });
