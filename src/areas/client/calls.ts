import { member, stringMember } from "../../base/json.ts";
import { placeOf } from "../../judge/core/fact.ts";
import { headerValue } from "../../judge/core/header-value.ts";
import { HEADER_KEY } from "../../protocol/headers.ts";
import { decodedHeader } from "./header-text.ts";
import { type HttpRequest, httpRequestsIn, nameIn } from "./http-requests.ts";
import { clientFact, derivedAt, partOf, type Sent, sentFact, sentIn } from "./sent.ts";

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
    const compared =
      header === undefined ? "absent" : decodedHeader(header) === nameIn(request) ? "equal" : "different";
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
