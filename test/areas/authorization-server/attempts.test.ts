// Authorization requests that should not be granted.

import { readingTable } from "../reading-table.ts";
import { attemptCases, CALLBACK, CONTROLS, givenSession, requested, sentTo, showed } from "./sessions.ts";

readingTable("request_without_pkce", attemptCases("authorization-without-pkce", "authorization-without-pkce"));
readingTable("request_with_plain", attemptCases("authorization-with-plain", "authorization-with-plain"));
readingTable("malformed_resource", attemptCases("authorization-resource", "authorization-resource"));
readingTable("private_client_document", [
  ...attemptCases("private-client-document", "private-client-document"),
  givenSession("a document that was fetched, which is no request of its own", [
    ...CONTROLS,
    requested("private-client-document", 400),
    showed("private-client-document-fetched"),
  ]).values([{ request: "private-client-document", outcome: "refused" }]),
]);

readingTable("foreign_redirects", [
  ...attemptCases("authorization-redirect-path", "path"),
  givenSession("each part in which the redirect URI differs, in the order of the plan", [
    ...CONTROLS,
    showed("authorization-redirect-host"),
    requested("authorization-redirect-scheme", 403),
    sentTo("authorization-redirect-port", "http://127.0.0.1:8977/callback?code=c", {
      redirect_uri: "http://127.0.0.1:8977/callback",
    }),
    sentTo("authorization-redirect-query", `${CALLBACK}?mcptest=1&error=invalid_request`, {
      redirect_uri: `${CALLBACK}?mcptest=1`,
    }),
    sentTo("authorization-redirect-path", `${CALLBACK}?error=invalid_request`, { redirect_uri: `${CALLBACK}/mcptest` }),
  ]).values(
    [
      { request: "path", outcome: "refused" },
      { request: "query", outcome: "error" },
      { request: "port", outcome: "code" },
      { request: "scheme", outcome: "refused" },
      { request: "host", outcome: "proceeds" },
    ],
    {
      exchanges: ["main/7", "main/6", "main/5", "main/4", "main/3"],
      names: ["path", "query", "port", "scheme", "host"],
    },
  ),
  givenSession("an error that goes to the registered address, without the query that was asked for", [
    ...CONTROLS,
    sentTo("authorization-redirect-query", `${CALLBACK}?error=invalid_request`, {
      redirect_uri: `${CALLBACK}?mcptest=1`,
    }),
  ]).values([{ request: "query", outcome: "refused" }]),
  givenSession("a code that goes to the registered address, which nobody asked for", [
    ...CONTROLS,
    sentTo("authorization-redirect-path", `${CALLBACK}?code=c`, { redirect_uri: `${CALLBACK}/mcptest` }),
  ]).values([{ request: "path" }], { open: ["prerequisite-missing"] }),
]);
