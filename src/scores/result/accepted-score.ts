import { counted } from "../../base/counted.ts";
import { type AcceptanceEntry, USUAL_CONSUMERS } from "../../judge/corpus/acceptance.ts";
import type { ServerResult } from "./result.ts";
import type { LaneScore } from "./result-lanes.ts";

/** Where the server will work. Whoever loses more than the tool at fault comes first. */
export const scoreAccepted = ({ acceptance: entries }: Pick<ServerResult, "acceptance">): LaneScore | undefined => {
  if (!entries?.some(({ tool }) => tool !== null)) return undefined;
  const count = (verdict: AcceptanceEntry["verdict"]): number =>
    entries.filter((one) => one.verdict === verdict).length;
  const refusing = USUAL_CONSUMERS.filter((consumer) =>
    entries.some((one) => isRefused(one) && one.consumer === consumer),
  );
  const wide = refusing.filter((consumer) =>
    entries.some((one) => one.consumer === consumer && isRefused(one) && one.blast !== "tool"),
  );
  const counts = {
    consumers: new Set(entries.map(({ consumer }) => consumer)).size,
    taking: USUAL_CONSUMERS.length - refusing.length,
    accepted: count("accepted"),
    dropped: count("dropped"),
    rejected: count("rejected"),
  };
  const usual = USUAL_CONSUMERS.length;
  if (refusing.length === 0)
    return { state: "pass", summary: `all ${usual} hosts and providers take every tool`, counts };
  const tools = new Set(
    entries.filter((one) => isRefused(one) && refusing.includes(one.consumer)).map(({ tool }) => tool),
  );
  const who = refusing.length > 3 ? `${refusing.length} of ${usual} hosts and providers` : refusing.join(", ");
  const what = tools.has(null) ? "the server" : counted(tools.size, "tool");
  const more =
    wide.length === 0 || tools.has(null)
      ? ""
      : `; ${wide.length > 3 ? `at ${wide.length} of them` : `at ${wide.join(", ")}`} all the others go down with it`;
  return {
    state: wide.length > 0 ? "fail" : "warn",
    summary: `${who} ${refusing.length === 1 ? "refuses" : "refuse"} ${what}${more}`,
    counts,
  };
};

const isRefused = ({ verdict }: AcceptanceEntry): boolean => verdict === "rejected";
