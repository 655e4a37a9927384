// What a page shows beside what a command printed. A line of the page that is `…` stands for any lines, also none.

import { mask } from "./masks.ts";

const CUT = /^[ \t]*…$/;

const linesOf = (text: string): readonly string[] => text.replace(/\n+$/, "").split("\n");

/** The runs of lines between the cuts. */
const chunksOf = (lines: readonly string[]): readonly (readonly string[])[] =>
  lines.reduce<string[][]>(
    (chunks, line) => {
      if (CUT.test(line)) chunks.push([]);
      else chunks.at(-1)?.push(line);
      return chunks;
    },
    [[]],
  );

export const sameOutput = (expected: string, actual: string): boolean => {
  const chunks = chunksOf(linesOf(mask(expected)));
  const lines = linesOf(mask(actual));
  let from = 0;
  for (const [index, chunk] of chunks.entries()) {
    const last = lines.length - chunk.length;
    const fits = (at: number): boolean => at >= from && chunk.every((line, offset) => line === lines[at + offset]);
    const at = index === 0 ? 0 : index === chunks.length - 1 ? last : findFrom(from, last, fits);
    if (!fits(at)) return false;
    from = at + chunk.length;
  }
  return chunks.length > 1 || from === lines.length;
};

const findFrom = (from: number, last: number, fits: (at: number) => boolean): number => {
  for (let at = from; at <= last; at += 1) if (fits(at)) return at;
  return -1;
};

/** The same cuts in a newer output, as far as the lines around them can be found again; otherwise the whole of it. */
export const refit = (expected: string, actual: string): string => {
  const whole = linesOf(actual.replace(/[ \t]+$/gm, ""));
  const chunks = chunksOf(linesOf(expected));
  if (chunks.length === 1) return whole.join("\n");
  const alike = (text: string): string => mask(text).replace(/\d+/g, "0");
  const lines = whole.map(alike);
  const shown: string[][] = [];
  let from = 0;
  for (const [index, chunk] of chunks.entries()) {
    const last = lines.length - chunk.length;
    const score = (at: number): number => chunk.filter((line, offset) => alike(line) === lines[at + offset]).length;
    let best = index === 0 ? 0 : last;
    if (index > 0 && index < chunks.length - 1)
      for (let at = last; at >= from; at -= 1) if (score(at) >= score(best)) best = at;
    if (best < from || score(best) * 2 < chunk.length) return whole.join("\n");
    shown.push(whole.slice(best, best + chunk.length));
    from = best + chunk.length;
  }
  return shown
    .map((part) => part.join("\n"))
    .join("\n…\n")
    .replace(/^\n/, "")
    .replace(/\n$/, "");
};
