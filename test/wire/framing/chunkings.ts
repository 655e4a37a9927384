import fc from "fast-check";

/** A stream with places to cut it, several of which may fall together (empty chunks happen too). */
export const chunked = (stream: fc.Arbitrary<Uint8Array>): fc.Arbitrary<{ whole: Uint8Array; chunks: Uint8Array[] }> =>
  fc.tuple(stream, fc.array(fc.nat(), { maxLength: 12 })).map(([whole, places]) => {
    const cuts = places.map((place) => place % (whole.length + 1)).sort((a, b) => a - b);
    return { whole, chunks: cutAt(whole, cuts) };
  });

export const cutAt = (whole: Uint8Array, cuts: readonly number[]): Uint8Array[] =>
  [0, ...cuts].map((start, index) => whole.subarray(start, cuts[index] ?? whole.length));

/** Whole, in single bytes, and in two pieces at every place. */
export const everySplit = (whole: Uint8Array): Uint8Array[][] => [
  [whole],
  Array.from(whole, (_, index) => whole.subarray(index, index + 1)),
  ...Array.from({ length: whole.length + 1 }, (_, cut) => cutAt(whole, [cut])),
];

/** Concatenates pieces of a grammar, so that the interesting bytes meet often. */
export const soup = (...pieces: (string | number[])[]): fc.Arbitrary<Uint8Array> =>
  fc
    .array(
      fc.constantFrom(...pieces.map((piece) => (typeof piece === "string" ? Buffer.from(piece) : Buffer.from(piece)))),
      {
        maxLength: 24,
      },
    )
    .map((parts) => new Uint8Array(Buffer.concat(parts)));
