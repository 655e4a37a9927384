import { type JsonObject, member, stringMember } from "../../base/json.ts";
import { exampleWord, PLAIN_WORD } from "./example-words.ts";
import {
  type GeneratedValue,
  type Generation,
  MAX_STRING,
  noValueAt,
  quoteServerText,
  type ValuePlace,
} from "./generation.ts";
import { largest, numberMember, smallest } from "./json-values.ts";

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

/**
 * Strings of a `format`, most readable first. The variant makes them differ, for arrays of unique items; the lengths
 * are a wish, which the formats that can grow fulfil. An unknown format has no samples.
 */
export const formatSamples = (format: string, variant: number, min: number, max: number): readonly string[] => {
  const make = Object.hasOwn(SAMPLES, format) ? SAMPLES[format] : undefined;
  if (!make) return [];
  const samples = make(variant);
  const grow = Object.hasOwn(GROWERS, format) ? GROWERS[format] : undefined;
  const grown = grow && samples[0] !== undefined && samples[0].length < min ? [grow(samples[0], min)] : [];
  return [...samples, ...grown].filter((sample) => sample.length >= min && sample.length <= max);
};

const number = (variant: number): string => (variant === 0 ? "" : String(variant + 1));
const two = (value: number): string => String(value).padStart(2, "0");
const hex = (variant: number, digits: number): string => (variant + 1).toString(16).padStart(digits, "0");

const day = (variant: number): string => `${2024 + Math.floor(variant / 28)}-01-${two(((variant + 14) % 28) + 1)}`;
const clock = (variant: number): string =>
  `${two((12 + Math.floor(variant / 3600)) % 24)}:${two(Math.floor(variant / 60) % 60)}:${two(variant % 60)}Z`;

type Samples = (variant: number) => readonly string[];

const uri: Samples = (variant) => [`https://example.com/${number(variant)}`, `x:${variant}`];
const reference: Samples = (variant) => [`/example${number(variant)}`, `${variant}`];
const email: Samples = (variant) => [`user${number(variant)}@example.com`, `a${number(variant)}@b.co`];
const hostname: Samples = (variant) => [
  variant === 0 ? "example.com" : `host${number(variant)}.example.com`,
  `a${number(variant)}`,
];
const base64: Samples = (variant) => [variant === 0 ? "ZXhhbXBsZQ==" : `${two(variant)}`.padEnd(8, "A"), "AAAA"];

const SAMPLES: Readonly<Record<string, Samples>> = {
  date: (variant) => [day(variant)],
  "date-time": (variant) => [`${day(variant)}T12:00:00Z`],
  time: (variant) => [clock(variant)],
  duration: (variant) => [`P${variant + 1}D`],
  email,
  "idn-email": email,
  hostname,
  "idn-hostname": hostname,
  ipv4: (variant) => [`192.0.2.${(variant % 254) + 1}`],
  ipv6: (variant) => [`2001:db8::${(variant + 1).toString(16)}`, "::1"],
  uri,
  url: uri,
  iri: uri,
  "uri-reference": reference,
  "iri-reference": reference,
  "uri-template": (variant) => [`https://example.com/${number(variant)}{id}`, "{id}"],
  uuid: (variant) => [`00000000-0000-4000-8000-${hex(variant, 12)}`],
  "json-pointer": reference,
  "relative-json-pointer": (variant) => [`${variant}`],
  regex: (variant) => [`^example${number(variant)}$`, "a"],
  byte: base64,
  base64,
  password: (variant) => [`example${number(variant)}`],
};

const append = (sample: string, min: number): string => sample.padEnd(min, "example");
/** A label of a host name, like the part before an email's at sign, may only be so long. */
const labels = (sample: string, min: number): string => {
  let grown = sample;
  while (grown.length < min) grown = `example.${grown}`;
  return grown;
};
const mailbox = (sample: string, min: number): string => {
  const [user = "user", host = "example.com"] = sample.split("@");
  return `${user}@${labels(host, min - user.length - 1)}`;
};

const GROWERS: Readonly<Record<string, (sample: string, min: number) => string>> = {
  uri: append,
  url: append,
  iri: append,
  "uri-reference": append,
  "iri-reference": append,
  "json-pointer": append,
  "uri-template": append,
  password: append,
  regex: (sample, min) => `${append(sample.slice(0, -1), min - 1)}$`,
  email: mailbox,
  "idn-email": mailbox,
  hostname: labels,
  "idn-hostname": labels,
};

const MAX_MULTIPLES = 200;

/** Numbers that may do, nearest to one first; whether they satisfy every keyword is checked by the caller. */
export function* generateNumbers(
  parts: readonly JsonObject[],
  place: ValuePlace,
  whole: boolean,
): Generator<GeneratedValue> {
  const low = largest(parts, "minimum") ?? Number.NEGATIVE_INFINITY;
  const above = largest(withNumbers(parts), "exclusiveMinimum") ?? Number.NEGATIVE_INFINITY;
  const high = smallest(parts, "maximum") ?? Number.POSITIVE_INFINITY;
  const below = smallest(withNumbers(parts), "exclusiveMaximum") ?? Number.POSITIVE_INFINITY;
  const fits = (value: number): boolean =>
    Number.isFinite(value) &&
    (!whole || Number.isInteger(value)) &&
    value >= low &&
    value > above &&
    value <= high &&
    value < below;

  const bottom = Math.max(low, above);
  const top = Math.min(high, below);
  const steps = parts.map((part) => numberMember(part, "multipleOf")).filter((step) => step !== undefined && step > 0);
  const step = steps.reduce<number>((one, other) => Math.max(one, other ?? 0), 0);
  let any = false;
  for (const value of candidates(bottom, top, step, place.variant)) {
    if (!fits(value) || !steps.every((each) => each !== undefined && Number.isInteger(value / each))) continue;
    any = true;
    yield { ok: true, value: value === 0 ? 0 : value };
  }
  if (!any) yield noValueAt(place, "no number was found within the bounds");
}

function* candidates(bottom: number, top: number, step: number, variant: number): Generator<number> {
  if (step > 0) {
    const first = Math.abs(bottom) === Number.POSITIVE_INFINITY ? undefined : Math.ceil(bottom / step);
    const last = Math.abs(top) === Number.POSITIVE_INFINITY ? undefined : Math.floor(top / step);
    const near = first !== undefined && first > 0 ? first : last !== undefined && last < 1 ? last : 1;
    const direction = near === last && near !== first ? -1 : 1;
    for (let count = variant; count < MAX_MULTIPLES + variant; count += 1) yield (near + direction * count) * step;
    if (variant === 0) yield 0;
    return;
  }
  // Near one if the bounds allow it, else counting away from the bound that is nearer to it.
  if (bottom < 1 && top >= 1) yield* [1 + variant, 0 - variant];
  if (variant === 0) yield 0;
  yield* [bottom + variant, Math.floor(bottom) + 1 + variant, Math.ceil(bottom) + variant];
  yield* [top - variant, Math.ceil(top) - 1 - variant, Math.floor(top) - variant];
  // A narrow gap between two bounds has no whole number: take what lies between, or right beside a bound.
  const share = 1 / (variant + 2);
  yield* [bottom / 2 + top / 2, bottom + (top - bottom) * share];
  yield* [bottom + Math.abs(bottom) * Number.EPSILON, top - Math.abs(top) * Number.EPSILON];
  yield* [bottom * 2, top * 2, bottom / 2, top / 2];
}

/** Draft-04 wrote `exclusiveMinimum: true` beside `minimum`; in that spelling the bound itself is the exclusive one. */
const withNumbers = (parts: readonly JsonObject[]): JsonObject[] =>
  parts.map((part) => ({
    ...exclusive(part, "exclusiveMinimum", "minimum"),
    ...exclusive(part, "exclusiveMaximum", "maximum"),
  }));

const exclusive = (part: JsonObject, keyword: string, plain: string): JsonObject => {
  const found = member(part, keyword);
  const bound = found === true ? numberMember(part, plain) : numberMember(part, keyword);
  return bound === undefined ? {} : { [keyword]: bound };
};
