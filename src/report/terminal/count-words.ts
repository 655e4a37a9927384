import { counted } from "../../base/counted.ts";
import { LEVELS } from "../../judge/core/rule.ts";
import type { VerdictCounts } from "../../scores/result/result.ts";
import type { Style } from "./style.ts";

/** Verdicts in figures, failures first; `baseline` says how many of those are known. */
export const countWords = (
  { levels, states, advisory_failed }: VerdictCounts,
  style: Style,
  baseline: readonly string[],
): string[] => [
  ...LEVELS.filter((level) => levels[level].failed > 0).map((level) =>
    style.red(`${levels[level].failed} ${level} failed`),
  ),
  ...(advisory_failed > 0 ? [style.yellow(counted(advisory_failed, "warning"))] : []),
  ...baseline,
  `${states.pass} passed`,
  `${states["not-applicable"]} not applicable`,
  ...(states.inconclusive > 0 ? [`${states.inconclusive} inconclusive`] : []),
  ...(states.error > 0 ? [style.red(`${counted(states.error, "error")} in mcptest`)] : []),
];
