// The headers that every request has: version, method and name.

import { type JsonObject, valueAt } from "../../../base/json.ts";
import { versionNamedBy } from "../../../capture/sessions.ts";
import { NEVER } from "../../../capture/timeline.ts";
import { derivedFact, placeOf } from "../../../judge/core/client/fact.ts";
import {
  type ClientHttpRequest,
  decodedHeader,
  formOfHeader,
  HEADERS,
  httpFact,
  httpRequestsIn,
  inHeaders,
  isAtEndpoint,
  isPost,
  requestHeader,
  saysValue,
  writingOf,
} from "../../../judge/core/client/http.ts";
import { type Item, nameIn, type Session, type View } from "../../../judge/core/client/view.ts";
import { HEADER_KEY, PARAM_HEADER_PREFIX } from "../../../protocol/headers.ts";
import { isRevision } from "../../../protocol/revision.ts";

/** Everything a client sent after its initialize was answered. */
const laterRequests = (view: View): readonly ClientHttpRequest[] =>
  httpRequestsIn(view).filter((request) => {
    const { session, http, sentAt } = request;
    // Where nothing was agreed on there is nothing to name.
    const isLater =
      isRevision(valueAt(session.initialize?.result, "protocolVersion")) && isAfterHandshake(session, sentAt);
    // A client that does not take up what was agreed on may still say goodbye.
    if (http.method === "DELETE" && !session.byMethod.has("notifications/initialized")) return false;
    return session.era === "stateful" && isAtEndpoint(request) && isLater;
  });

const isAfterHandshake = ({ initialize }: Session, sentAt: number): boolean =>
  sentAt > (initialize?.answeredAt ?? NEVER);

const versionItem = (request: ClientHttpRequest): Item => {
  const version = requestHeader(request, HEADER_KEY.protocolVersion);
  return { ...inHeaders(request), value: version === undefined ? {} : { version }, parts: { version: HEADERS } };
};

export const versionHeaders = httpFact("version_headers", {
  doc: "MCP-Protocol-Version of every request after the answer to initialize.",
  type: "object: version, if it was sent",
  missing: "the client sends a request after initialize over Streamable HTTP",
  among: laterRequests,
  pick: versionItem,
});

const MISSING = "the client sends a POST of the stateless era";

const statelessPosts = (view: View): readonly ClientHttpRequest[] =>
  httpRequestsIn(view).filter(
    (request) => request.session.era === "stateless" && isPost(request) && isAtEndpoint(request),
  );

const statelessRequestPosts = (view: View): readonly ClientHttpRequest[] =>
  statelessPosts(view).filter(({ method, id }) => method !== undefined && id !== undefined);

export const statelessVersionHeaders = httpFact("stateless_version_headers", {
  doc: "MCP-Protocol-Version of every POST of the stateless era.",
  type: "object: version, if it was sent",
  missing: MISSING,
  among: statelessPosts,
  pick: versionItem,
});

export const versionsTwice = httpFact("versions_twice", {
  doc: "Of every request of the stateless era with a version in header and _meta: both, and how they compare.",
  type: "object: header, meta, compared (equal, different)",
  derived: ["compared"],
  missing: MISSING,
  among: statelessRequestPosts,
  pick: (request) => {
    const header = requestHeader(request, HEADER_KEY.protocolVersion);
    const meta = versionNamedBy(request.value);
    if (header === undefined || meta === undefined) return undefined;
    const compared = header === meta ? "equal" : "different";
    const parts = { header: HEADERS, meta: "/request/params/_meta", compared: HEADERS };
    return { ...inHeaders(request), value: { header, meta, compared }, parts };
  },
});

export const versionHeaderValues = httpFact("version_header_values", {
  doc: "MCP-Protocol-Version of every request after initialize that has it, beside the version that was agreed on.",
  type: "agreed or other",
  derived: true,
  missing: "the client sends a request after initialize over Streamable HTTP",
  only: ({ session, http }) => session.era === "stateful" && !session.shared && http.method !== "",
  pick: (request) => {
    const { session, sentAt } = request;
    const agreed = valueAt(session.initialize?.result, "protocolVersion");
    const named = requestHeader(request, HEADER_KEY.protocolVersion);
    if (!isRevision(agreed) || named === undefined || !isAfterHandshake(session, sentAt)) return undefined;
    return { ...inHeaders(request), value: named === agreed ? "agreed" : "other" };
  },
});

export const methodHeaders = httpFact("method_headers", {
  doc: "Mcp-Method of every request of the stateless era, beside its method.",
  type: "object: header (if it was sent), method, compared (equal, other-case, different, absent)",
  derived: ["compared"],
  missing: MISSING,
  among: statelessRequestPosts,
  pick: (request) => {
    const header = requestHeader(request, HEADER_KEY.method);
    const { method = "" } = request;
    const value: JsonObject = { method, compared: compare(header, method) };
    if (header !== undefined) value["header"] = header;
    const parts = { header: HEADERS, method: "/request/method", compared: HEADERS };
    return { ...inHeaders(request), value, parts };
  },
});

const compare = (header: string | undefined, text: string): string => {
  if (header === undefined) return "absent";
  if (header === text) return "equal";
  return header.toLowerCase() === text.toLowerCase() ? "other-case" : "different";
};

const NAMED: ReadonlySet<string> = new Set(["tools/call", "prompts/get", "resources/read"]);

const namedRequests = (view: View): readonly ClientHttpRequest[] =>
  httpRequestsIn(view).filter(
    (request) =>
      request.session.era === "stateless" && NAMED.has(request.method ?? "") && nameIn(request) !== undefined,
  );

export const nameHeaders = httpFact("name_headers", {
  doc: "Mcp-Name of every request of the stateless era that has it: whether it is encoded, and whether the name has to be.",
  type: "object: header, form (plain, encoded), name_is (header-safe, unsafe)",
  derived: ["form", "name_is"],
  missing: MISSING,
  among: statelessRequestPosts,
  pick: (request) => {
    const header = requestHeader(request, HEADER_KEY.name);
    const name = nameIn(request);
    if (header === undefined || name === undefined) return undefined;
    const form = formOfHeader(header) === "base64" ? "encoded" : "plain";
    const value = { header, form, name_is: HEADER_SAFE.has(writingOf(name)) ? "header-safe" : "unsafe" };
    return {
      ...placeOf(request, HEADERS),
      value,
      name,
      parts: { header: HEADERS, form: HEADERS, name_is: "/request/params" },
    };
  },
});

/** What a header carries unchanged: visible ASCII, with spaces and tabs inside only. */
const HEADER_SAFE: ReadonlySet<string> = new Set(["plain", "with-spaces"]);

export const nameHeaderEchoes = derivedFact("name_header_echoes", {
  doc: "Mcp-Name of every request of the stateless era that names a tool, a prompt or a resource, beside that name.",
  type: "object: of (name, uri), compared (equal, different, absent)",
  missing: "the client names a tool, a prompt or a resource in the stateless era",
  among: namedRequests,
  at: inHeaders,
  say: (request) => {
    const header = requestHeader(request, HEADER_KEY.name);
    const of = request.method === "resources/read" ? "uri" : "name";
    if (header === undefined) return { of, compared: "absent" };
    return { of, compared: decodedHeader(header) === nameIn(request) ? "equal" : "different" };
  },
});

export const oddNameHeaders = derivedFact("odd_name_headers", {
  doc: "Mcp-Name of every request that names something a header cannot carry as it is.",
  type: "object: name (unsafe, like-the-sentinel), header (equal, different, absent), form (plain, base64, other-encoding, none)",
  scenarios: ["odd-names"],
  words: { different: "a header that does not say the name" },
  missing: "the client names something that a header cannot carry as it is",
  among: namedRequests,
  only: (request) => ODD.has(writingOf(nameIn(request) ?? "")),
  at: (request) => ({ ...placeOf(request, HEADERS), name: nameIn(request) }),
  say: (request) => {
    const name = nameIn(request) ?? "";
    const header = requestHeader(request, HEADER_KEY.name);
    if (header === undefined) return { name: writingOf(name), header: "absent", form: "none" };
    const form = formOfHeader(header);
    return {
      name: writingOf(name),
      header: saysValue(header, name) && form === "base64" ? "equal" : "different",
      form,
    };
  },
});

const ODD: ReadonlySet<string> = new Set(["unsafe", "like-the-sentinel"]);

const MIRRORED: ReadonlySet<string> = new Set([HEADER_KEY.protocolVersion, HEADER_KEY.method, HEADER_KEY.name]);

export const repeatedHeaders = httpFact("repeated_headers", {
  doc: "Every header that mirrors the body and stands there more than once.",
  type: "the name, in lower case",
  derived: true,
  missing: MISSING,
  among: statelessPosts,
  pick: (request) => {
    const names = request.http.request_headers.map(([name]) => name.toLowerCase());
    const mirrored = names.filter((name) => MIRRORED.has(name) || name.startsWith(PARAM_HEADER_PREFIX.toLowerCase()));
    const twice = mirrored.filter((name, index) => mirrored.indexOf(name) !== index);
    return [...new Set(twice)].map((value) => ({ ...placeOf(request, HEADERS), value, name: value }));
  },
});
