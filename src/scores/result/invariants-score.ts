import { isSeenWhole } from "../../judge/judged.ts";
import type { ServerResult } from "./result.ts";
import type { LaneScore } from "./result-lanes.ts";

/** Whether the session as a whole is as it must be. Of half a session only what is broken says something. */
export const scoreInvariants = ({
  invariants,
  server,
}: Pick<ServerResult, "invariants" | "server">): LaneScore | undefined => {
  if (invariants.length === 0) return undefined;
  const count = (wanted: "pass" | "fail"): number => invariants.filter(({ state }) => state === wanted).length;
  const [held, failed] = [count("pass"), count("fail")];
  if (failed === 0 && !isSeenWhole(server.outcome)) return undefined;
  return {
    state: failed > 0 ? "fail" : held > 0 ? "pass" : "none",
    summary: failed > 0 ? `${held} held, ${failed} failed` : `${held} held`,
    counts: { held, failed },
  };
};
