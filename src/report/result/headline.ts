import type { Result } from "../../model/result.ts";
import { LEVELS } from "../../model/rule.ts";
import { counted } from "../capture-head.ts";
import { createStyle, type Style } from "../style.ts";

/** The verdicts in figures, failures first. */
export const headline = (result: Result, style: Style): string => {
  const { levels, states } = result.counts;
  const softer = levels.SHOULD.failed + levels.MAY.failed > 0;
  const held = states.pass > 0 ? (softer ? style.yellow("!") : style.green("✓")) : style.yellow("?");
  return `${levels.MUST.failed > 0 ? style.red("✗") : held} ${parts(result, style).join(" · ")}`;
};

/** The same without mark and colour. */
export const headlineWords = (result: Result): string => parts(result, createStyle(false)).join(" · ");

const parts = ({ counts, compliance }: Result, style: Style): string[] => {
  const { levels, states } = counts;
  const failed = LEVELS.filter((level) => levels[level].failed > 0).map(
    (level) => `${levels[level].failed} ${level} failed`,
  );
  return [
    ...(compliance.grade === null ? [] : [style.bold(`grade ${compliance.grade}`)]),
    ...failed.map((text) => style.red(text)),
    ...(counts.advisory_failed > 0 ? [style.yellow(counted(counts.advisory_failed, "warning"))] : []),
    `${states.pass} passed`,
    `${states["not-applicable"]} not applicable`,
    ...(states.inconclusive > 0 ? [`${states.inconclusive} inconclusive`] : []),
    ...(states.error > 0 ? [style.red(`${counted(states.error, "error")} of mcptest`)] : []),
  ];
};
