import { toPointer } from "../json/pointer.ts";
import { isJsonObject } from "../model/json.ts";

/** What is wrong with a value, and where. */
export interface ShapeProblem {
  /** From the value that was looked at. */
  readonly pointer: string;
  readonly expected: string;
}

/**
 * A shape looks at a value and reports the first thing that is not as it should be. The way there is put together only
 * for a complaint: long recordings have every line looked at.
 */
export type Shape = (value: unknown) => ShapeProblem | undefined;

const problem = (expected: string): ShapeProblem => ({ pointer: "", expected });
const below = (step: string | number, { pointer, expected }: ShapeProblem): ShapeProblem => ({
  pointer: `${toPointer([step])}${pointer}`,
  expected,
});

export const anything: Shape = () => undefined;
export const text: Shape = (value) => (typeof value === "string" ? undefined : problem("a string"));
export const flag: Shape = (value) => (typeof value === "boolean" ? undefined : problem("true or false"));
export const count: Shape = (value) =>
  Number.isInteger(value) && (value as number) >= 0 ? undefined : problem("a whole number, zero or more");
export const amount: Shape = (value) =>
  // 1e400 is valid JSON and reads as infinity, which could not be written again.
  Number.isFinite(value) && (value as number) >= 0 ? undefined : problem("a number, zero or more");
export const anObject: Shape = (value) => (isJsonObject(value) ? undefined : problem("an object"));

/** A member that stands somewhere else. */
export const absent = (instead: string): Shape => {
  const found = problem(`no such member; ${instead}`);
  return () => found;
};

export const oneOf = (...allowed: readonly unknown[]): Shape => {
  const found = problem(`one of ${allowed.map((entry) => JSON.stringify(entry)).join(", ")}`);
  return (value) => (allowed.includes(value) ? undefined : found);
};

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

export const pairOfText: Shape = (value) =>
  Array.isArray(value) && value.length === 2 && value.every((entry) => typeof entry === "string")
    ? undefined
    : problem("a pair of strings");

/** Members not named are allowed: newer writers may know more. */
export const objectOf = (
  required: Readonly<Record<string, Shape>>,
  optional: Readonly<Record<string, Shape>> = {},
): Shape => {
  const needed = Object.keys(required);
  const known = new Map(Object.entries({ ...required, ...optional }));
  return (value) => {
    if (!isJsonObject(value)) return problem("an object");
    // An object has few of the members it could have, so it is asked for those it has.
    let wrong = false;
    for (const name in value) if (known.get(name)?.(value[name]) !== undefined) wrong = true;
    if (!wrong && needed.every((name) => Object.hasOwn(value, name))) return undefined;
    // The complaint is about the first in the order of the format, whatever the order of the file.
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

/** Any of several shapes; one complaint names them all. */
export const either = (expected: string, ...shapes: readonly Shape[]): Shape => {
  const found = problem(expected);
  return (value) => (shapes.some((shape) => shape(value) === undefined) ? undefined : found);
};
