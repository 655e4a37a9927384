import { type Untrusted, untrusted } from "../../base/untrusted.ts";

const LONGEST = 160;
const PLAIN = /^[ -~]*$/;
const SHOWN = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u;
const IGNORED = /^[\p{Default_Ignorable_Code_Point}\u2800]$/u;

/** An excerpt that can be kept and shown: one line, short, everything invisible as an escape. */
export const quote = (text: string): Untrusted => {
  const line = text.replace(/[\t\n\r ]+/g, " ").trim();
  if (PLAIN.test(line)) return untrusted(line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line);
  let shown = "";
  for (const character of line) {
    if (shown.length >= LONGEST) return untrusted(`${shown}…`);
    const isShown = SHOWN.test(character) && !IGNORED.test(character);
    shown += isShown ? character : `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  }
  return untrusted(shown);
};
