import { Buffer } from "node:buffer";
import { isJsonObject, type Json } from "../../../base/json.ts";
import { changeCharacter } from "./tampering.ts";

/** So many values of a readable state are changed, spread over it. */
const MOST_VALUES = 8;

/** A longer state is not read: a server could have us copy it as often as it likes. */
const LONGEST = 4_096;

/**
 * The state with something changed, each time something else: a character, and every value in it where it is readable
 * (JSON, or JSON in base64, also beside a signature); otherwise characters at other places.
 */
export const editedStates = (state: string): readonly string[] => {
  const readable = state.length > LONGEST ? [] : editedValues(state);
  const others = readable.length > 0 ? spread(readable) : OTHER_PLACES.map((part) => changeFrom(state, part));
  return [...new Set([changeCharacter(state), ...others])].filter((edited) => edited !== state);
};

const OTHER_PLACES = [0.5, 0.75];

const changeFrom = (state: string, part: number): string => {
  const at = Math.floor(state.length * part);
  return state.slice(0, at) + changeCharacter(state.slice(at));
};

const spread = (edited: readonly string[]): readonly string[] =>
  edited.length <= MOST_VALUES
    ? edited
    : Array.from({ length: MOST_VALUES }, (_, at) => edited[Math.floor((at * edited.length) / MOST_VALUES)] ?? "");

const editedValues = (state: string): readonly string[] => {
  const whole = parse(state);
  if (whole !== undefined) return edits(whole).map((edited) => JSON.stringify(edited));
  const parts = state.split(".");
  return parts.flatMap((part, place) => {
    const value = parse(Buffer.from(part, "base64").toString("utf8"));
    if (value === undefined) return [];
    const encoding = /[+/=]/.test(part) ? "base64" : "base64url";
    return edits(value).map((edited) =>
      parts.with(place, Buffer.from(JSON.stringify(edited)).toString(encoding)).join("."),
    );
  });
};

/** Only what has values in it: a number or a word may be anything. */
const parse = (text: string): Json | undefined => {
  try {
    const value = JSON.parse(text) as Json;
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
};

/** The value with one of the values in it changed, each in turn. */
const edits = (value: Json): readonly Json[] => {
  if (typeof value === "string") return [changeCharacter(value)];
  if (typeof value === "number") return [value + 1];
  if (typeof value === "boolean") return [!value];
  if (Array.isArray(value)) return value.flatMap((one, at) => edits(one).map((edited) => value.with(at, edited)));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, one]) => edits(one).map((edited) => ({ ...value, [name]: edited })));
};
