/** How many characters a text has: code points, not UTF-16 units, and without a list of them. */
export const countCodePoints = (text: string): number => {
  let count = text.length;
  for (let at = 0; at < text.length; at += 1) if ((text.codePointAt(at) ?? 0) > 0xffff) count -= 1;
  return count;
};
