import type { Json } from "../../../model/json.ts";
import type { ReplayDifference, ReplayedAnswer } from "../../../model/replay.ts";
import type { Difference } from "../../../snapshot/compare.ts";
import { differenceLines } from "../../../snapshot/show-differences.ts";

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
