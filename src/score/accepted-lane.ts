import type { AcceptanceEntry, Consumer } from "../model/acceptance.ts";
import { counted } from "../model/counted.ts";
import type { LaneScore } from "../model/lanes.ts";
import type { Result } from "../model/result.ts";

/** Where people use tools as they are. Strict modes, directories and the common denominator are asked for knowingly. */
export const USUAL_CONSUMERS: readonly Consumer[] = [
  "openai",
  "anthropic",
  "claude-code",
  "claude-desktop",
  "gemini",
  "vscode",
  "copilot-studio",
  "cursor",
];

/** Where the server will work. Whoever loses more than the tool at fault comes first. */
export const accepted = ({ acceptance: entries }: Partial<Result>): LaneScore | undefined => {
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
  const refused = tools.has(null) ? "the server" : counted(tools.size, "tool");
  const more = wide.length === 0 || tools.has(null) ? "" : `, and with it the others at ${wide.join(", ")}`;
  return {
    state: wide.length > 0 ? "fail" : "warn",
    summary: `${counts.taking} of ${usual} hosts and providers take every tool; ${refusing.join(", ")} ${refusing.length === 1 ? "refuses" : "refuse"} ${refused}${more}`,
    counts,
  };
};

const isRefused = ({ verdict }: AcceptanceEntry): boolean => verdict === "rejected";
