/** unicode: as the dialects ask for. legacy: only without the u flag, as older validators read it. */
export type PatternReading = "unicode" | "legacy" | "invalid";

/** Only parses: running an expression could take forever. */
export const readPattern = (pattern: string): PatternReading => {
  if (compiles(pattern, "u")) return "unicode";
  return compiles(pattern, "") ? "legacy" : "invalid";
};

/**
 * Whether an expression surely ends soon on a short text: no group repeats, nothing looks around or back, at most one part
 * repeats without bound and one more varies, and it can only match from the start. Most patterns of real schemas are like
 * that, and a thread costs more than they do.
 */
export const isCheapPattern = (pattern: string): boolean => {
  if (pattern.length > LONGEST_CHEAP || /\\[1-9k]|\(\?(?!:)|\)[*+?{]/.test(pattern)) return false;
  const plain = pattern.replace(/\\./gs, "x").replace(/\[[^\]]*\]/g, "x");
  const endless = plain.match(/[*+]|\{\d+,\}/g)?.length ?? 0;
  const counted = [...plain.matchAll(/\{(?:\d+,)?(\d+)\}/g)].reduce((sum, [, most]) => sum + Number(most), 0);
  const variable = plain.match(/[*+?]|\{\d+,\d*\}/g)?.length ?? 0;
  if (counted > MOST_COUNTED || variable > MOST_VARIABLE) return false;
  return endless === 0 || (endless === 1 && plain.startsWith("^") && !plain.includes("|"));
};

const LONGEST_CHEAP = 500;
const MOST_COUNTED = 1_000;
/** Optional parts multiply: forty of them are a trillion ways to match. */
const MOST_VARIABLE = 2;

const compiles = (pattern: string, flags: string): boolean => {
  try {
    new RegExp(pattern, flags);
    return true;
  } catch {
    return false;
  }
};
