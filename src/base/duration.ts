const MS_PER_UNIT = { ms: 1, s: 1_000, m: 60_000 } as const;

/** Longer than a day is a typing error, and far longer overflows Node's timers into firing at once. */
const LONGEST_MS = 24 * 60 * 60_000;

/** Milliseconds from `500ms`, `30s`, `2m`, `1.5s`; a bare number counts in `bareUnit`. */
export const readDuration = (
  text: string,
  bareUnit: "s" | "ms" = "s",
): { readonly ms: number } | { readonly problem: string } => {
  const match = /^(\d+(?:\.\d*)?|\.\d+)(ms|s|m)?$/.exec(text.trim().toLowerCase());
  if (!match) {
    const bare = bareUnit === "s" ? "seconds" : "milliseconds";
    return { problem: `is not a duration; write 500ms, 30s or 2m (a bare number is ${bare})` };
  }
  const unit = match[2] === "ms" || match[2] === "s" || match[2] === "m" ? match[2] : bareUnit;
  const ms = Math.round(Number(match[1]) * MS_PER_UNIT[unit]);
  if (ms < 1) return { problem: "is too short; the shortest duration is 1ms" };
  if (ms > LONGEST_MS) return { problem: "is too long; the longest duration is 1440m (24 hours)" };
  return { ms };
};
