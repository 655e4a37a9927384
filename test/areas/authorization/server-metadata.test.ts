import type { Exchange } from "../../../src/model/capture.ts";
import type { JsonObject } from "../../../src/model/json.ts";
import { leftOut, overHttp, type ReadingCase, readingTable } from "../reading-table.ts";
import { asked, behind, ELSEWHERE, fetched, notFound, OTHER_SCHEME } from "./access-control.ts";

const ISSUER = "https://example.com";
const named = (...authorization_servers: string[]): Exchange =>
  fetched("resource-metadata-path", { authorization_servers });
const described = (route: string, document: JsonObject = { issuer: ISSUER }): Exchange =>
  fetched(`authorization-server-${route}`, document);
const missing = (route: string): Exchange => notFound(`authorization-server-${route}`);

/** Why nothing can be said where there is no description to look at. */
const WITHOUT: readonly ReadingCase[] = [
  {
    shows: "resource metadata that names no authorization server",
    capture: behind(named(), described("rfc8414")),
    reads: { unseen: "prerequisite-missing" },
  },
  {
    shows: "an authorization server of another origin, from which nothing was fetched",
    capture: behind(named("https://login.example")),
    reads: { unseen: "not-probed" },
  },
  {
    shows: "a look that the plan left out",
    capture: { ...behind(named(ISSUER)), not_probed: [leftOut("authorization-server-rfc8414", "unsafe-to-probe")] },
    reads: { unseen: "unsafe-to-probe" },
  },
  ...ELSEWHERE,
  OTHER_SCHEME,
];

readingTable("authorization_server_places", [
  {
    shows: "every place with a description of an authorization server",
    capture: behind(
      named(ISSUER),
      described("rfc8414"),
      described("openid", { token_endpoint: "x" }),
      described("openid-appended", { hello: "I answer everything" }),
      missing("inserted"),
    ),
    reads: {
      values: ["rfc8414", "openid"],
      at: ["/response", "/response"],
      exchanges: ["main/3", "main/4"],
      lookedAt: ["", "", "", ""],
    },
  },
  {
    shows: "the origin itself, which no metadata has to name",
    capture: behind(described("root", { authorization_endpoint: "x" }), described("inserted")),
    revision: "2025-03-26",
    reads: { values: ["root", "inserted"] },
  },
  {
    shows: "default endpoints, both of them",
    capture: behind(missing("root"), asked("default-endpoint-authorize", 400), asked("default-endpoint-token", 405)),
    revision: "2025-03-26",
    reads: { values: ["default-endpoints"], exchanges: ["main/3"], at: [""] },
  },
  {
    shows: "one default endpoint alone",
    capture: behind(missing("root"), asked("default-endpoint-authorize", 404), asked("default-endpoint-token", 405)),
    revision: "2025-03-26",
    reads: { values: [] },
  },
  ...WITHOUT,
]);

readingTable("authorization_server", [
  {
    shows: "the first description, and whether it is of the one that was named",
    capture: behind(
      named(ISSUER, "https://second.example"),
      missing("rfc8414"),
      described("openid"),
      described("openid-appended"),
    ),
    reads: {
      values: [{ route: "openid", document: { issuer: ISSUER }, issuer: "same" }],
      at: ["/response"],
      exchanges: ["main/4"],
    },
  },
  {
    shows: "a description of another issuer",
    capture: behind(named(ISSUER), described("rfc8414", { issuer: `${ISSUER}/`, jwks_uri: "x" })),
    reads: { partly: [{ route: "rfc8414", issuer: "other" }] },
  },
  {
    shows: "at the origin there is no issuer to compare with",
    capture: behind(named("https://login.example"), described("root")),
    revision: "2025-03-26",
    reads: { values: [{ route: "root", document: { issuer: ISSUER } }] },
  },
  {
    shows: "a description in a body of another type",
    capture: behind(
      named(ISSUER),
      overHttp({ step: "authorization-server-rfc8414" }, 200, {
        method: "GET",
        body: { encoding: "utf8", data: '{"token_endpoint":"t"}' },
      }),
    ),
    reads: {
      values: [{ route: "rfc8414", document: { token_endpoint: "t" }, issuer: "other" }],
      at: ["/http/body"],
    },
  },
  {
    shows: "no description anywhere",
    capture: behind(named(ISSUER), missing("rfc8414"), described("openid", { issuer: 7 })),
    reads: { unseen: "prerequisite-missing" },
  },
  ...WITHOUT,
]);

readingTable("authorization_endpoints", [
  {
    shows: "the addresses of the description, and how each is reached",
    capture: behind(
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
    ),
    reads: {
      values: [
        { member: "issuer", url: ISSUER, channel: "https" },
        { member: "token_endpoint", url: "http://localhost:9/token", channel: "loopback" },
        { member: "authorization_endpoint", url: "http://127.0.0.1/authorize", channel: "loopback" },
        { member: "revocation_endpoint", url: "http://a.localhost/revoke", channel: "loopback" },
        { member: "jwks_uri", url: "http://example.com/keys", channel: "open" },
      ],
      at: ["issuer", "token_endpoint", "authorization_endpoint", "revocation_endpoint", "jwks_uri"].map(
        (name) => `/response/${name}`,
      ),
      names: ["issuer", "token_endpoint", "authorization_endpoint", "revocation_endpoint", "jwks_uri"],
      lookedAt: ["/response"],
    },
  },
  {
    shows: "no description anywhere",
    capture: behind(named(ISSUER), missing("rfc8414")),
    reads: { unseen: "prerequisite-missing" },
  },
  ...WITHOUT,
]);

readingTable("default_endpoints", [
  {
    shows: "what answers there",
    capture: behind(asked("default-endpoint-authorize", 400), asked("default-endpoint-register", 404), {
      step: "default-endpoint-token",
      trouble: { kind: "timed-out", detail: "" },
    }),
    revision: "2025-03-26",
    reads: {
      values: [
        { endpoint: "authorize", status: 400 },
        { endpoint: "register", status: 404 },
      ],
      at: ["/http", "/http"],
      names: ["/authorize", "/register"],
      parts: [{ endpoint: "", status: "/http/status" }, {}],
    },
  },
  {
    shows: "a look that the plan left out",
    capture: { ...behind(), not_probed: [leftOut("default-endpoint-token", "unsafe-to-probe")] },
    revision: "2025-03-26",
    reads: { unseen: "unsafe-to-probe" },
  },
  ...ELSEWHERE,
  OTHER_SCHEME,
]);
