/** Three pieces: the first cut is within the first character of several bytes, the second halfway through the rest. */
export const cutInThree = (bytes: Buffer): readonly Buffer[] => {
  const inCharacter = bytes.findIndex((byte) => byte >= 0xc0) + 1;
  const first = inCharacter > 0 ? inCharacter : Math.ceil(bytes.length / 3);
  const second = first + Math.ceil((bytes.length - first) / 2);
  return [bytes.subarray(0, first), bytes.subarray(first, second), bytes.subarray(second)];
};
