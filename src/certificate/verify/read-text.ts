import { canonicalJson, NotCanonicalError } from "../../json/canonical.ts";
import type { Json } from "../../model/json.ts";
import { fail, pass, type Step } from "./read-envelope.ts";
import { readJson } from "./read-json.ts";

/** The signed text as a value, if it is RFC 8785 to the last byte. */
export const readSignedText = (text: string, bytes: Uint8Array): Step<Json> => {
  const reading = readJson(text, bytes);
  if (!reading.ok) return TEXT_PROBLEMS[reading.problem];
  if (isPlainlyCanonical(text, reading.value)) return pass(reading.value);
  const place = differenceFrom(text, reading.value);
  if (place === undefined) return pass(reading.value);
  return fail("not-canonical", `canonical_json is not in canonical form (RFC 8785) from character ${place + 1} on`);
};

const TEXT_PROBLEMS = {
  "not-json": fail("text-not-json", "canonical_json holds no JSON"),
  "too-deep": fail("bad-body", "canonical_json is nested deeper than a certificate is"),
  "duplicate-key": fail("text-duplicate-key", "a member stands twice in canonical_json"),
};

/**
 * True when it is certain, and in a tenth of the time: with its members in order, ECMAScript writes a value as RFC 8785
 * does, but for half surrogate pairs, which it escapes and the RFC refuses.
 */
const isPlainlyCanonical = (text: string, value: Json): boolean =>
  isSorted(value) && !text.includes("\\ud") && JSON.stringify(value) === text;

const isSorted = (value: Json): boolean => {
  if (typeof value !== "object" || value === null) return true;
  if (Array.isArray(value)) return value.every(isSorted);
  let last = "";
  for (const name of Object.keys(value)) {
    if (name < last) return false;
    last = name;
    if (!isSorted(value[name] as Json)) return false;
  }
  return true;
};

/** Where the text leaves its canonical form; undefined when it never does. */
const differenceFrom = (text: string, value: Json): number | undefined => {
  let canonical: string;
  try {
    canonical = canonicalJson(value);
  } catch (error) {
    if (error instanceof NotCanonicalError) return 0;
    throw error;
  }
  if (canonical === text) return undefined;
  let at = 0;
  while (at < text.length && text[at] === canonical[at]) at++;
  return at;
};
