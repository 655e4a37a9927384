import { counted } from "../../base/counted.ts";
import type { ServerResult } from "./result.ts";
import type { LaneScore } from "./result-lanes.ts";

/** Whether what the server offers and returned attacks whoever reads it. */
export const scoreSafety = ({
  safety: findings,
  tools,
  prompts,
  resources,
}: Pick<ServerResult, "safety" | "tools" | "prompts" | "resources">): LaneScore | undefined => {
  if (!findings) return undefined;
  const count = (severity: "error" | "warning"): number => findings.filter((one) => one.severity === severity).length;
  const counts = { findings: findings.length, errors: count("error"), warnings: count("warning") };
  const offered = (tools?.length ?? 0) + (prompts?.length ?? 0) + (resources?.length ?? 0);
  if (findings.length === 0)
    return offered === 0
      ? { state: "none", summary: "nothing was offered to a model", counts }
      : { state: "pass", summary: "nothing in the surface or the results attacks its reader", counts };
  const ids = [...new Set(findings.map(({ id }) => id))].join(", ");
  return {
    state: counts.errors > 0 ? "fail" : "warn",
    summary: `${counted(findings.length, "finding")} in what a model reads: ${ids}`,
    counts,
  };
};
