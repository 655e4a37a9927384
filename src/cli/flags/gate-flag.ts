import { GATES, type Gate, type GateOutcome, parseGates, settleGate } from "../../scores/result/gate.ts";
import type { Result } from "../../scores/result/result.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { UsageError } from "../usage-error.ts";

/** Reads `--fail-on must,tools`. */
export const readGates = <G extends Gate = Gate>(
  text: string,
  allowed: readonly G[] = GATES as readonly Gate[] as G[],
): readonly G[] => {
  const read = parseGates(text, allowed);
  if ("gates" in read) return read.gates;
  throw new UsageError(`--fail-on ${read.problem}`);
};

/** For a command that has one gate. */
export const readGate = <G extends Gate>(text: string, allowed: readonly G[]): G => {
  const [gate, ...more] = readGates(text, allowed);
  if (gate !== undefined && more.length === 0) return gate;
  throw new UsageError(`--fail-on takes one of ${allowed.join(", ")} here, not several`);
};

/** The help line of `--fail-on`. */
export const gateHelp = (fallback: string): string =>
  `when to exit 1, a comma list: must, should, yours, tools, safety, never, or below tier-1…3, grade-a+…d (default ${fallback})`;

const CODES = {
  met: EXIT.ok,
  missed: EXIT.failed,
  unreachable: EXIT.unreachable,
  inconclusive: EXIT.inconclusive,
  error: EXIT.internal,
} as const satisfies Record<GateOutcome, ExitCode>;

/** The exit code of a result; without gates, those that hold by default. */
export const exitOf = (result: Result, gates?: Gate | readonly Gate[]): ExitCode => CODES[settleGate(result, gates)];
