import { isSeenWhole } from "../../../model/judged.ts";
import { partialPhrase } from "../../../model/partial.ts";
import type { Result } from "../../../model/result.ts";
import { unseenPhrase } from "../../../model/unseen.ts";
import { countWords } from "../../terminal/count-words.ts";
import { createStyle, type Style } from "../../terminal/style.ts";

/** The verdicts in figures, failures first. */
export const headline = (result: Result, style: Style): string => {
  const { levels, states } = result.counts;
  const failed = levels.SHOULD.failed + levels.MAY.failed + levels.MUST.failed > 0;
  const seen = states.pass > 0 && result.spoken !== false && isSeenWhole(result.server.outcome);
  const mark = seen ? (failed ? style.yellow("!") : style.green("✓")) : style.yellow("?");
  return `${isRed(result) ? style.red("✗") : mark} ${parts(result, style).join(" · ")}`;
};

const isRed = ({ baseline, counts: { levels }, spoken }: Result): boolean => {
  if (spoken === false) return false;
  return baseline ? baseline.failed.length + baseline.stale.length > 0 : levels.MUST.failed > 0;
};

/** The same without mark and colour. */
export const headlineWords = (result: Result): string => parts(result, createStyle(false)).join(" · ");

const parts = (result: Result, style: Style): string[] => {
  const { counts, compliance, baseline, revision, spoken, server } = result;
  const partial = partialPhrase(result);
  return [
    ...(spoken === false ? [style.bold(`no grade: the server does not speak ${revision}`)] : []),
    ...(spoken === false || isSeenWhole(server.outcome)
      ? []
      : [style.bold(`no grade: ${unseenPhrase(server.outcome)}`)]),
    ...(partial === undefined ? [] : [style.bold(partial)]),
    ...(compliance.grade === null ? [] : [style.bold(`grade ${compliance.grade}`)]),
    ...countWords(counts, style, [
      ...(baseline && baseline.known.length > 0 ? [style.dim(`${baseline.known.length} of them known`)] : []),
      ...(baseline && baseline.stale.length > 0 ? [style.red(`${baseline.stale.length} stale in the baseline`)] : []),
    ]),
  ];
};
