import type { Result } from "../../model/result.ts";
import { GATES, type Gate, type GateOutcome, settleGate } from "../../score/gate.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { quoted, UsageError } from "../usage-error.ts";

export const readGate = <G extends Gate = Gate>(
  text: string,
  allowed: readonly G[] = GATES as readonly Gate[] as G[],
): G => {
  const found = allowed.find((gate) => gate === text.toLowerCase());
  if (found) return found;
  throw new UsageError(`--fail-on ${quoted(text)} is not a choice; use one of ${allowed.join(", ")}`);
};

/** The help line of `--fail-on`. */
export const gateHelp = (fallback: Gate): string =>
  `when to exit 1: must, should, never, or below tier-1…3, grade-a+…d (default ${fallback})`;

const CODES = {
  met: EXIT.ok,
  missed: EXIT.failed,
  unreachable: EXIT.unreachable,
  inconclusive: EXIT.inconclusive,
  error: EXIT.internal,
} as const satisfies Record<GateOutcome, ExitCode>;

/** The exit code of a result. */
export const exitOf = (result: Result, gate: Gate): ExitCode => CODES[settleGate(result, gate)];
