/** Numbers that follow from a seed alone, so that a find can be repeated on any machine. */
export interface Random {
  /** A whole number from 0 up to, and without, `end`. */
  below(end: number): number;
  pick<T>(list: readonly T[]): T;
  /** True once in so many times. */
  once(times: number): boolean;
}

export const openRandom = (seed: number): Random => {
  let state = seed >>> 0;
  // mulberry32
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (end: number): number => Math.floor(next() * end);
  return {
    below,
    pick: (list) => {
      const found = list[below(list.length)];
      if (found === undefined && list.length === 0) throw new Error("nothing to pick from");
      return found as (typeof list)[number];
    },
    once: (times) => below(times) === 0,
  };
};

/** The seed of one case: another area or number is another case. */
export const seedOf = (seed: number, area: string, number: number): number => {
  let mixed = seed >>> 0;
  for (const character of `${area}:${number}`) mixed = Math.imul(mixed ^ character.charCodeAt(0), 0x01000193) >>> 0;
  return mixed;
};
