import { isSeenWhole } from "../../../judge/judged.ts";
import { unseenPhrase } from "../../../judge/unseen-words.ts";
import { partialPhrase } from "../../../scores/result/partial.ts";
import { isUnspoken, type Result } from "../../../scores/result/result.ts";
import { countWords } from "../../terminal/count-words.ts";
import { createStyle, type Style } from "../../terminal/style.ts";
import { show, type Terminal } from "../../terminal/terminal.ts";
import { wrapParts } from "../../terminal/wrap-text.ts";
import { failedGates } from "./gates.ts";

/** The verdicts in figures, failures first; never broken inside a figure. */
export const headline = (result: Result, terminal: Terminal): string[] =>
  wrapParts(headlineParts(result, terminal), " · ", terminal.width - 2).map((line, index) =>
    index === 0 ? line : `  ${line}`,
  );

/** The same on one line, however long. */
export const headlineLine = (result: Result, style: Style): string => headlineParts(result, style).join(" · ");

const headlineParts = (result: Result, style: Style): string[] => {
  const { levels, states } = result.counts;
  const failed = levels.SHOULD.failed + levels.MAY.failed + levels.MUST.failed > 0;
  const seen = states.pass > 0 && !isUnspoken(result) && isSeenWhole(result.server.outcome);
  const mark = seen ? (failed ? style.yellow("!") : style.green("✓")) : style.yellow("?");
  const [first = "", ...others] = parts(result, style);
  return [`${isRed(result) || isDead(result) ? style.red("✗") : mark} ${first}`, ...others];
};

/** It did not start, or is not there; a wall is neither. */
const isDead = ({ server: { blocked } }: Result): boolean => blocked !== undefined && blocked.kind !== "credentials";

const isRed = (result: Result): boolean => {
  const { baseline, counts, lanes } = result;
  if (isUnspoken(result)) return false;
  if (lanes.tools?.state === "fail" || failedGates(result).length > 0) return true;
  return baseline ? baseline.failed.length + baseline.stale.length > 0 : counts.levels.MUST.failed > 0;
};

/** The same without mark and colour. */
export const headlineWords = (result: Result): string => parts(result, createStyle(false)).join(" · ");

const parts = (result: Result, style: Style): string[] => {
  const { counts, compliance, baseline, revision, server } = result;
  const unspoken = isUnspoken(result);
  const partial = partialPhrase(result);
  if (server.blocked) return [style.bold(show(`no grade: ${server.blocked.reason}`, 400))];
  return [
    ...(unspoken ? [style.bold(`no grade: the server does not speak ${revision}`)] : []),
    ...(unspoken || isSeenWhole(server.outcome)
      ? []
      : [style.bold(`no grade: ${unseenPhrase(server.outcome, result.role)}`)]),
    ...(partial === undefined ? [] : [style.bold(partial)]),
    ...(result.lanes.tools?.state === "fail" ? [style.red("tools do not work")] : []),
    ...failedGates(result).map(({ phrase }) => style.red(phrase)),
    ...(compliance.grade === null ? [] : [style.bold(`grade ${compliance.grade}`)]),
    ...countWords(counts, style, [
      ...(baseline && baseline.known.length > 0 ? [style.dim(`${baseline.known.length} of them known`)] : []),
      ...(baseline && baseline.stale.length > 0 ? [style.red(`${baseline.stale.length} stale in the baseline`)] : []),
    ]),
  ];
};
