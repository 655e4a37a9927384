import type { Exchange } from "../../../src/model/capture.ts";
import type { JsonObject } from "../../../src/model/json.ts";
import { type ReadingCase, readingTable } from "../reading-table.ts";
import { leftOut, overHttp } from "../small-captures.ts";
import { asked, ELSEWHERE, fetched, givenProtected, notFound, OTHER_SCHEME } from "./access-control.ts";

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
