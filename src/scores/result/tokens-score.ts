import type { ServerResult } from "./result.ts";
import type { LaneScore } from "./result-lanes.ts";

/** What the surface costs a model, and whether that is within the limit of the run. */
export const scoreTokens = ({ tokens: block }: Pick<ServerResult, "tokens">): LaneScore | undefined => {
  if (!block) return undefined;
  const { total, max, tokenizer, window_percent, tools: rows } = block;
  const isOver = max !== undefined && total > max;
  const about = tokenizer === "estimate" ? "about " : "";
  const limit =
    max === undefined ? "" : isOver ? `, more than the ${withCommas(max)} allowed` : `, of ${withCommas(max)} allowed`;
  return {
    state: isOver ? "fail" : "pass",
    summary: `${about}${withCommas(total)} tokens${limit}, ${window_percent} % of a 200k window`,
    counts: { total, tools: rows.length },
  };
};

const withCommas = (value: number): string => String(value).replace(/\B(?=(\d{3})+(?!\d))/g, ",");
