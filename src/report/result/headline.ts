import type { Result } from "../../model/result.ts";
import { LEVELS } from "../../model/rule.ts";
import { counted } from "../capture-head.ts";
import { createStyle, type Style } from "../style.ts";

/** The verdicts in figures, failures first. */
export const headline = (result: Result, style: Style): string => {
  const { levels, states } = result.counts;
  const softer = levels.SHOULD.failed + levels.MAY.failed + levels.MUST.failed > 0;
  const seen = states.pass > 0 && result.spoken !== false;
  const held = seen ? (softer ? style.yellow("!") : style.green("✓")) : style.yellow("?");
  return `${isRed(result) ? style.red("✗") : held} ${parts(result, style).join(" · ")}`;
};

const isRed = ({ baseline, counts: { levels }, spoken }: Result): boolean => {
  if (spoken === false) return false;
  return baseline ? baseline.failed.length + baseline.stale.length > 0 : levels.MUST.failed > 0;
};

/** The same without mark and colour. */
export const headlineWords = (result: Result): string => parts(result, createStyle(false)).join(" · ");

const parts = ({ counts, compliance, baseline, revision, spoken }: Result, style: Style): string[] => {
  const { levels, states } = counts;
  const failed = LEVELS.filter((level) => levels[level].failed > 0).map(
    (level) => `${levels[level].failed} ${level} failed`,
  );
  return [
    ...(spoken === false ? [style.bold(`no grade: the server does not speak ${revision}`)] : []),
    ...(compliance.grade === null ? [] : [style.bold(`grade ${compliance.grade}`)]),
    ...failed.map((text) => style.red(text)),
    ...(counts.advisory_failed > 0 ? [style.yellow(counted(counts.advisory_failed, "warning"))] : []),
    ...(baseline && baseline.known.length > 0 ? [style.dim(`${baseline.known.length} of them known`)] : []),
    ...(baseline && baseline.stale.length > 0 ? [style.red(`${baseline.stale.length} stale in the baseline`)] : []),
    `${states.pass} passed`,
    `${states["not-applicable"]} not applicable`,
    ...(states.inconclusive > 0 ? [`${states.inconclusive} inconclusive`] : []),
    ...(states.error > 0 ? [style.red(`${counted(states.error, "error")} of mcptest`)] : []),
  ];
};
