// Servers that pass authorization on to a third party.

import type { AuthorizationSession, Exchange } from "../../../src/model/capture.ts";
import { given } from "../given.ts";
import { type ReadingCase, readingTable, type SmallCapture } from "../reading-table.ts";
import { CALLBACK, ISSUER, RIGHT, requested, sentTo, session, showed, unasked } from "./sessions.ts";

const OWN: Partial<AuthorizationSession> = {
  server: `${ISSUER}/mcp`,
  client: { kind: "registered", redirect_uris: [CALLBACK], confidential: false },
};
const owned = (...exchanges: readonly Exchange[]): SmallCapture => session(exchanges, OWN);

const upstream = (parameters: Readonly<Record<string, string>> = {}, origin = "https://api.example"): string =>
  `${origin}/oauth?${new URLSearchParams({ client_id: "static-1", redirect_uri: `${ISSUER}/cb`, scope: "openid repo", ...parameters })}`;
const SECOND = "proxied-authorization-second";
const HEADERS = "/http/response_headers";

const skipped = (shows: string, second: readonly Exchange[], client_id: string): ReadingCase =>
  given(shows, owned(sentTo(RIGHT, upstream()), ...second)).values([{ consent: "skipped", client_id }], {
    at: [HEADERS],
    exchanges: ["main/1"],
    parts: [{ consent: HEADERS, client_id: HEADERS }],
  });

const otherwise = (shows: string, capture: SmallCapture): ReadingCase =>
  given(shows, capture).inapplicable("precondition-absent");

const LINK = `<a href="${upstream().replaceAll("&", "&amp;")}">Allow</a>`;

readingTable("proxied_authorization", [
  skipped("the same client id for a second client", [sentTo(SECOND, upstream(), { client_id: "b" })], "static"),
  skipped(
    "another client id for a second client",
    [sentTo(SECOND, upstream({ client_id: "static-2" }), { client_id: "b" })],
    "unknown",
  ),
  skipped("no second client", [], "unknown"),
  skipped("a second client that is refused", [requested(SECOND, 400)], "unknown"),
  given("a page of its own that leads there, which names nobody and may be framed", owned(showed(RIGHT, LINK))).values(
    [{ consent: "asked", client_id: "unknown", framing: "allowed", redirect_host: "missing" }],
    { at: ["/http"], parts: [{ consent: "/http", framing: "/http", redirect_host: "/http" }] },
  ),
  given(
    "a page of its own that names the host and may not be framed",
    owned(
      showed(RIGHT, `<p>For 127.0.0.1</p><form action='${upstream()}'></form>`, {
        response_headers: [
          ["Content-Type", "text/html"],
          ["X-Frame-Options", "DENY"],
        ],
      }),
    ),
  ).values([{ consent: "asked", client_id: "unknown", framing: "denied", redirect_host: "shown" }]),
  given(
    "a page whose script alone objects to a frame",
    owned(showed(RIGHT, `${LINK}<script>if (top !== self) top.location = self.location</script>`)),
  ).partly([{ consent: "asked", framing: "script" }]),
  otherwise("an authorization server of its own kin alone", owned(showed(RIGHT))),
  otherwise("a page that leads nowhere else", owned(showed(RIGHT, `<a href="${upstream({}, ISSUER)}">Go</a>`))),
  otherwise("a sign-in elsewhere", owned(sentTo(RIGHT, upstream({ scope: "openid email" })))),
  otherwise("the same client id elsewhere", owned(sentTo(RIGHT, upstream({ client_id: "known" })))),
  otherwise("an address elsewhere that is no authorization request", owned(sentTo(RIGHT, "https://login.example/x"))),
  otherwise("back at the client", owned(sentTo(RIGHT, `${CALLBACK}?code=c`))),
  otherwise("an issuer that was typed, with no MCP server", session([sentTo(RIGHT, upstream())])),
  otherwise(
    "an MCP server of another origin",
    session([sentTo(RIGHT, upstream())], { ...OWN, server: "https://mcp.example.com/mcp" }),
  ),
  otherwise(
    "a client that was not registered dynamically",
    session([sentTo(RIGHT, upstream())], { server: `${ISSUER}/mcp` }),
  ),
  ...unasked(RIGHT),
]);
