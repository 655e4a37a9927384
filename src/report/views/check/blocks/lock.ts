import type { ChangeClass } from "../../../../scores/lock/lock.ts";
import type { ServerResult } from "../../../../scores/result/result.ts";
import { cueWords, placeOf, valueDiff } from "../../../findings/lock-words.ts";
import type { Block, Cell, Tone } from "../../../report.ts";

const TONES = {
  breaking: "fail",
  meaning: "warn",
  compatible: "none",
  cosmetic: "none",
  environment: "none",
} as const satisfies Record<ChangeClass, Tone>;

/** What changed since the surface was locked. */
export const lockBlock = ({ lock }: ServerResult): Block | undefined => {
  if (!lock) return undefined;
  const rows = lock.servers.flatMap(({ changes }) =>
    changes.map((change): readonly Cell[] => [
      { text: change.class, as: "chip", tone: TONES[change.class] },
      { text: placeOf(change), as: "code" },
      { text: [change.what, ...(change.cues ? [`beware: ${cueWords(change.cues)}`] : [])].join("; "), as: "prose" },
      { text: valueDiff(change) ?? "", as: "code" },
    ]),
  );
  return {
    id: "lock",
    title: "What changed since the lock",
    words:
      lock.servers.flatMap(({ notes }) => notes).join(" ") ||
      "What stood there is in [-…-], what stands there now in {+…+}.",
    tables: [
      {
        caption: "Changes, the worst first",
        columns: ["class", "where", "what", "difference"],
        rows,
        empty: "Nothing changed.",
      },
    ],
  };
};
