import { counted } from "../../base/counted.ts";
import type { AskedPart } from "../../capture/capture.ts";
import type { Result } from "./result.ts";

/** The part that was asked, as the flags that ask for it. Their words are ours: they were checked against the rules. */
export const askedWords = ({ quick, only, skip, scenarios }: AskedPart): string =>
  [
    ...(quick ? ["--quick"] : []),
    ...flag("--only", only),
    ...flag("--skip", skip),
    ...flag("--scenario", scenarios),
  ].join(" ");

const MOST_SHOWN = 6;

const flag = (name: string, words: readonly string[] | undefined): readonly string[] => {
  if (!words) return [];
  const more = words.length > MOST_SHOWN ? `,… (${words.length})` : "";
  return [`${name} ${words.slice(0, MOST_SHOWN).join(",")}${more}`];
};

type Part = Pick<Result, "partial" | "asked" | "left_out">;

/** Why a result of a part has no grade: in a phrase, and as a sentence. Undefined for a whole one. */
export const partialPhrase = ({ partial, left_out }: Part): string | undefined =>
  partial ? `partial: ${counted(left_out ?? 0, "rule")} left out` : undefined;

export const partialSentence = ({ partial, asked = {}, left_out = 0 }: Part): string | undefined =>
  partial
    ? `Only a part was judged (${askedWords(asked)}): ${counted(left_out, "rule")} ${left_out === 1 ? "was" : "were"} left out, so there is no grade and no tier.`
    : undefined;
