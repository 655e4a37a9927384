// The two kinds of metadata beside each other.

import type { Exchange } from "../../../src/model/capture.ts";
import type { JsonObject } from "../../../src/model/json.ts";
import { ELSEWHERE, givenProtected, OTHER_SCHEME } from "../authorization/access-control.ts";
import { readingTable } from "../reading-table.ts";
import { givenSession, ISSUER, said, told, unasked } from "./sessions.ts";

const SAME = { issuer: ISSUER, token_endpoint: `${ISSUER}/token` };
const kind = (route: string, document: JsonObject = SAME): Exchange =>
  told(`authorization-server-${route}`, 200, document, { method: "GET" });

readingTable("metadata_differences", [
  givenSession("each member that clients use and that is contradicted", [
    kind("rfc8414", { ...SAME, authorization_endpoint: "a", registration_endpoint: "r", jwks_uri: "j" }),
    kind("openid", {
      issuer: `${ISSUER}/`,
      token_endpoint: "t",
      authorization_endpoint: "b",
      registration_endpoint: "s",
      jwks_uri: "k",
    }),
  ]).values(
    [
      { member: "issuer", rfc8414: ISSUER, openid: `${ISSUER}/` },
      { member: "authorization_endpoint", rfc8414: "a", openid: "b" },
      { member: "token_endpoint", rfc8414: `${ISSUER}/token`, openid: "t" },
      { member: "registration_endpoint", rfc8414: "r", openid: "s" },
      { member: "jwks_uri", rfc8414: "j", openid: "k" },
    ],
    {
      at: Array.from({ length: 5 }, () => "/response"),
      exchanges: Array.from({ length: 5 }, () => "main/2"),
      names: ["issuer", "authorization_endpoint", "token_endpoint", "registration_endpoint", "jwks_uri"],
      lookedAt: ["/response", "/response"],
    },
  ),
  givenSession("members that only one kind has, and one that clients do not use", [
    kind("rfc8414", { ...SAME, registration_endpoint: "r", service_documentation: "x" }),
    kind("openid", { ...SAME, jwks_uri: "j", service_documentation: "y" }),
  ]).values([], { lookedAt: ["/response", "/response"] }),
  givenSession("OpenID Connect at the other of its places, behind a page that is no metadata", [
    kind("rfc8414"),
    kind("openid", { hello: "I answer everything" }),
    kind("openid-appended", { ...SAME, token_endpoint: "t" }),
  ]).values([{ member: "token_endpoint", rfc8414: `${ISSUER}/token`, "openid-appended": "t" }], {
    exchanges: ["main/3"],
  }),
  givenSession("a document that is sent as text", [
    kind("rfc8414"),
    said("authorization-server-openid", 200, { body: { encoding: "utf8", data: '{"issuer":"x"}' } }),
  ]).values([{ member: "issuer", rfc8414: ISSUER, openid: "x" }], { at: ["/http/body"] }),
  givenSession("metadata of one kind only", [kind("rfc8414"), said("authorization-server-openid", 404)]).inapplicable(
    "precondition-absent",
  ),
  givenProtected("an MCP server that names the authorization server", [
    told("resource-metadata-path", 200, { authorization_servers: [ISSUER] }, { method: "GET" }),
    kind("rfc8414"),
    kind("openid", { ...SAME, issuer: "x" }),
  ]).values([{ member: "issuer", rfc8414: ISSUER, openid: "x" }], { exchanges: ["main/4"] }),
  givenProtected("an MCP server that names none", [kind("rfc8414"), kind("openid")]).unseen("prerequisite-missing"),
  ...unasked("authorization-server-rfc8414").slice(1),
  ...ELSEWHERE,
  OTHER_SCHEME,
]);
