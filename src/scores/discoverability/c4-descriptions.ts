import { countCodePoints } from "../../base/code-points.ts";
import { stringMember } from "../../base/json.ts";
import type { ListedTool } from "./audit-session.ts";
import type { Criterion } from "./criterion.ts";
import { faultOf, overTools } from "./over-tools.ts";

/** C4: agents choose by the description, so descriptions must be long enough and differ. */
export const c4Descriptions: Criterion = (session, { minDescription, minMedian, minDistinct }) =>
  overTools(session, fixFor(minDescription, minMedian, minDistinct), (tools) => {
    const texts = tools.map(textOf);
    const lengths = texts.map(countCodePoints).sort((left, right) => left - right);
    // The lower of the two middle values, as in the standard's own tool.
    const median = lengths[Math.floor((lengths.length - 1) / 2)] ?? 0;
    const shortest = lengths[0] ?? 0;
    const distinct = new Set(texts).size;
    const ratio = distinct / texts.length;
    const long = lengths.filter((length) => length >= minDescription).length;
    const repeated = repetitions(tools);
    return {
      pass: shortest >= minDescription && median >= minMedian && ratio >= minDistinct,
      detail: `${long} of ${texts.length} descriptions have ${minDescription} characters or more, median ${median}, ${distinct} of ${texts.length} distinct (${ratio.toFixed(2)})`,
      measured: { tools: tools.length, long_enough: long, shortest, median, distinct, distinct_ratio: round(ratio) },
      faults: [
        ...tools
          .filter((listed) => countCodePoints(textOf(listed)) < minDescription)
          .map((listed) => faultOf(listed, shortFault(textOf(listed)), textOf(listed))),
        ...(median < minMedian
          ? tools
              .filter(
                (listed) =>
                  countCodePoints(textOf(listed)) >= minDescription && countCodePoints(textOf(listed)) < minMedian,
              )
              .map((listed) => faultOf(listed, `pulls the median below ${minMedian}`, textOf(listed)))
          : []),
        ...(ratio < minDistinct
          ? repeated.map((listed) => faultOf(listed, "has the description of another tool", textOf(listed)))
          : []),
      ],
    };
  });

const fixFor = (least: number, median: number, distinct: number): string =>
  `say in each tool's description what it does and when to use it: at least ${least} characters each, a median of ${median}, and at least ${Math.round(distinct * 100)} % of them different from each other`;

const textOf = ({ tool }: ListedTool): string => (stringMember(tool, "description") ?? "").trim();

const shortFault = (text: string): string =>
  text === "" ? "has no description" : `has a description of ${countCodePoints(text)} characters`;

const round = (ratio: number): number => Math.round(ratio * 1000) / 1000;

const repetitions = (tools: readonly ListedTool[]): readonly ListedTool[] => {
  const known = new Set<string>();
  return tools.filter((listed) => known.size === known.add(textOf(listed)).size);
};
