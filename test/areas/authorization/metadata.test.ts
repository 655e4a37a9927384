import type { Json, JsonObject } from "../../../src/base/json.ts";
import type { Exchange } from "../../../src/capture/capture.ts";
import { givenHttp, type ReadingCase, readingTable } from "../reading-table.ts";
import { leftOut, overHttp } from "../small-captures.ts";
import {
  asked,
  ELSEWHERE,
  fetched,
  givenProtected,
  givenTarget,
  notFound,
  OTHER_SCHEME,
  target,
  walled,
} from "./access-control.ts";

const metadata = (resource: Json | undefined, route = "path"): Exchange =>
  fetched(`resource-metadata-${route}`, resource === undefined ? {} : { resource });

/** How a resource relates to an endpoint. */
const related = (resource: Json, identity: string, ending?: string, url = "https://example.com/mcp"): ReadingCase =>
  givenProtected(`${JSON.stringify(resource)} for ${url}`, {
    target: target(url),
    exchanges: [metadata(resource)],
  }).values([
    {
      route: "path",
      status: 200,
      content_type: "application/json",
      document: { resource },
      identity,
      ...(ending === undefined ? {} : { ending }),
    },
  ]);

const FAR = 'Bearer resource_metadata="https://elsewhere.example/meta"';

readingTable("resource_metadata", [
  related("https://example.com/mcp", "endpoint", "plain"),
  related("https://example.com/mcp/", "endpoint", "slash"),
  related("https://example.com/mcp/", "endpoint", "as-endpoint", "https://example.com/mcp/"),
  related("https://example.com/", "endpoint", "slash", "https://example.com/"),
  related("https://example.com", "parent", "plain"),
  related("https://example.com/a", "parent", "plain", "https://example.com/a/mcp"),
  related("https://example.com/a", "other-path", "plain", "https://example.com/ab"),
  related("https://example.com/mcp/deeper", "other-path", "plain"),
  related("https://other.example/mcp", "other-host", "plain"),
  related("http://example.com/mcp", "other-scheme", "plain"),
  related("https://example.com/mcp#x", "fragment", "plain"),
  related("https://example.com/mcp#", "fragment", "plain"),
  related("/mcp", "relative", "plain"),
  related("", "missing", "plain"),
  related(7, "missing"),
  related("http://127.0.0.1:8080/mcp", "endpoint", "plain", "http://localhost:8080/mcp"),
  related("http://127.0.0.1:8081/mcp", "other-host", "plain", "http://localhost:8080/mcp"),
  givenProtected("a document without a resource", [metadata(undefined)]).partly(
    [{ identity: "missing", document: {} }],
    { at: ["/http"], parts: [{ document: "/response", identity: "/response/resource" }] },
  ),
  givenHttp("a capture that does not say where the endpoint is", [walled(), metadata("x")]).values([
    { route: "path", status: 200, content_type: "application/json", document: { resource: "x" } },
  ]),
  givenProtected("the first place with a document counts, in the order of a client", [
    metadata("r", "root"),
    metadata("p", "path"),
    notFound("resource-metadata-named"),
  ]).partly([{ route: "path", document: { resource: "p" } }], { exchanges: ["main/3"] }),
  givenProtected("no document: what came where a client looks first", [
    notFound("resource-metadata-root"),
    notFound("resource-metadata-path"),
  ]).values([{ route: "path", status: 404, content_type: "application/json" }], { exchanges: ["main/3"] }),
  givenProtected("JSON under another content type, and a page that is none", [
    overHttp({ step: "resource-metadata-named" }, 200, {
      method: "GET",
      response_headers: [["content-type", "text/html"]],
      body: { encoding: "utf8", data: "<html>" },
    }),
    overHttp({ step: "resource-metadata-path" }, 200, {
      method: "GET",
      response_headers: [["content-type", "text/plain; charset=utf-8"]],
      body: { encoding: "utf8", data: '{"resource":"https://example.com/mcp"}' },
    }),
  ]).values(
    [
      {
        route: "path",
        status: 200,
        content_type: "text/plain",
        document: { resource: "https://example.com/mcp" },
        identity: "endpoint",
        ending: "plain",
      },
    ],
    {
      parts: [
        {
          route: "",
          status: "/http/status",
          content_type: "/http/response_headers",
          document: "/http/body",
          identity: "/http/body",
          ending: "/http/body",
        },
      ],
    },
  ),
  givenProtected("JSON that is no object", [fetched("resource-metadata-path", ["x"])]).values([
    { route: "path", status: 200, content_type: "application/json" },
  ]),
  givenTarget("an address of another origin that was not fetched", [
    walled(FAR),
    notFound("resource-metadata-path"),
  ]).unseen("not-probed"),
  givenTarget("the same address, fetched and not found", [walled(FAR), notFound("resource-metadata-named")]).partly([
    { route: "named", status: 404 },
  ]),
  givenTarget("an address of the same origin that was not fetched", [
    walled('Bearer resource_metadata="https://example.com/x"'),
    notFound("resource-metadata-path"),
  ]).partly([{ route: "path", status: 404 }]),
  givenProtected("a look that the plan left out", [leftOut("resource-metadata-path", "unsafe-to-probe")]).leftOut(),
  ...ELSEWHERE,
  OTHER_SCHEME,
]);

readingTable("resource_metadata_routes", [
  givenProtected("every way that leads to a document", [
    metadata("x", "named"),
    notFound("resource-metadata-path"),
    overHttp({ step: "resource-metadata-root" }, 200, { method: "GET", body: { encoding: "utf8", data: "{}" } }),
    fetched("authorization-server-root", {}),
  ]).values(["named", "root"], {
    at: ["/response", "/http/body"],
    exchanges: ["main/2", "main/4"],
    lookedAt: ["", "", ""],
  }),
  givenTarget("a way to another origin, which counts although it was not gone", [
    walled(FAR),
    metadata("x", "root"),
  ]).values(["named", "root"], { at: ["/http/response_headers", "/response"] }),
  givenProtected("no way", [notFound("resource-metadata-path")]).values([]),
  givenProtected("a look that the plan left out", [leftOut("resource-metadata-root", "unsafe-to-probe")]).leftOut(),
  ...ELSEWHERE,
  OTHER_SCHEME,
]);

readingTable("named_metadata", [
  givenTarget("what any challenge names, each address once", [
    walled('DPoP algs="ES256", resource_metadata="/meta", Bearer scope="x"'),
    walled('Bearer resource_metadata="/meta"', "no-token-2"),
    walled('Bearer resource_metadata="https://example.com/other"', "no-token-3"),
  ]).values(["/meta", "https://example.com/other"], { at: ["/http/response_headers", "/http/response_headers"] }),
  givenTarget("challenges that name nothing", [walled("Bearer"), metadata("https://example.com/mcp")]).values([]),
  ...ELSEWHERE,
  OTHER_SCHEME,
]);

const ISSUER = "https://example.com";
const named = (...authorization_servers: string[]): Exchange =>
  fetched("resource-metadata-path", { authorization_servers });
const described = (route: string, document: JsonObject = { issuer: ISSUER }): Exchange =>
  fetched(`authorization-server-${route}`, document);
const missing = (route: string): Exchange => notFound(`authorization-server-${route}`);

/** Why nothing can be said where there is no description to look at. */
const WITHOUT: readonly ReadingCase[] = [
  givenProtected("resource metadata that names no authorization server", [named(), described("rfc8414")]).unseen(
    "prerequisite-missing",
  ),
  givenProtected("an authorization server of another origin, from which nothing was fetched", [
    named("https://login.example"),
  ]).unseen("not-probed"),
  givenProtected("a look that the plan left out", [
    named(ISSUER),
    leftOut("authorization-server-rfc8414", "unsafe-to-probe"),
  ]).leftOut(),
  ...ELSEWHERE,
  OTHER_SCHEME,
];

readingTable("authorization_server_places", [
  givenProtected("every place with a description of an authorization server", [
    named(ISSUER),
    described("rfc8414"),
    described("openid", { token_endpoint: "x" }),
    described("openid-appended", { hello: "I answer everything" }),
    missing("inserted"),
  ]).values(["rfc8414", "openid"], {
    at: ["/response", "/response"],
    exchanges: ["main/3", "main/4"],
    lookedAt: ["", "", "", ""],
  }),
  givenProtected("the origin itself, which no metadata has to name", {
    revision: "2025-03-26",
    exchanges: [described("root", { authorization_endpoint: "x" }), described("inserted")],
  }).values(["root", "inserted"]),
  givenProtected("default endpoints, both of them", {
    revision: "2025-03-26",
    exchanges: [missing("root"), asked("default-endpoint-authorize", 400), asked("default-endpoint-token", 405)],
  }).values(["default-endpoints"], { exchanges: ["main/3"], at: [""] }),
  givenProtected("one default endpoint alone", {
    revision: "2025-03-26",
    exchanges: [missing("root"), asked("default-endpoint-authorize", 404), asked("default-endpoint-token", 405)],
  }).values([]),
  ...WITHOUT,
]);

readingTable("authorization_server", [
  givenProtected("the first description, and whether it is of the one that was named", [
    named(ISSUER, "https://second.example"),
    missing("rfc8414"),
    described("openid"),
    described("openid-appended"),
  ]).values([{ route: "openid", document: { issuer: ISSUER }, issuer: "same" }], {
    at: ["/response"],
    exchanges: ["main/4"],
  }),
  givenProtected("a description of another issuer", [
    named(ISSUER),
    described("rfc8414", { issuer: `${ISSUER}/`, jwks_uri: "x" }),
  ]).partly([{ route: "rfc8414", issuer: "other" }]),
  givenProtected("at the origin there is no issuer to compare with", {
    revision: "2025-03-26",
    exchanges: [named("https://login.example"), described("root")],
  }).values([{ route: "root", document: { issuer: ISSUER } }]),
  givenProtected("a description in a body of another type", [
    named(ISSUER),
    overHttp({ step: "authorization-server-rfc8414" }, 200, {
      method: "GET",
      body: { encoding: "utf8", data: '{"token_endpoint":"t"}' },
    }),
  ]).values([{ route: "rfc8414", document: { token_endpoint: "t" }, issuer: "other" }], { at: ["/http/body"] }),
  givenProtected("no description anywhere", [
    named(ISSUER),
    missing("rfc8414"),
    described("openid", { issuer: 7 }),
  ]).unseen("prerequisite-missing"),
  ...WITHOUT,
]);

readingTable("authorization_endpoints", [
  givenProtected("the addresses of the description, and how each is reached", [
    named(ISSUER),
    described("rfc8414", {
      issuer: ISSUER,
      token_endpoint: "http://localhost:9/token",
      authorization_endpoint: "http://127.0.0.1/authorize",
      revocation_endpoint: "http://a.localhost/revoke",
      jwks_uri: "http://example.com/keys",
      registration_endpoint: "/register",
      service_documentation: "http://example.com/docs",
      introspection_endpoint: 7,
    }),
    described("openid", { issuer: "https://never.example" }),
  ]).values(
    [
      { member: "issuer", url: ISSUER, channel: "https" },
      { member: "token_endpoint", url: "http://localhost:9/token", channel: "loopback" },
      { member: "authorization_endpoint", url: "http://127.0.0.1/authorize", channel: "loopback" },
      { member: "revocation_endpoint", url: "http://a.localhost/revoke", channel: "loopback" },
      { member: "jwks_uri", url: "http://example.com/keys", channel: "open" },
    ],
    {
      at: ["issuer", "token_endpoint", "authorization_endpoint", "revocation_endpoint", "jwks_uri"].map(
        (name) => `/response/${name}`,
      ),
      names: ["issuer", "token_endpoint", "authorization_endpoint", "revocation_endpoint", "jwks_uri"],
      lookedAt: ["/response"],
    },
  ),
  givenProtected("no description anywhere", [named(ISSUER), missing("rfc8414")]).unseen("prerequisite-missing"),
  ...WITHOUT,
]);

readingTable("default_endpoints", [
  givenProtected("what answers there", {
    revision: "2025-03-26",
    exchanges: [
      asked("default-endpoint-authorize", 400),
      asked("default-endpoint-register", 404),
      { step: "default-endpoint-token", trouble: { kind: "timed-out", detail: "" } },
    ],
  }).values(
    [
      { endpoint: "authorize", status: 400 },
      { endpoint: "register", status: 404 },
    ],
    {
      at: ["/http", "/http"],
      names: ["/authorize", "/register"],
      parts: [{ endpoint: "", status: "/http/status" }, {}],
    },
  ),
  givenProtected("a look that the plan left out", {
    revision: "2025-03-26",
    not_probed: [leftOut("default-endpoint-token", "unsafe-to-probe")],
  }).leftOut(),
  ...ELSEWHERE,
  OTHER_SCHEME,
]);
