import type { BlockedKind } from "mcptest/internal";
import type { FleetAddress } from "../model/target.ts";
import type { DerivedResult } from "./judge-capture.ts";

/** What a server does that is not given what it asks for. Nobody who answers there, or a program that is not there, says nothing of it. */
const MAY_LACK: ReadonlySet<BlockedKind> = new Set([
  "exited",
  "silent",
  "not-mcp",
  "no-endpoint",
  "server-error",
  "refuses-name",
  "handshake-refused",
  "unknown",
]);

/**
 * The same, but walled, where the server was not reached and was not given what its own description asks for: a package that ends without its
 * API key is not dead.
 */
export const withUnmetNeeds = (judged: DerivedResult, { kind, needs = [] }: FleetAddress): DerivedResult => {
  const { result, given } = judged;
  if (result.state === "rate-limited" || result.reason === null || !MAY_LACK.has(result.reason)) return judged;
  const missing = needs.filter((name) => !given.includes(kind === "http" ? name.toLowerCase() : name));
  if (missing.length === 0) return judged;
  const names = missing.slice(0, 5).join(", ").slice(0, 120);
  const what = kind === "http" ? `it was asked without the header ${names}` : `it was started without ${names}`;
  const blocked = `${what}, which its entry names: ${result.summary.blocked ?? result.reason}`.slice(0, 240);
  return {
    ...judged,
    result: { ...result, state: "walled", reason: "credentials", summary: { ...result.summary, blocked } },
  };
};
