import { quoted, UsageError } from "mcptest/internal";
import { LEAST_HOURS, MOST_HOURS } from "../schedule.ts";

/** A whole number within bounds. */
export const readWhole = (text: string | undefined, flag: string, least: number, most: number): number | undefined => {
  if (text === undefined) return undefined;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw new UsageError(`${flag} ${quoted(text)} is not a whole number from ${least} to ${most}`);
};

/** Hours, a fraction too. */
export const readHours = (text: string | undefined, flag: string): number | undefined => {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (value >= LEAST_HOURS && value <= MOST_HOURS) return value;
  throw new UsageError(`${flag} ${quoted(text)} is not a number of hours from ${LEAST_HOURS} to ${MOST_HOURS}`);
};

export const many = (count: number): string => count.toLocaleString("en-US");

/** `1 target`, `10,000 targets`. */
export const manyOf = (count: number, noun: string, plural = `${noun}s`): string =>
  `${many(count)} ${count === 1 ? noun : plural}`;

/** `1 h 5 min`, `3 min 20 s`, `12 s`. */
export const timeWords = (seconds: number): string => {
  const whole = Math.max(0, Math.round(seconds));
  if (whole >= 3_600) return `${Math.floor(whole / 3_600)} h ${Math.floor((whole % 3_600) / 60)} min`;
  return whole >= 60 ? `${Math.floor(whole / 60)} min ${whole % 60} s` : `${whole} s`;
};
