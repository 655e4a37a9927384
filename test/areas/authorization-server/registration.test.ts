// Clients that register, and are removed.

import type { Exchange } from "../../../src/model/capture.ts";
import { type ReadingCase, readingTable } from "../reading-table.ts";
import {
  CALLBACK,
  CONTROLS,
  givenSession,
  RIGHT,
  requested,
  said,
  sentTo,
  showed,
  silent,
  told,
  UNKNOWN,
  unasked,
} from "./sessions.ts";

const MADE = "client-registration-made";

readingTable("registered_client", [
  givenSession("a client without a secret, with one that expires, and with one of which that is not said", [
    told(MADE, 201, { client_id: "a", redirect_uris: [CALLBACK], more: 1 }),
    told(MADE, 200, { client_id: "b", client_secret: "x", client_secret_expires_at: 0 }),
    told(MADE, 201, { client_id: "c", client_secret: "x", client_secret_expires_at: "never" }),
  ]).values(
    [
      { status: 201, client_id: "a", redirect_uris: [CALLBACK], secret: "none" },
      { status: 200, client_id: "b", secret: "expiring" },
      { status: 201, client_id: "c", secret: "undated" },
    ],
    {
      at: ["/response", "/response", "/response"],
      parts: Array.from({ length: 3 }, () => ({ status: "/http/status", client_id: "/response", secret: "/response" })),
    },
  ),
  givenSession("a second try that was accepted after the first was not", [
    told(MADE, 400, { error: "invalid_redirect_uri" }),
    told("client-registration-loopback-only", 201, { client_id: "a" }),
  ]).partly([{ client_id: "a" }], { exchanges: ["main/2"] }),
  givenSession("an answer that is sent as text", [
    said(MADE, 201, { body: { encoding: "utf8", data: '{"client_id":"a"}' } }),
  ]).values([{ status: 201, client_id: "a", secret: "none" }], {
    at: ["/http/body"],
    parts: [{ client_id: "/http/body" }],
  }),
  ...[
    told(MADE, 403, { client_id: "a" }),
    told(MADE, 201, { client_id: 7 }),
    said(MADE, 201, { body: { encoding: "utf8", data: "welcome" } }),
    silent(MADE),
  ].map(
    (exchange, index): ReadingCase =>
      givenSession(`no registration, in the way ${index + 1}: a refusal, no id, no JSON, no answer`, [exchange]).unseen(
        "prerequisite-missing",
      ),
  ),
  ...unasked(MADE),
]);

const PLAIN = "http://mcptest.invalid/callback";
const plain = (redirect_uris: readonly string[] = [PLAIN], status = 201): Exchange =>
  told("plain-http-registration-made", status, { client_id: "p", redirect_uris: [...redirect_uris] });
const USED = "plain-http-registration-used";
const use = (to: string): Exchange => sentTo(USED, to, { client_id: "p", redirect_uri: PLAIN });
const taken = (shows: string, exchanges: readonly Exchange[], how: string, exchange: string): ReadingCase =>
  givenSession(shows, exchanges).values([{ taken: how }], {
    at: ["/http"],
    exchanges: [exchange],
    parts: [{ taken: "/http" }],
  });

readingTable("plain_http_redirects", [
  taken("registered, and the request goes on", [...CONTROLS, plain(), showed(USED)], "used", "main/4"),
  taken("registered, and answered with a code", [plain(), use(`${PLAIN}?code=c`)], "used", "main/2"),
  taken("registered, and the request is refused", [plain(), requested(USED, 400)], "refused", "main/2"),
  taken("registered, and answered with an error", [plain(), use(`${PLAIN}?error=x`)], "refused", "main/2"),
  taken("a registration that is refused", [plain([PLAIN], 400), showed(USED)], "refused", "main/1"),
  taken("a registration without that redirect URI", [plain(["https://app.example/cb"])], "refused", "main/1"),
  givenSession("registered, and nobody can tell what the request led to", [
    showed(RIGHT),
    showed(UNKNOWN),
    plain(),
    showed(USED),
  ]).unseen("prerequisite-missing"),
  givenSession("registered, and never used", [plain()]).unseen("not-probed"),
  givenSession("a registration without an answer", [silent("plain-http-registration-made")]).unseen(
    "prerequisite-missing",
  ),
  ...unasked("plain-http-registration-made"),
]);

readingTable("removed_client", [
  givenSession("the status of the deletion, and not of those beside it", [
    said("client-removal", 204, { method: "DELETE" }),
    said("client-removal-second", 401, { method: "DELETE" }),
    said("client-removal-plain-http", 403, { method: "DELETE" }),
  ]).values([{ status: 204 }], { at: ["/http"], exchanges: ["main/1"], parts: [{ status: "/http/status" }] }),
  givenSession("a deletion that is refused", [
    told("client-removal", 401, { error: "invalid_token" }, { method: "DELETE" }),
  ]).values([{ status: 401 }]),
  givenSession("a deletion without an answer, which is not the same as none", [silent("client-removal")]).values([{}], {
    at: [""],
    exchanges: ["main/1"],
    open: ["timed-out"],
  }),
  ...unasked("client-removal"),
]);
