import {
  bearerOf,
  challenge,
  document,
  ISSUED,
  ifAnswer,
  pretend,
  RESOURCE,
  readClaims,
  SIGNED_IN,
  UNSIGNED,
} from "../../auth-edits.ts";
import { SINCE_2025_06, STATEFUL, STATELESS } from "../../contexts.ts";
import { set } from "../../edits.ts";
import { onStatus, withHeaders } from "../../http-edits.ts";
import { type MutantTable, mutant } from "../../variant.ts";

export const TOKENS_MUTANTS: MutantTable = {
  "auth-missing-token-403": mutant("AUTH-004", STATELESS, STATEFUL, "http/2025-03-26", UNSIGNED, {
    vice: "Answers a request without a token with 403.",
    hooks: ifAnswer(
      ({ status, request }) => status === 401 && bearerOf(request) === undefined,
      (answer) => ({ ...answer, status: 403 }),
    ),
  }),
  "auth-missing-token-200": mutant("AUTH-004", SIGNED_IN, {
    vice: "Answers a request without a token with 200 and an error of the protocol.",
    hooks: ifAnswer(
      ({ status, request }) => status === 401 && bearerOf(request) === undefined,
      () => ({
        status: 200,
        headers: { "Content-Type": "application/json", "WWW-Authenticate": "Bearer" },
        body: JSON.stringify({ jsonrpc: "2.0", id: null, error: { code: -32001, message: "Unauthorized" } }),
      }),
    ),
  }),
  "auth-missing-token-login": mutant("AUTH-004", STATEFUL, SIGNED_IN, {
    vice: "Sends a request without a token to a login page.",
    hooks: ifAnswer(
      ({ status, request }) => status === 401 && bearerOf(request) === undefined,
      () => ({ status: 302, headers: { Location: "/login" }, body: "" }),
    ),
  }),
  "auth-invalid-token-403": mutant("AUTH-005", STATELESS, STATEFUL, "http/2025-03-26", UNSIGNED, {
    vice: "Answers a token that is not valid with 403.",
    hooks: ifAnswer(
      ({ status, request }) => status === 401 && (bearerOf(request) ?? "") !== "",
      (answer) => ({ ...answer, status: 403 }),
    ),
  }),
  "auth-invalid-token-500": mutant("AUTH-005", UNSIGNED, {
    vice: "Breaks on a token that it cannot decode.",
    hooks: ifAnswer(
      ({ status, request }) => status === 401 && (bearerOf(request) ?? "") !== "",
      () => ({ status: 500, headers: { "Content-Type": "text/plain" }, body: "Internal Server Error" }),
    ),
  }),
  "auth-any-token": mutant(["AUTH-005", "AUTH-021"], UNSIGNED, {
    vice: "Takes any token at all.",
    skip: ["token-valid"],
  }),
  "auth-unverified-audience": mutant("AUTH-021", SINCE_2025_06, UNSIGNED, {
    vice: "Decodes tokens and looks at their expiry, but neither at the signature nor at the audience.",
    hooks: pretend(({ request }) => Number(readClaims(bearerOf(request)).exp) > Date.now() / 1000),
  }),
  "auth-invalid-token-unchallenged": mutant("AUTH-050", STATELESS, STATEFUL, "http/2025-03-26", UNSIGNED, {
    vice: "Refuses a token that is not valid without a challenge.",
    hooks: ifAnswer(
      ({ status, request }) => status === 401 && (bearerOf(request) ?? "") !== "",
      (answer) => ({ ...answer, headers: { "Content-Type": "application/json" } }),
    ),
  }),
  "auth-invalid-token-bare-challenge": mutant("AUTH-050", STATELESS, STATEFUL, "http/2025-03-26", UNSIGNED, {
    vice: "Says only Bearer to a token that is not valid.",
    hooks: ifAnswer(
      ({ status, request }) => status === 401 && (bearerOf(request) ?? "") !== "",
      withHeaders({ "WWW-Authenticate": "Bearer" }),
    ),
  }),
  "auth-invalid-token-unexplained": mutant("AUTH-051", STATELESS, STATEFUL, "http/2025-03-26", UNSIGNED, {
    vice: "Challenges whoever sends a token that is not valid as if there had been none.",
    hooks: ifAnswer(
      ({ status, request }) => status === 401 && (bearerOf(request) ?? "") !== "",
      (answer) => ({
        ...answer,
        headers: {
          ...answer.headers,
          "WWW-Authenticate": (answer.headers["WWW-Authenticate"] ?? "").replace('error="invalid_token", ', ""),
        },
      }),
    ),
  }),
  "auth-malformed-500": mutant("AUTH-007", STATELESS, STATEFUL, "http/2025-03-26", UNSIGNED, {
    vice: "Breaks on an Authorization header without a token.",
    hooks: ifAnswer(
      ({ request }) => request.headers.authorization === "Bearer",
      () => ({ status: 500, headers: { "Content-Type": "text/plain" }, body: "Internal Server Error" }),
    ),
  }),
  "auth-empty-token-served": mutant("AUTH-007", UNSIGNED, {
    vice: "Takes an Authorization header without a token for a valid one.",
    skip: ["token-malformed"],
  }),
  "auth-scope-401": mutant(["AUTH-006", "AUTH-016"], {
    vice: "Answers a token with too little scope with 401.",
    options: { auth: { caller: "reader" } },
    hooks: onStatus(403, (answer) => ({ ...answer, status: 401 })),
  }),
  "auth-scope-unnamed": mutant("AUTH-016", {
    vice: "Does not say which scope a token lacks.",
    options: { auth: { caller: "reader" } },
    hooks: onStatus(403, (answer) => ({
      ...answer,
      headers: { "WWW-Authenticate": 'Bearer error="insufficient_scope"' },
    })),
  }),
  "auth-session-trusted": mutant(["AUTH-022", "SEC-006"], STATEFUL, "http/2025-06-18", SIGNED_IN, {
    vice: "Asks for no token once there is a session id.",
    hooks: pretend(({ request }) => request.headers["mcp-session-id"] !== undefined),
  }),
  "auth-connection-trusted": mutant("AUTH-022", STATELESS, SIGNED_IN, {
    vice: "Asks for a token once per connection.",
    hooks: () => {
      const known = new WeakSet<object>();
      return pretend(({ request }) => {
        const before = known.has(request.socket) && request.headers.authorization === undefined;
        if (bearerOf(request)?.startsWith("owner") === true) known.add(request.socket);
        return before;
      });
    },
  }),
  "auth-query-token": mutant("AUTH-023", STATELESS, STATEFUL, "http/2025-03-26", UNSIGNED, {
    vice: "Takes the token from the query string.",
    skip: ["token-query"],
  }),
  "auth-query-token-first": mutant("AUTH-023", SIGNED_IN, {
    vice: "Prefers the token in the query string to the one in the header.",
    skip: ["token-query"],
  }),
  "auth-refusal-with-session": mutant("AUTH-024", UNSIGNED, {
    vice: "Hands out a session id with the refusal.",
    hooks: onStatus(401, withHeaders({ "Mcp-Session-Id": "6f1d2a7c-early" })),
  }),
  "auth-refusal-with-trace": mutant("AUTH-024", UNSIGNED, {
    vice: "Shows a stack trace with the refusal.",
    hooks: onStatus(401, ({ status, headers }) => ({
      status,
      headers: { ...headers, "Content-Type": "text/plain" },
      body: "Error: jwt malformed\n    at verify (/app/node_modules/jsonwebtoken/verify.js:70:17)\n    at next (/app/server.js:9:3)",
    })),
  }),
  "auth-refusal-with-result": mutant("AUTH-024", STATELESS, UNSIGNED, {
    vice: "Sends the result along with the refusal.",
    hooks: onStatus(401, (answer) => ({
      ...answer,
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, result: { tools: [{ name: "secret" }] } }),
    })),
  }),
  "auth-challenge-on-stdio": mutant("AUTH-003", "stdio/2025-11-25", {
    vice: "Sends an OAuth challenge with its errors on stdio.",
    error: set({ data: { www_authenticate: 'Bearer resource_metadata="https://notes.example.com/metadata"' } }),
  }),
  "jwt-any-algorithm": mutant("AUTH-005", STATELESS, ISSUED, {
    vice: "Takes a JWT by the algorithm that it names: none, too, and HMAC.",
    skip: ["jwt-algorithm"],
  }),
  "jwt-key-inside": mutant("AUTH-005", STATELESS, ISSUED, {
    vice: "Believes the key that a JWT brings along.",
    skip: ["jwt-embedded-key"],
  }),
  "jwt-signature-unchecked": mutant("AUTH-005", STATELESS, STATEFUL, ISSUED, {
    vice: "Decodes a JWT and does not verify it.",
    skip: ["jwt-signature"],
  }),
  "jwt-expired-taken": mutant("AUTH-005", STATELESS, ISSUED, {
    vice: "Takes tokens that have expired.",
    skip: ["jwt-expiry"],
  }),
  "jwt-too-early-taken": mutant("AUTH-005", STATELESS, ISSUED, {
    vice: "Takes tokens that are not valid yet.",
    skip: ["jwt-not-before"],
  }),
  "jwt-any-issuer": mutant("AUTH-005", STATELESS, ISSUED, {
    vice: "Takes tokens whatever issuer they name.",
    skip: ["jwt-issuer"],
  }),
  "jwt-any-audience": mutant("AUTH-021", SINCE_2025_06, ISSUED, {
    vice: "Takes every token of its issuer, whomever it is for.",
    skip: ["jwt-audience"],
  }),
  "jwt-audience-bytes": mutant("AUTH-014", STATELESS, STATEFUL, ISSUED, {
    vice: "Compares audiences byte by byte.",
    skip: ["jwt-audience-case"],
  }),
  "jwt-scope-by-scope": mutant("AUTH-018", STATELESS, ISSUED, {
    vice: "Asks for one missing scope after the other.",
    skip: ["token-scopes-at-once"],
  }),
  "jwt-scopes-flat": mutant("AUTH-019", STATELESS, ISSUED, {
    vice: "Knows no scope that includes others.",
    skip: ["token-scope-includes"],
  }),
  "jwt-good-token-in-query": mutant("AUTH-023", STATELESS, ISSUED, {
    vice: "Takes a good token from the query string.",
    skip: ["token-query"],
  }),
  "jwt-expired-403": mutant("AUTH-005", STATELESS, ISSUED, {
    vice: "Answers a token that has expired with 403.",
    hooks: ifAnswer(
      ({ status, request }) => status === 401 && (bearerOf(request) ?? "").split(".").length === 3,
      (answer) => ({ ...answer, status: 403 }),
    ),
  }),
  "auth-scheme-exact": mutant("AUTH-052", STATELESS, STATEFUL, "http/2025-03-26", SIGNED_IN, {
    vice: "Knows the scheme Bearer only as it is written here.",
    httpRequest: ({ request }) => {
      const { authorization } = request.headers;
      if (authorization?.startsWith("bearer "))
        request.headers.authorization = authorization.replace("bearer", "Custom");
      return false;
    },
  }),
  "auth-two-headers-500": mutant("AUTH-007", STATELESS, SIGNED_IN, {
    vice: "Breaks on two Authorization headers.",
    hooks: ifAnswer(
      ({ request }) => (request.headersDistinct["authorization"] ?? []).length > 1,
      () => ({ status: 500, headers: { "Content-Type": "text/plain" }, body: "Internal Server Error" }),
    ),
  }),
  "auth-year-long-tokens": mutant("AUTH-042", STATELESS, STATEFUL, {
    vice: "Its authorization server issues tokens for a year.",
    options: { auth: { caller: "yearly" } },
  }),
  "auth-endless-tokens": mutant("AUTH-042", "http/2025-03-26", {
    vice: "Its authorization server issues tokens that never expire.",
    options: { auth: { caller: "endless" } },
  }),
  "sec-scope-for-everything": mutant("SEC-012", UNSIGNED, {
    vice: "Asks for a scope that allows everything.",
    hooks: challenge((text) => text.replace(/scope="[^"]*"/, 'scope="*"')),
  }),
  "sec-scope-all-listed": mutant("SEC-012", UNSIGNED, {
    vice: "Lists a scope that allows everything.",
    hooks: document(RESOURCE, set({ scopes_supported: ["notes:read", "full-access"] })),
  }),
};
