import { counted } from "../../base/counted.ts";
import type { ServerResult } from "./result.ts";
import type { LaneScore } from "./result-lanes.ts";

/** How far it is to the newest revision. The figures are those in the headline of `mcptest doctor`. */
export const scoreUpgrade = ({ upgrade }: Pick<ServerResult, "upgrade">): LaneScore | undefined => {
  if (!upgrade) return undefined;
  const { ready, build, goes, leftovers = 0 } = upgrade;
  const warnings = upgrade.breaks.filter(({ advisory }) => advisory).length;
  const breaks = upgrade.breaks.length - warnings + leftovers;
  return {
    state: ready === true ? "pass" : "warn",
    summary: [
      breaks === 0 ? "nothing breaks" : counted(breaks, "break"),
      ...(warnings > 0 ? [counted(warnings, "warning")] : []),
      `${counted(build.length, "thing")} to build`,
    ].join(", "),
    counts: { breaks, warnings, build: build.length, goes: goes.length },
  };
};
