/** unicode: as the dialects ask for. legacy: only without the u flag, as older validators read it. */
export type PatternReading = "unicode" | "legacy" | "invalid";

/** Only parses: an expression is never run here, for one run may take longer than the universe lasts. */
export const readPattern = (pattern: string): PatternReading => {
  if (compiles(pattern, "u")) return "unicode";
  return compiles(pattern, "") ? "legacy" : "invalid";
};

/**
 * Whether an expression is certain to end soon on a short text: no group is repeated, nothing looks around or back, and
 * at most one part repeats without end and one more varies, in an expression that can only match from the start. Most patterns of real
 * schemas are such, and a thread costs more than they do.
 */
export const isTame = (pattern: string): boolean => {
  if (pattern.length > LONGEST_TAME || /\\[1-9k]|\(\?(?!:)|\)[*+?{]/.test(pattern)) return false;
  const plain = pattern.replace(/\\./gs, "x").replace(/\[[^\]]*\]/g, "x");
  const endless = plain.match(/[*+]|\{\d+,\}/g)?.length ?? 0;
  const counted = [...plain.matchAll(/\{(?:\d+,)?(\d+)\}/g)].reduce((sum, [, most]) => sum + Number(most), 0);
  const variable = plain.match(/[*+?]|\{\d+,\d*\}/g)?.length ?? 0;
  if (counted > MOST_COUNTED || variable > MOST_VARIABLE) return false;
  return endless === 0 || (endless === 1 && plain.startsWith("^") && !plain.includes("|"));
};

const LONGEST_TAME = 500;
const MOST_COUNTED = 1_000;
/** Optional parts multiply: forty of them are a trillion ways to match. */
const MOST_VARIABLE = 2;

export const isTooLong = (pattern: string, patternChars: number): boolean => pattern.length > patternChars;

const compiles = (pattern: string, flags: string): boolean => {
  try {
    new RegExp(pattern, flags);
    return true;
  } catch {
    return false;
  }
};
