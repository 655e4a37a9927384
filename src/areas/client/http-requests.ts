import { isJsonObject, member, stringMember } from "../../base/json.ts";
import { type ExchangeRecord, type Item, placeOf, type View } from "../../judge/core/fact.ts";
import { headerValue } from "../../judge/core/header-value.ts";
import { kindOf } from "../../judge/core/messages.ts";
import { type ClientSession, messagesOf } from "./client-sessions.ts";
import { sessionsIn } from "./client-view.ts";
import { clientFact } from "./sent.ts";

/** A request of Streamable HTTP, to the endpoint or elsewhere. */
export interface HttpRequest extends Item {
  readonly record: ExchangeRecord;
  readonly session: ClientSession;
  readonly http: NonNullable<ExchangeRecord["exchange"]["http"]>;
  readonly isAtEndpoint: boolean;
}

/** HTTP+SSE, which Streamable HTTP replaced, has an endpoint of its own for each stream. */
export const httpRequestsIn = (view: View): readonly HttpRequest[] => view.once(gather);

const gather = (view: View): readonly HttpRequest[] =>
  sessionsIn(view)
    .filter(({ transport }) => transport === "streamable-http")
    .flatMap((session) =>
      session.records.flatMap((record): HttpRequest[] => {
        const { http } = record.exchange;
        if (!http) return [];
        const place = placeOf(record, "/http");
        return [{ ...place, value: http.method, record, session, http, isAtEndpoint: http.url === undefined }];
      }),
    );

/** What the request names: a tool, a prompt or a resource. */
export const nameIn = ({ record }: HttpRequest): string | undefined => {
  const params = member(record.request, "params");
  return stringMember(params, "name") ?? stringMember(params, "uri");
};

const MISSING = "the client sends a request over Streamable HTTP";

const postsIn = (view: View): readonly HttpRequest[] =>
  httpRequestsIn(view).filter(({ http, isAtEndpoint }) => http.method === "POST" && isAtEndpoint);

/** How a body reads: as one message, several, or none. */
const bodyOf = ({ exchange }: ExchangeRecord): string => {
  const { request, request_raw: raw } = exchange;
  if (Array.isArray(request)) return "batch";
  if (isJsonObject(request)) return kindOf(request);
  return request === undefined && raw === undefined ? "empty" : "not-json";
};

export const messageCarriers = clientFact(
  {
    name: "message_carriers",
    doc: "How every message was sent over Streamable HTTP.",
    type: "object: method (of HTTP), where (endpoint, elsewhere)",
    derived: ["where"],
    words: { elsewhere: "a message to another address than that of the server" },
  },
  (view) => httpRequestsIn(view).filter(({ record }) => messagesOf(record).length > 0),
  ({ record, http, isAtEndpoint }) => ({
    ...placeOf(record, "/http"),
    value: { method: http.method, where: isAtEndpoint ? "endpoint" : "elsewhere" },
    name: record.method,
    parts: { method: "/http/method", where: isAtEndpoint ? "/http" : "/http/url" },
  }),
  MISSING,
);

export const postBodies = clientFact(
  {
    name: "post_bodies",
    doc: "What the body of every POST to the endpoint was.",
    type: "request, notification, response, batch, other, not-json or empty",
    derived: true,
    words: { "not-json": "a body that is not one JSON text", empty: "no body" },
  },
  postsIn,
  ({ record }) => ({
    ...placeOf(record, record.exchange.request === undefined ? "/http" : "/request"),
    value: bodyOf(record),
    name: record.method,
  }),
  MISSING,
);

/** Media types in lower case, without their parameters. */
const typesIn = (header: string | undefined): string[] =>
  (header ?? "")
    .split(",")
    .map((part) => (part.split(";")[0] ?? "").trim().toLowerCase())
    .filter((type) => type !== "");

const headerItem = ({ record }: HttpRequest, value: Item["value"]): Item => ({
  ...placeOf(record, "/http/request_headers"),
  value,
  name: record.method,
});

export const postAccepts = clientFact(
  {
    name: "post_accepts",
    doc: "The media types that the Accept header of every POST to the endpoint names.",
    type: "array of strings",
    derived: true,
  },
  postsIn,
  (request) => headerItem(request, typesIn(headerValue(request.http.request_headers, "accept"))),
  MISSING,
);

export const postContentTypes = clientFact(
  {
    name: "post_content_types",
    doc: "The media type of every POST body to the endpoint.",
    type: "a media type, or none",
    derived: true,
    words: { none: "a body without Content-Type" },
  },
  (view) => postsIn(view).filter(({ record }) => bodyOf(record) !== "empty"),
  (request) => headerItem(request, typesIn(headerValue(request.http.request_headers, "content-type"))[0] ?? "none"),
  MISSING,
);

export const getAccepts = clientFact(
  {
    name: "get_accepts",
    doc: "The media types that the Accept header of every GET of the endpoint names.",
    type: "array of strings",
    derived: true,
  },
  httpRequestsIn,
  (request) =>
    request.http.method === "GET" && request.isAtEndpoint
      ? headerItem(request, typesIn(headerValue(request.http.request_headers, "accept")))
      : undefined,
  MISSING,
);

/** Only in a scenario is every request at the endpoint certainly of the client that speaks this era. */
export const otherHttpMethods = clientFact(
  {
    name: "other_http_methods",
    doc: "Every request to the endpoint, in a session of the stateless era, that is no POST.",
    type: "the method of HTTP",
  },
  httpRequestsIn,
  ({ record, http, session, isAtEndpoint }) =>
    session.era === "stateless" && session.scenario !== undefined && isAtEndpoint && http.method !== "POST"
      ? { ...placeOf(record, "/http/method"), value: http.method }
      : undefined,
  MISSING,
);
