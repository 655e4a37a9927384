// How the client's requests are made: their methods, bodies and media types.

import { isJsonObject } from "../../../base/json.ts";
import { type NamedPlace, placeOf } from "../../../judge/core/client/fact.ts";
import {
  type ClientHttpRequest,
  HEADERS,
  httpFact,
  httpRequestsIn,
  isAtEndpoint,
  isGet,
  isPost,
  requestHeader,
} from "../../../judge/core/client/http.ts";
import type { View } from "../../../judge/core/client/view.ts";

const MISSING = "the client sends a request over Streamable HTTP";

const postsIn = (view: View): readonly ClientHttpRequest[] =>
  httpRequestsIn(view).filter((request) => isPost(request) && isAtEndpoint(request));

export const messageCarriers = httpFact("message_carriers", {
  doc: "How every message was sent over Streamable HTTP.",
  type: "object: method (of HTTP), where (endpoint, elsewhere)",
  words: { elsewhere: "a message to another address than that of the server" },
  derived: ["where"],
  missing: MISSING,
  only: ({ value }) => value !== undefined,
  pick: (request) => ({
    ...placeOf(request, "/http"),
    value: { method: request.http.method, where: isAtEndpoint(request) ? "endpoint" : "elsewhere" },
    name: request.method,
    parts: { method: "/http/method", where: isAtEndpoint(request) ? "/http" : "/http/url" },
  }),
});

/** How a body reads: as one message, several, or none. */
const bodyOf = ({ value, kind, exchange }: ClientHttpRequest): string => {
  if (Array.isArray(value)) return "batch";
  if (isJsonObject(value)) return kind;
  return value === undefined && exchange?.request_raw === undefined ? "empty" : "not-json";
};

export const postBodies = httpFact("post_bodies", {
  doc: "What the body of every POST to the endpoint was.",
  type: "request, notification, response, batch, other, not-json or empty",
  words: { "not-json": "a body that is not one JSON text", empty: "no body" },
  derived: true,
  missing: MISSING,
  among: postsIn,
  pick: (request) => ({
    ...placeOf(request, request.value === undefined ? "/http" : "/request"),
    value: bodyOf(request),
    name: request.method,
  }),
});

/** Media types in lower case, without their parameters. */
const typesIn = (header = ""): string[] =>
  header
    .split(",")
    .map((part) => (part.split(";")[0] ?? "").trim().toLowerCase())
    .filter((type) => type !== "");

const headerPlace = (request: ClientHttpRequest): NamedPlace => ({
  ...placeOf(request, HEADERS),
  name: request.method,
});

export const postAccepts = httpFact("post_accepts", {
  doc: "The media types that the Accept header of every POST to the endpoint names.",
  type: "array of strings",
  derived: true,
  missing: MISSING,
  among: postsIn,
  pick: (request) => ({ ...headerPlace(request), value: typesIn(requestHeader(request, "accept")) }),
});

export const postContentTypes = httpFact("post_content_types", {
  doc: "The media type of every POST body to the endpoint.",
  type: "a media type, or none",
  words: { none: "a body without Content-Type" },
  derived: true,
  missing: MISSING,
  among: postsIn,
  only: (request) => bodyOf(request) !== "empty",
  pick: (request) => ({
    ...headerPlace(request),
    value: typesIn(requestHeader(request, "content-type"))[0] ?? "none",
  }),
});

export const getAccepts = httpFact("get_accepts", {
  doc: "The media types that the Accept header of every GET of the endpoint names.",
  type: "array of strings",
  derived: true,
  missing: MISSING,
  pick: (request) =>
    isGet(request) && isAtEndpoint(request)
      ? { ...headerPlace(request), value: typesIn(requestHeader(request, "accept")) }
      : undefined,
});

/** Only in a scenario is every request at the endpoint certainly of the client that speaks this era. */
export const otherHttpMethods = httpFact("other_http_methods", {
  doc: "Every request to the endpoint, in a session of the stateless era, that is no POST.",
  type: "the method of HTTP",
  missing: MISSING,
  pick: (request) => {
    const { session, http } = request;
    const isSure = session.era === "stateless" && session.scenario !== undefined && isAtEndpoint(request);
    return isSure && !isPost(request) ? { ...placeOf(request, "/http/method"), value: http.method } : undefined;
  },
});
