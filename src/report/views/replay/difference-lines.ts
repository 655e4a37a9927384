import type { Difference } from "../../../base/compare.ts";
import type { Json } from "../../../base/json.ts";
import { differenceLines } from "../../../base/show-differences.ts";
import type { ReplayDifference, ReplayedAnswer } from "../../../probe/replay/replay-report.ts";

/** What changed, a line each or a few. What a server said is in it: escape it for the output. */
export const changeLines = ({ differences, more, reason, state }: ReplayedAnswer): readonly string[] => {
  if (state === "gone") return [`no answer today: ${reason ?? "there was none"}`];
  if (state === "new")
    return [`there was no answer then: ${reason ?? ""}`.trimEnd(), ...differenceLines(differences.map(whole))];
  return [...differenceLines(differences.map(whole)), ...(more === undefined ? [] : [`… and ${more} more places`])];
};

const whole = ({ kind, path, before, after }: ReplayDifference): Difference => {
  const [old, recent]: [Json, Json] = [before ?? null, after ?? null];
  switch (kind) {
    case "added":
      return { kind, path, after: recent };
    case "removed":
      return { kind, path, before: old };
    case "changed":
    case "moved":
      return { kind, path, before: old, after: recent };
  }
};
