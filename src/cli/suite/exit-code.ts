import type { GateResult, LaneState } from "../../model/suite-result.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";

/**
 * What a run comes to: our own bug first; a server that never answered explains whatever else went wrong; then what
 * failed; then what stayed open.
 */
export const exitOfLanes = (states: readonly LaneState[], gates: readonly GateResult[]): ExitCode => {
  if (states.includes("error")) return EXIT.internal;
  const failed = states.includes("fail");
  if (!failed && states.includes("unreachable")) return EXIT.unreachable;
  if (failed || gates.some(({ pass }) => !pass)) return EXIT.failed;
  return states.includes("inconclusive") ? EXIT.inconclusive : EXIT.ok;
};
