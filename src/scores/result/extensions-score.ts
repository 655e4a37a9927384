import { counted } from "../../base/counted.ts";
import type { ExtensionCounts, ExtensionStanding } from "../../judge/corpus/extension.ts";
import type { ServerResult } from "./result.ts";
import type { LaneScore } from "./result-lanes.ts";

/** All extensions in one lane, with figures for each that was judged. */
export const scoreExtensions = ({
  extensions: standings = [],
}: Pick<ServerResult, "extensions">): LaneScore | undefined => {
  if (standings.length === 0) return undefined;
  const judged = standings.filter(hasCounts);
  const sum = (name: keyof ExtensionCounts): number => judged.reduce((total, { counts }) => total + counts[name], 0);
  const [passed, failed, failedMust, warnings] = [sum("passed"), sum("failed"), sum("failed_must"), sum("warnings")];
  return {
    state: failedMust > 0 ? "fail" : failed + warnings > 0 ? "warn" : passed > 0 ? "pass" : "none",
    summary: summaryOf(standings, judged),
    counts: {
      ...{ declared: standings.filter(({ declared }) => declared).length, judged: judged.length },
      ...{ passed, failed, failed_must: failedMust, warnings },
      ...Object.fromEntries(
        judged.flatMap(({ identifier, counts }) =>
          Object.entries(counts).map(([name, count]) => [`${identifier} ${name}`, count]),
        ),
      ),
    },
  };
};

type Judged = ExtensionStanding & { readonly counts: ExtensionCounts };

const hasCounts = (standing: ExtensionStanding): standing is Judged => standing.counts !== undefined;

const summaryOf = (standings: readonly ExtensionStanding[], judged: readonly Judged[]): string => {
  const words = judged.map(({ name = "an extension", declared, counts: { passed, failed, warnings } }) => {
    const all = passed + failed + warnings;
    const told = declared ? "" : " (not declared)";
    if (all === 0) return `${name}${told}: nothing could be judged`;
    return `${name}${told}: ${passed} of ${all} rules hold${warnings > 0 ? `, ${counted(warnings, "warning")}` : ""}`;
  });
  const others = standings.length - judged.length;
  return [...words, ...(others > 0 ? [`${others} listed, not judged`] : [])].join("; ");
};
