import type { Budget } from "../budget.ts";
import { type CharSet, sampleChars } from "./char-set.ts";
import { type Program, reach } from "./compile-pattern.ts";

interface Lengths {
  readonly min: number;
  readonly max: number;
}

/**
 * The shortest string within the lengths that the program accepts, built by walking the automaton forward and then
 * back. Word boundaries are taken on trust, so the caller matches the sample once more.
 */
export const samplePattern = (
  program: Program,
  { min, max }: Lengths,
  variant: number,
  steps: Budget,
): string | undefined => {
  const choices = choicesBySet();
  /** For each length, the state whose character led to a state. */
  const origins: Map<number, number>[] = [];
  let seeds = new Map<number, number>([[program.start, -1]]);
  for (let length = 0; length <= max; length += 1) {
    const origin = spread(program, seeds, length, false);
    if (!steps.take(origin.size + 1)) return undefined;
    if (length >= min) {
      const last = spread(program, seeds, length, true);
      if (!steps.take(last.size + 1)) return undefined;
      // The accepting state is always the first that was built.
      if (last.has(0)) return walkBack(program, [...origins, last], choices, variant);
    }
    origins.push(origin);
    seeds = new Map();
    for (const index of origin.keys()) {
      const state = program.states[index];
      if (state?.kind !== "chars" || seeds.has(state.next)) continue;
      if (choices(state.set, steps).length > 0) seeds.set(state.next, index);
    }
    if (seeds.size === 0) return undefined;
  }
  return undefined;
};

/** Which states are reached without reading, each with the origin of the seed it was reached from. */
const spread = (
  program: Program,
  seeds: ReadonlyMap<number, number>,
  length: number,
  isEnd: boolean,
): Map<number, number> => {
  const origin = new Map<number, number>();
  const passes = (edge: string): boolean => (edge === "start" ? length === 0 : edge === "end" ? isEnd : true);
  for (const [seed, from] of seeds) {
    if (origin.has(seed)) continue;
    for (const index of reach(program, [seed], passes, origin)) origin.set(index, from);
  }
  return origin;
};

const walkBack = (
  program: Program,
  origins: readonly ReadonlyMap<number, number>[],
  choices: Choices,
  variant: number,
): string => {
  const points: number[] = [];
  let state = 0;
  let rest = variant;
  for (let length = origins.length - 1; length > 0; length -= 1) {
    state = origins[length]?.get(state) ?? -1;
    const from = program.states[state];
    const options = from?.kind === "chars" ? choices(from.set) : [];
    points.push(options[rest % options.length] ?? 0x61);
    // The variant is spelt out in the characters that have a choice, like the digits of a number.
    rest = Math.floor(rest / options.length);
  }
  return String.fromCodePoint(...points.toReversed());
};

type Choices = (set: CharSet, steps?: Budget) => readonly number[];

/** Looking for readable members of a large class is slow; a repeated class is one set and is looked at once. */
const choicesBySet = (): Choices => {
  const known = new Map<CharSet, readonly number[]>();
  return (set, steps) => {
    const before = known.get(set);
    if (before) return before;
    const found = steps && !steps.take(100 + 50 * set.ranges.length) ? [] : sampleChars(set);
    known.set(set, found);
    return found;
  };
};
