import type { JsonObject } from "../../json-rpc.ts";
import type { Context } from "../context.ts";
import type { Mutant } from "../mutant.ts";
import { bearerOf, ifAnswer, keyed, OLDER, pretend, readClaims, walled } from "./auth-bends.ts";
import { AUTH_ISSUED_MUTANTS } from "./auth-issued.ts";
import { AUTH_METADATA_MUTANTS } from "./auth-metadata.ts";

const STDIO: readonly Context[] = ["stdio/2025-11-25"];

const TOKEN_MUTANTS: readonly Mutant[] = [
  {
    id: "auth-missing-token-403",
    vice: "Answers a request without a token with 403.",
    hooks: ifAnswer(
      ({ status, request }) => status === 401 && bearerOf(request) === undefined,
      (answer) => ({ ...answer, status: 403 }),
    ),
    options: walled,
    fails: ["AUTH-004"],
    in: ["http/2026-07-28", "http/2025-11-25", "http/2025-03-26"],
  },
  {
    id: "auth-missing-token-200",
    vice: "Answers a request without a token with 200 and an error of the protocol.",
    hooks: ifAnswer(
      ({ status, request }) => status === 401 && bearerOf(request) === undefined,
      () => ({
        status: 200,
        headers: { "Content-Type": "application/json", "WWW-Authenticate": "Bearer" },
        body: JSON.stringify({ jsonrpc: "2.0", id: null, error: { code: -32001, message: "Unauthorized" } }),
      }),
    ),
    options: keyed,
    fails: ["AUTH-004"],
  },
  {
    id: "auth-missing-token-login",
    vice: "Sends a request without a token to a login page.",
    hooks: ifAnswer(
      ({ status, request }) => status === 401 && bearerOf(request) === undefined,
      () => ({ status: 302, headers: { Location: "/login" }, body: "" }),
    ),
    options: keyed,
    fails: ["AUTH-004"],
    in: ["http/2025-11-25"],
  },
  {
    id: "auth-invalid-token-403",
    vice: "Answers a token that is not valid with 403.",
    hooks: ifAnswer(
      ({ status, request }) => status === 401 && (bearerOf(request) ?? "") !== "",
      (answer) => ({ ...answer, status: 403 }),
    ),
    options: walled,
    fails: ["AUTH-005"],
    in: ["http/2026-07-28", "http/2025-11-25", "http/2025-03-26"],
  },
  {
    id: "auth-invalid-token-500",
    vice: "Breaks on a token that it cannot decode.",
    hooks: ifAnswer(
      ({ status, request }) => status === 401 && (bearerOf(request) ?? "") !== "",
      () => ({ status: 500, headers: { "Content-Type": "text/plain" }, body: "Internal Server Error" }),
    ),
    options: walled,
    fails: ["AUTH-005"],
  },
  {
    id: "auth-any-token",
    vice: "Takes any token at all.",
    hooks: { skip: ["token-valid"] },
    options: walled,
    fails: ["AUTH-005", "AUTH-021"],
  },
  {
    id: "auth-unverified-audience",
    vice: "Decodes tokens and looks at their expiry, but neither at the signature nor at the audience.",
    hooks: pretend(({ request }) => Number(readClaims(bearerOf(request)).exp) > Date.now() / 1000),
    options: walled,
    fails: ["AUTH-021"],
    in: ["http/2026-07-28", "http/2025-11-25", "http/2025-06-18"],
  },
  {
    id: "auth-invalid-token-unchallenged",
    vice: "Refuses a token that is not valid without a challenge.",
    hooks: ifAnswer(
      ({ status, request }) => status === 401 && (bearerOf(request) ?? "") !== "",
      (answer) => ({ ...answer, headers: { "Content-Type": "application/json" } }),
    ),
    options: walled,
    fails: ["AUTH-050"],
    in: ["http/2026-07-28", "http/2025-11-25", "http/2025-03-26"],
  },
  {
    id: "auth-invalid-token-bare-challenge",
    vice: "Says only Bearer to a token that is not valid.",
    hooks: ifAnswer(
      ({ status, request }) => status === 401 && (bearerOf(request) ?? "") !== "",
      (answer) => ({ ...answer, headers: { ...answer.headers, "WWW-Authenticate": "Bearer" } }),
    ),
    options: walled,
    fails: ["AUTH-050"],
    in: ["http/2026-07-28", "http/2025-11-25", "http/2025-03-26"],
  },
  {
    id: "auth-invalid-token-unexplained",
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
    options: walled,
    fails: ["AUTH-051"],
    in: ["http/2026-07-28", "http/2025-11-25", "http/2025-03-26"],
  },
  {
    id: "auth-malformed-500",
    vice: "Breaks on an Authorization header without a token.",
    hooks: ifAnswer(
      ({ request }) => request.headers.authorization === "Bearer",
      () => ({ status: 500, headers: { "Content-Type": "text/plain" }, body: "Internal Server Error" }),
    ),
    options: walled,
    fails: ["AUTH-007"],
    in: ["http/2026-07-28", "http/2025-11-25", "http/2025-03-26"],
  },
  {
    id: "auth-empty-token-served",
    vice: "Takes an Authorization header without a token for a valid one.",
    hooks: { skip: ["token-malformed"] },
    options: walled,
    fails: ["AUTH-007"],
  },
  {
    id: "auth-scope-401",
    vice: "Answers a token with too little scope with 401.",
    hooks: ifAnswer(
      ({ status }) => status === 403,
      (answer) => ({ ...answer, status: 401 }),
    ),
    options: { auth: { caller: "reader" } },
    fails: ["AUTH-006", "AUTH-016"],
  },
  {
    id: "auth-scope-unnamed",
    vice: "Does not say which scope a token lacks.",
    hooks: ifAnswer(
      ({ status }) => status === 403,
      (answer) => ({ ...answer, headers: { "WWW-Authenticate": 'Bearer error="insufficient_scope"' } }),
    ),
    options: { auth: { caller: "reader" } },
    fails: ["AUTH-016"],
  },
  {
    id: "auth-session-trusted",
    vice: "Asks for no token once there is a session id.",
    hooks: pretend(({ request }) => request.headers["mcp-session-id"] !== undefined),
    options: keyed,
    fails: ["AUTH-022", "SEC-006"],
    in: OLDER,
  },
  {
    id: "auth-connection-trusted",
    vice: "Asks for a token once per connection.",
    hooks: () => {
      const known = new WeakSet<object>();
      return pretend(({ request }) => {
        const before = known.has(request.socket) && request.headers.authorization === undefined;
        if (bearerOf(request)?.startsWith("owner") === true) known.add(request.socket);
        return before;
      });
    },
    options: keyed,
    fails: ["AUTH-022"],
    in: ["http/2026-07-28"],
  },
  {
    id: "auth-query-token",
    vice: "Takes the token from the query string.",
    hooks: { skip: ["token-query"] },
    options: walled,
    fails: ["AUTH-023"],
    in: ["http/2026-07-28", "http/2025-11-25", "http/2025-03-26"],
  },
  {
    id: "auth-query-token-first",
    vice: "Prefers the token in the query string to the one in the header.",
    hooks: { skip: ["token-query"] },
    options: keyed,
    fails: ["AUTH-023"],
  },
  {
    id: "auth-refusal-with-session",
    vice: "Hands out a session id with the refusal.",
    hooks: ifAnswer(
      ({ status }) => status === 401,
      (answer) => ({ ...answer, headers: { ...answer.headers, "Mcp-Session-Id": "6f1d2a7c-early" } }),
    ),
    options: walled,
    fails: ["AUTH-024"],
  },
  {
    id: "auth-refusal-with-trace",
    vice: "Shows a stack trace with the refusal.",
    hooks: ifAnswer(
      ({ status }) => status === 401,
      ({ status, headers }) => ({
        status,
        headers: { ...headers, "Content-Type": "text/plain" },
        body: "Error: jwt malformed\n    at verify (/app/node_modules/jsonwebtoken/verify.js:70:17)\n    at next (/app/server.js:9:3)",
      }),
    ),
    options: walled,
    fails: ["AUTH-024"],
  },
  {
    id: "auth-refusal-with-result",
    vice: "Sends the result along with the refusal.",
    hooks: ifAnswer(
      ({ status }) => status === 401,
      (answer) => ({
        ...answer,
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, result: { tools: [{ name: "secret" }] } }),
      }),
    ),
    options: walled,
    fails: ["AUTH-024"],
    in: ["http/2026-07-28"],
  },
  {
    id: "auth-challenge-on-stdio",
    vice: "Sends an OAuth challenge with its errors on stdio.",
    hooks: {
      error: (error): JsonObject => ({
        ...error,
        data: { www_authenticate: 'Bearer resource_metadata="https://notes.example.com/metadata"' },
      }),
    },
    fails: ["AUTH-003"],
    in: STDIO,
  },
];

export const AUTH_MUTANTS: readonly Mutant[] = [...TOKEN_MUTANTS, ...AUTH_ISSUED_MUTANTS, ...AUTH_METADATA_MUTANTS];
