// What servers get wrong about tokens of an issuer they trust.

import type { Check } from "../../hooks.ts";
import type { Context } from "../context.ts";
import type { Mutant } from "../mutant.ts";
import { bearerOf, ifAnswer, issued, keyed } from "./auth-bends.ts";

const NEWEST: readonly Context[] = ["http/2026-07-28"];
const BOTH: readonly Context[] = ["http/2026-07-28", "http/2025-11-25"];

const leavesOut = (id: string, vice: string, check: Check, fails: readonly string[], where = NEWEST): Mutant => ({
  id,
  vice,
  hooks: { skip: [check] },
  options: issued,
  fails,
  in: where,
});

export const AUTH_ISSUED_MUTANTS: readonly Mutant[] = [
  leavesOut("jwt-any-algorithm", "Takes a JWT by the algorithm that it names: none, too, and HMAC.", "jwt-algorithm", [
    "AUTH-005",
  ]),
  leavesOut("jwt-key-inside", "Believes the key that a JWT brings along.", "jwt-embedded-key", ["AUTH-005"]),
  leavesOut("jwt-signature-unchecked", "Decodes a JWT and does not verify it.", "jwt-signature", ["AUTH-005"], BOTH),
  leavesOut("jwt-expired-taken", "Takes tokens that have expired.", "jwt-expiry", ["AUTH-005"]),
  leavesOut("jwt-too-early-taken", "Takes tokens that are not valid yet.", "jwt-not-before", ["AUTH-005"]),
  leavesOut("jwt-any-issuer", "Takes tokens whatever issuer they name.", "jwt-issuer", ["AUTH-005"]),
  leavesOut(
    "jwt-any-audience",
    "Takes every token of its issuer, whomever it is for.",
    "jwt-audience",
    ["AUTH-021"],
    [...BOTH, "http/2025-06-18"],
  ),
  leavesOut("jwt-audience-bytes", "Compares audiences byte by byte.", "jwt-audience-case", ["AUTH-014"], BOTH),
  leavesOut("jwt-scope-by-scope", "Asks for one missing scope after the other.", "token-scopes-at-once", ["AUTH-018"]),
  leavesOut("jwt-scopes-flat", "Knows no scope that includes others.", "token-scope-includes", ["AUTH-019"]),
  leavesOut("jwt-good-token-in-query", "Takes a good token from the query string.", "token-query", ["AUTH-023"]),
  {
    id: "jwt-expired-403",
    vice: "Answers a token that has expired with 403.",
    hooks: ifAnswer(
      ({ status, request }) => status === 401 && (bearerOf(request) ?? "").split(".").length === 3,
      (answer) => ({ ...answer, status: 403 }),
    ),
    options: issued,
    fails: ["AUTH-005"],
    in: NEWEST,
  },
  {
    id: "auth-scheme-exact",
    vice: "Knows the scheme Bearer only as it is written here.",
    hooks: {
      httpRequest: ({ request }) => {
        const { authorization } = request.headers;
        if (authorization?.startsWith("bearer "))
          request.headers.authorization = authorization.replace("bearer", "Custom");
        return false;
      },
    },
    options: keyed,
    fails: ["AUTH-052"],
    in: [...BOTH, "http/2025-03-26"],
  },
  {
    id: "auth-two-headers-500",
    vice: "Breaks on two Authorization headers.",
    hooks: ifAnswer(
      ({ request }) => (request.headersDistinct["authorization"] ?? []).length > 1,
      () => ({ status: 500, headers: { "Content-Type": "text/plain" }, body: "Internal Server Error" }),
    ),
    options: keyed,
    fails: ["AUTH-007"],
    in: NEWEST,
  },
  {
    id: "auth-year-long-tokens",
    vice: "Its authorization server issues tokens for a year.",
    hooks: {},
    options: { auth: { caller: "yearly" } },
    fails: ["AUTH-042"],
    in: BOTH,
  },
  {
    id: "auth-endless-tokens",
    vice: "Its authorization server issues tokens that never expire.",
    hooks: {},
    options: { auth: { caller: "endless" } },
    fails: ["AUTH-042"],
    in: ["http/2025-03-26"],
  },
];
