import type { Result } from "../model/result.ts";
import { EXIT, type ExitCode } from "./exit-codes.ts";
import { quoted, UsageError } from "./usage-error.ts";

export const GATES = ["must", "should", "never"] as const;
export type Gate = (typeof GATES)[number];

export const readGate = (text: string): Gate => {
  const found = GATES.find((gate) => gate === text.toLowerCase());
  if (found) return found;
  throw new UsageError(`--fail-on ${quoted(text)} is not a choice; use one of ${GATES.join(", ")}`);
};

/** What the exit code says of a result: our own bug first, then the gate, then whether enough was seen at all. */
export const exitOf = (result: Result, gate: Gate): ExitCode => {
  const { states, levels } = result.counts;
  if (states.error > 0) return EXIT.internal;
  if (result.server.outcome === "unreachable") return EXIT.unreachable;
  if (gate !== "never" && levels.MUST.failed > 0) return EXIT.failed;
  if (gate === "should" && levels.SHOULD.failed > 0) return EXIT.failed;
  if (states.pass + states.fail === 0 || result.server.outcome === "auth-required") return EXIT.inconclusive;
  return EXIT.ok;
};
