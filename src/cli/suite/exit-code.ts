import type { GateResult } from "../../report/gate-result.ts";
import type { LaneState } from "../../suite/suite-result.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";

/**
 * A bug of ours comes first, then a failed lane. A server that never answered, or of which nothing was seen (`blind`),
 * comes before failed gates, because it explains them.
 */
export const exitOfLanes = (states: readonly LaneState[], gates: readonly GateResult[], blind: boolean): ExitCode => {
  if (states.includes("error")) return EXIT.internal;
  const failed = states.includes("fail");
  if (!failed && states.includes("unreachable")) return EXIT.unreachable;
  if (!failed && blind) return EXIT.inconclusive;
  if (failed || gates.some(({ pass }) => !pass)) return EXIT.failed;
  return states.includes("inconclusive") ? EXIT.inconclusive : EXIT.ok;
};
