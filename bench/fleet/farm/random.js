/** A small seeded generator (mulberry32): the same seed gives the same farm on every machine. */
export const randomOf = (seed) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

export const pick = (random, list) => list[Math.floor(random() * list.length)];

/** Of a table name → share; the shares add up to 1. */
export const pickByShare = (random, shares) => {
  let left = random();
  for (const [name, share] of Object.entries(shares)) {
    left -= share;
    if (left < 0) return name;
  }
  return Object.keys(shares)[0];
};
