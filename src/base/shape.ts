import { isJsonObject } from "./json.ts";
import { toPointer } from "./pointer.ts";

/** What is wrong with a value, and where. */
export interface ShapeProblem {
  /** From the value that was checked. */
  readonly pointer: string;
  readonly expected: string;
}

/**
 * Checks a value and reports the first thing that is wrong. The pointer is built only for a problem: in a long recording
 * every line is checked.
 */
export type Shape = (value: unknown) => ShapeProblem | undefined;

const problem = (expected: string): ShapeProblem => ({ pointer: "", expected });
const below = (step: string | number, { pointer, expected }: ShapeProblem): ShapeProblem => ({
  pointer: `${toPointer([step])}${pointer}`,
  expected,
});

/** A value that is right or wrong as a whole. */
export const valueThat = (expected: string, holds: (value: unknown) => boolean): Shape => {
  const found = problem(expected);
  return (value) => (holds(value) ? undefined : found);
};

export const anything: Shape = () => undefined;
export const aString = valueThat("a string", (value) => typeof value === "string");
export const aBoolean = valueThat("true or false", (value) => typeof value === "boolean");
export const count = valueThat(
  "a whole number, zero or more",
  (value) => Number.isInteger(value) && Number(value) >= 0,
);
// 1e400 is valid JSON and reads as infinity, which could not be written again.
export const amount = valueThat("a number, zero or more", (value) => Number.isFinite(value) && Number(value) >= 0);
export const anObject = valueThat("an object", isJsonObject);
export const stringPair = valueThat(
  "a pair of strings",
  (value) => Array.isArray(value) && value.length === 2 && value.every((entry) => typeof entry === "string"),
);

/** A member that belongs somewhere else. */
export const absent = (instead: string): Shape => valueThat(`no such member; ${instead}`, () => false);

export const oneOf = (...allowed: readonly unknown[]): Shape =>
  valueThat(`one of ${allowed.map((entry) => JSON.stringify(entry)).join(", ")}`, (value) => allowed.includes(value));

/** Any of several shapes; one complaint names them all. */
export const either = (expected: string, ...shapes: readonly Shape[]): Shape =>
  valueThat(expected, (value) => shapes.some((shape) => shape(value) === undefined));

export const orNull =
  (shape: Shape): Shape =>
  (value) => {
    if (value === null) return undefined;
    const found = shape(value);
    return found?.pointer === "" ? problem(`${found.expected} or null`) : found;
  };

export const listOf =
  (shape: Shape): Shape =>
  (value) => {
    if (!Array.isArray(value)) return problem("an array");
    for (let index = 0; index < value.length; index++) {
      const found = shape(value[index]);
      if (found) return below(index, found);
    }
    return undefined;
  };

/** Members of any name, all of one shape. */
export const mapOf =
  (shape: Shape): Shape =>
  (value) => {
    if (!isJsonObject(value)) return problem("an object");
    for (const [name, entry] of Object.entries(value)) {
      const found = shape(entry);
      if (found) return below(name, found);
    }
    return undefined;
  };

/** Unknown members are allowed: newer writers may know more. */
export const objectOf = (
  required: Readonly<Record<string, Shape>>,
  optional: Readonly<Record<string, Shape>> = {},
): Shape => {
  const needed = Object.keys(required);
  const known = new Map(Object.entries({ ...required, ...optional }));
  return (value) => {
    if (!isJsonObject(value)) return problem("an object");
    // An object has few of the members it could have, so check those it has first.
    let wrong = false;
    for (const name in value) if (known.get(name)?.(value[name]) !== undefined) wrong = true;
    if (!wrong && needed.every((name) => Object.hasOwn(value, name))) return undefined;
    // Report the first problem in the order of the format, whatever the order of the file.
    for (const [name, shape] of known) {
      if (Object.hasOwn(value, name)) {
        const found = shape(value[name]);
        if (found) return below(name, found);
      } else if (needed.includes(name)) {
        return problem(`a member ${JSON.stringify(name)}`);
      }
    }
    return undefined;
  };
};
