import { type JsonObject, member } from "../../base/json.ts";
import { type Item, placeOf, type View } from "../../judge/core/fact.ts";
import { headerValue } from "../../judge/core/header-value.ts";
import { versionNamedBy } from "../../judge/core/spoken-revision.ts";
import { HEADER_KEY, PARAM_HEADER_PREFIX } from "../../protocol/headers.ts";
import { isRevision } from "../../protocol/revision.ts";
import { type HttpRequest, httpRequestsIn, nameIn } from "./http-requests.ts";
import { clientFact } from "./sent.ts";

const HEADERS = "/http/request_headers";

const read = ({ http }: HttpRequest, name: string): string | undefined => headerValue(http.request_headers, name);

/** Everything a client sent after its initialize was answered. */
const laterRequests = (view: View): readonly HttpRequest[] =>
  httpRequestsIn(view).filter(({ session, record, http, isAtEndpoint }) => {
    const agreed = member(member(session.initialize?.exchange.response, "result"), "protocolVersion");
    // Where nothing was agreed on there is nothing to name.
    const answered = isRevision(agreed) ? session.initialize?.exchange.response_seq : undefined;
    const sent = record.exchange.seq;
    // Who does not take up what was agreed on may still say goodbye.
    if (http.method === "DELETE" && !session.records.some(({ method }) => method === "notifications/initialized"))
      return false;
    return (
      session.era === "stateful" && isAtEndpoint && answered !== undefined && sent !== undefined && sent > answered
    );
  });

const nameOf = ({ record, http }: HttpRequest): string => record.method ?? http.method;

export const versionHeaders = clientFact(
  {
    name: "version_headers",
    doc: "MCP-Protocol-Version of every request after the answer to initialize.",
    type: "object: version, if it was sent",
  },
  laterRequests,
  (request) => headerItem(request, "version", read(request, HEADER_KEY.protocolVersion)),
  "the client sends a request after initialize over Streamable HTTP",
);

const headerItem = (request: HttpRequest, name: string, value: string | undefined): Item => ({
  ...placeOf(request.record, HEADERS),
  value: value === undefined ? {} : { [name]: value },
  name: nameOf(request),
  parts: { [name]: HEADERS },
});

const MISSING = "the client sends a POST of the stateless era";

const statelessPosts = (view: View): readonly HttpRequest[] =>
  httpRequestsIn(view).filter(
    ({ session, http, isAtEndpoint }) => session.era === "stateless" && http.method === "POST" && isAtEndpoint,
  );

const statelessRequestPosts = (view: View): readonly HttpRequest[] =>
  statelessPosts(view).filter(
    ({ record }) => record.method !== undefined && member(record.request, "id") !== undefined,
  );

export const statelessVersionHeaders = clientFact(
  {
    name: "stateless_version_headers",
    doc: "MCP-Protocol-Version of every POST of the stateless era.",
    type: "object: version, if it was sent",
  },
  statelessPosts,
  (request) => headerItem(request, "version", read(request, HEADER_KEY.protocolVersion)),
  MISSING,
);

export const versionsTwice = clientFact(
  {
    name: "versions_twice",
    doc: "Of every request of the stateless era with a version in header and _meta: both, and how they compare.",
    type: "object: header, meta, compared (equal, different)",
    derived: ["compared"],
  },
  statelessRequestPosts,
  (request) => {
    const header = read(request, HEADER_KEY.protocolVersion);
    const meta = versionNamedBy(request.record.request);
    if (header === undefined || meta === undefined) return undefined;
    const compared = header === meta ? "equal" : "different";
    return {
      ...placeOf(request.record, HEADERS),
      value: { header, meta, compared },
      name: nameOf(request),
      parts: { header: HEADERS, meta: "/request/params/_meta", compared: HEADERS },
    };
  },
  MISSING,
);

export const methodHeaders = clientFact(
  {
    name: "method_headers",
    doc: "Mcp-Method of every request of the stateless era, beside its method.",
    type: "object: header (if it was sent), method, compared (equal, other-case, different, absent)",
    derived: ["compared"],
  },
  statelessRequestPosts,
  (request) => {
    const header = read(request, HEADER_KEY.method);
    const method = request.record.method ?? "";
    const value: JsonObject = { method, compared: compare(header, method) };
    if (header !== undefined) value["header"] = header;
    const parts = { header: HEADERS, method: "/request/method", compared: HEADERS };
    return { ...placeOf(request.record, HEADERS), value, name: method, parts };
  },
  MISSING,
);

const compare = (header: string | undefined, text: string): string => {
  if (header === undefined) return "absent";
  if (header === text) return "equal";
  return header.toLowerCase() === text.toLowerCase() ? "other-case" : "different";
};

const ENCODED = /^=\?base64\?([A-Za-z0-9+/=]*)\?=$/;

/** What a header carries unchanged: visible ASCII, with spaces and tabs inside only. */
const isHeaderSafe = (text: string): boolean =>
  /^[\x21-\x7e](?:[\x20-\x7e\t]*[\x21-\x7e])?$/.test(text) && !ENCODED.test(text);

export const nameHeaders = clientFact(
  {
    name: "name_headers",
    doc: "Mcp-Name of every request of the stateless era that has it: whether it is encoded, and whether the name has to be.",
    type: "object: header, form (plain, encoded), name_is (header-safe, unsafe)",
    derived: ["form", "name_is"],
  },
  statelessRequestPosts,
  (request) => {
    const header = read(request, HEADER_KEY.name);
    const name = nameIn(request);
    if (header === undefined || name === undefined) return undefined;
    const form = ENCODED.test(header) ? "encoded" : "plain";
    return {
      ...placeOf(request.record, HEADERS),
      value: { header, form, name_is: isHeaderSafe(name) ? "header-safe" : "unsafe" },
      name,
      parts: { header: HEADERS, form: HEADERS, name_is: "/request/params" },
    };
  },
  MISSING,
);

const MIRRORED: ReadonlySet<string> = new Set([HEADER_KEY.protocolVersion, HEADER_KEY.method, HEADER_KEY.name]);

export const repeatedHeaders = clientFact(
  {
    name: "repeated_headers",
    doc: "Every header that mirrors the body and stands there more than once.",
    type: "the name, in lower case",
    derived: true,
  },
  statelessPosts,
  ({ record, http }) => {
    const names = http.request_headers.map(([name]) => name.toLowerCase());
    const mirrored = names.filter((name) => MIRRORED.has(name) || name.startsWith(PARAM_HEADER_PREFIX.toLowerCase()));
    const twice = mirrored.filter((name, index) => mirrored.indexOf(name) !== index);
    return [...new Set(twice)].map((value) => ({ ...placeOf(record, HEADERS), value, name: value }));
  },
  MISSING,
);
