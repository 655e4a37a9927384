import { type JsonObject, member, stringMember } from "../../base/json.ts";
import { exampleWord, PLAIN_WORD } from "./example-words.ts";
import { formatSamples } from "./format-samples.ts";
import {
  type GeneratedValue,
  type Generation,
  MAX_STRING,
  noValueAt,
  quoteServerText,
  type ValuePlace,
} from "./generation.ts";
import { largest, smallest } from "./keyword-bounds.ts";

/** Strings that may do, best first; whether they satisfy every keyword is checked by the caller. */
export function* generateStrings(
  parts: readonly JsonObject[],
  place: ValuePlace,
  generation: Generation,
): Generator<GeneratedValue> {
  const min = Math.ceil(largest(parts, "minLength") ?? 0);
  const max = Math.floor(smallest(parts, "maxLength") ?? MAX_STRING);
  if (min > max) return yield noValueAt(place, "no string is long and short enough at once");
  if (min > MAX_STRING) return yield noValueAt(place, `strings of more than ${MAX_STRING} characters are not made`);

  const patterns = [
    ...new Set(parts.map((part) => stringMember(part, "pattern")).filter((text) => text !== undefined)),
  ];
  for (const pattern of patterns) {
    const refusal = generation.patterns.refusal(pattern);
    // A string that we cannot check might be wrong; saying so is better than sending it.
    if (refusal) return yield noValueAt(place, `the pattern ${quoteServerText(pattern)} ${refusal}`);
  }

  const length = { min, max: Math.min(max, MAX_STRING) };
  for (const part of parts) {
    const format = stringMember(part, "format") ?? contentFormat(part);
    if (format === undefined) continue;
    for (const value of formatSamples(format, place.variant, length.min, length.max)) yield { ok: true, value };
  }
  for (const value of words(place, length.min, length.max)) yield { ok: true, value };
  for (const pattern of patterns) {
    const value = generation.patterns.sample(pattern, length.min, length.max, place.variant);
    if (value === undefined)
      yield noValueAt(place, `no string of fitting length was found for the pattern ${quoteServerText(pattern)}`);
    else yield { ok: true, value };
  }
  // Where something excludes the usual word.
  for (const word of ["text", "1", "A"]) yield { ok: true, value: sized(word, length.min, length.max) };
}

const contentFormat = (part: JsonObject): string | undefined =>
  member(part, "contentEncoding") === "base64" ? "base64" : undefined;

const words = (place: ValuePlace, min: number, max: number): string[] => {
  const word = exampleWord(place.name);
  if (place.variant === 0) return [word, PLAIN_WORD].map((text) => sized(text, min, max));
  const digits = (place.variant + 1).toString(36);
  // Not cut to the length: what makes the strings differ would be lost. Two short forms stand in.
  return [
    sized(`${word}-${digits}`, min, Number.POSITIVE_INFINITY),
    sized(digits, min, max),
    sized(place.variant.toString(36), min, max),
  ].filter((text) => text.length <= max);
};

const sized = (word: string, min: number, max: number): string =>
  word.length < min ? word.padEnd(min, PLAIN_WORD) : word.length > max ? PLAIN_WORD.slice(0, max) : word;
