/** A run of words that both texts have, or one of them. */
export interface WordRun {
  readonly kind: "same" | "gone" | "new";
  readonly text: string;
}

/** More words than this are not held against each other one by one. */
const MOST_WORDS = 600;

/** What was taken out of a text and what was put in, word by word. */
export const wordDiff = (before: string, after: string): readonly WordRun[] => {
  const [was, is] = [words(before), words(after)];
  let start = 0;
  while (start < was.length && start < is.length && was[start] === is[start]) start += 1;
  let end = 0;
  while (end < was.length - start && end < is.length - start && was.at(-1 - end) === is.at(-1 - end)) end += 1;
  const [gone, added] = [was.slice(start, was.length - end), is.slice(start, is.length - end)];
  const middle: readonly WordRun[] =
    gone.length > MOST_WORDS || added.length > MOST_WORDS ? [run("gone", gone), run("new", added)] : align(gone, added);
  return joinRuns([run("same", was.slice(0, start)), ...middle, run("same", end === 0 ? [] : was.slice(-end))]);
};

const words = (text: string): readonly string[] => text.match(/\s+|[^\s]+/g) ?? [];

const run = (kind: WordRun["kind"], list: readonly string[]): WordRun => ({ kind, text: list.join("") });

/** The longest common subsequence, as everybody computes it. */
const align = (was: readonly string[], is: readonly string[]): readonly WordRun[] => {
  const width = is.length + 1;
  const lengths = new Uint32Array((was.length + 1) * width);
  const at = (row: number, column: number): number => lengths[row * width + column] ?? 0;
  for (let row = was.length - 1; row >= 0; row--)
    for (let column = is.length - 1; column >= 0; column--)
      lengths[row * width + column] =
        was[row] === is[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
  const runs: WordRun[] = [];
  let [row, column] = [0, 0];
  while (row < was.length || column < is.length) {
    const [old, now] = [was[row], is[column]];
    if (old !== undefined && old === now) {
      runs.push(run("same", [old]));
      row += 1;
      column += 1;
    } else if (old !== undefined && (now === undefined || at(row + 1, column) >= at(row, column + 1))) {
      runs.push(run("gone", [old]));
      row += 1;
    } else if (now !== undefined) {
      runs.push(run("new", [now]));
      column += 1;
    }
  }
  return runs;
};

/** Neighbours of one kind become one; a lone space between two changes belongs to both. */
const joinRuns = (runs: readonly WordRun[]): readonly WordRun[] => {
  const joined: WordRun[] = [];
  for (const one of runs) {
    if (one.text === "") continue;
    const last = joined.at(-1);
    if (last?.kind === one.kind) joined[joined.length - 1] = { kind: one.kind, text: last.text + one.text };
    else joined.push(one);
  }
  return joined;
};
