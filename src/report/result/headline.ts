import type { Result } from "../../model/result.ts";
import { LEVELS } from "../../model/rule.ts";
import { counted } from "../capture-head.ts";
import type { Style } from "../style.ts";

/** The verdicts in figures, failures first. */
export const headline = ({ counts, compliance }: Result, style: Style): string => {
  const { levels, states } = counts;
  const failed = LEVELS.filter((level) => levels[level].failed > 0).map(
    (level) => `${levels[level].failed} ${level} failed`,
  );
  const parts = [
    ...(compliance.grade === null ? [] : [style.bold(`grade ${compliance.grade}`)]),
    ...failed.map((text) => style.red(text)),
    ...(counts.advisory_failed > 0 ? [style.yellow(counted(counts.advisory_failed, "warning"))] : []),
    `${states.pass} passed`,
    `${states["not-applicable"]} not applicable`,
    ...(states.inconclusive > 0 ? [`${states.inconclusive} inconclusive`] : []),
    ...(states.error > 0 ? [style.red(`${counted(states.error, "error")} of mcptest`)] : []),
  ];
  const mark = failed.length > 0 ? style.red("✗") : states.pass > 0 ? style.green("✓") : style.yellow("?");
  return `${mark} ${parts.join(" · ")}`;
};
