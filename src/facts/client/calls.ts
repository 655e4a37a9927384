import { isJsonObject, type JsonObject, member, stringMember } from "../../model/json.ts";
import { HEADER_KEY } from "../../protocol/headers.ts";
import { headerValue } from "../common/header-value.ts";
import { placeOf, type View } from "../fact.ts";
import { type HttpRequest, httpRequestsIn, nameIn } from "./http-requests.ts";
import { clientFact, derivedAt, partOf, type Sent, sentFact, sentIn, statelessRequestsIn } from "./sent.ts";

export const callParams = sentFact(
  { name: "call_params", doc: "The params of every tools/call.", type: "object" },
  (sent) =>
    sent.method === "tools/call"
      ? partOf(sent, sent.params ?? {}, sent.params === undefined ? "" : "/params")
      : undefined,
);

const SUMS: ReadonlySet<string> = new Set(["add", "add_numbers"]);

/** Only of tools of our own, whose schema is known to be so. */
export const sumArguments = sentFact(
  { name: "sum_arguments", doc: "The arguments of calls of our own tools that add two numbers.", type: "object" },
  (sent) => {
    const name = stringMember(sent.params, "name");
    if (sent.method !== "tools/call" || sent.session.scenario === undefined || name === undefined || !SUMS.has(name))
      return undefined;
    return partOf(sent, member(sent.params, "arguments") ?? {}, "/params");
  },
);

const NAMED: ReadonlySet<string> = new Set(["tools/call", "prompts/get", "resources/read"]);

const ENCODED = /^=\?base64\?([A-Za-z0-9+/=]*)\?=$/;

const decoded = (header: string): string => {
  const encoded = ENCODED.exec(header)?.[1];
  return encoded === undefined
    ? header
    : new TextDecoder().decode(Uint8Array.from(atob(encoded), (char) => char.charCodeAt(0)));
};

export const nameHeaderEchoes = clientFact(
  {
    name: "name_header_echoes",
    doc: "Mcp-Name of every request of the stateless era that names a tool, a prompt or a resource, beside that name.",
    type: "object: of (name, uri), compared (equal, different, absent)",
    derived: true,
  },
  (view) => httpRequestsIn(view).filter((request) => isNamed(request)),
  (request) => {
    const header = headerValue(request.http.request_headers, HEADER_KEY.name);
    const of = request.record.method === "resources/read" ? "uri" : "name";
    const compared = header === undefined ? "absent" : decoded(header) === nameIn(request) ? "equal" : "different";
    const place = { ...placeOf(request.record, "/http/request_headers"), name: request.record.method };
    return derivedAt(place, { of, compared });
  },
  "the client names a tool, a prompt or a resource in the stateless era",
);

const isNamed = (request: HttpRequest): boolean =>
  request.session.era === "stateless" && NAMED.has(request.record.method ?? "") && nameIn(request) !== undefined;

export const cancelledHandshakes = sentFact(
  {
    name: "cancelled_handshakes",
    doc: "Every notifications/cancelled for the initialize of its session.",
    type: "the id",
  },
  (sent) => {
    if (sent.method !== "notifications/cancelled") return undefined;
    const id = member(sent.params, "requestId");
    const own = member(sent.session.initialize?.request, "id");
    return id !== undefined && id === own ? partOf(sent, id, "/params/requestId") : undefined;
  },
);

const isOpenAt = (earlier: Sent, later: Sent): boolean =>
  (earlier.record.exchange.seq ?? 0) < (later.record.exchange.seq ?? 0) &&
  (earlier.record.exchange.response_seq ?? Number.POSITIVE_INFINITY) > (later.record.exchange.seq ?? 0);

const tokenOf = ({ params }: Sent) => member(member(params, "_meta"), "progressToken");

export const repeatedProgressTokens = sentFact(
  {
    name: "repeated_progress_tokens",
    doc: "Every progress token that an open request of the same session has too.",
    type: "the token",
  },
  (sent, view) => {
    const token = tokenOf(sent);
    if (token === undefined || sent.session.shared) return undefined;
    const isTaken = sentIn(view).some(
      (one) => one.session === sent.session && tokenOf(one) === token && isOpenAt(one, sent),
    );
    return isTaken ? partOf(sent, token, "/params/_meta/progressToken") : undefined;
  },
);

/** A request that repeats one which was answered with input_required. */
export const inputRetries = clientFact(
  {
    name: "input_retries",
    doc: "Of every repetition of a request that was answered with input_required: its state and its id, beside those of before.",
    type: "object: state (same, changed, missing, unasked, none), id (new, same)",
    derived: true,
    scenarios: ["input-rounds"],
  },
  (view) => statelessRequestsIn(view).filter((sent) => roundBefore(sent, view) !== undefined),
  (sent, view) => {
    const before = roundBefore(sent, view);
    const given = member(member(before?.record.exchange.response, "result"), "requestState");
    const value: JsonObject = {
      state: compare(given, member(sent.params, "requestState")),
      id: member(before?.value, "id") === member(sent.value, "id") ? "same" : "new",
    };
    return derivedAt({ ...sent, pointer: `${sent.pointer}/params` }, value);
  },
  "a request is answered with input_required and repeated",
);

const compare = (given: unknown, sent: unknown): string => {
  if (given === undefined) return sent === undefined ? "none" : "unasked";
  if (sent === undefined) return "missing";
  return given === sent ? "same" : "changed";
};

/** The last request of the same method and name that asked for input, where this one carries an answer to it. */
const roundBefore = (sent: Sent, view: View): Sent | undefined => {
  if (!isJsonObject(sent.params) || !("inputResponses" in sent.params || "requestState" in sent.params))
    return undefined;
  const name = stringMember(sent.params, "name");
  return statelessRequestsIn(view)
    .filter(
      (one) =>
        one.session === sent.session &&
        one.method === sent.method &&
        stringMember(one.params, "name") === name &&
        member(member(one.record.exchange.response, "result"), "resultType") === "input_required" &&
        (one.record.exchange.response_seq ?? Number.POSITIVE_INFINITY) < (sent.record.exchange.seq ?? 0),
    )
    .at(-1);
};
