import { toPointer } from "../json/pointer.ts";
import { isJsonObject } from "../model/json.ts";

/** What is wrong with a value, and where. */
export interface ShapeProblem {
  readonly pointer: string;
  readonly expected: string;
}

type Path = readonly (string | number)[];
/** A shape looks at a value and reports the first thing that is not as it should be. */
export type Shape = (value: unknown, path: Path) => ShapeProblem | undefined;

const problem = (path: Path, expected: string): ShapeProblem => ({ pointer: toPointer(path), expected });

export const anything: Shape = () => undefined;
export const text: Shape = (value, path) => (typeof value === "string" ? undefined : problem(path, "a string"));
export const flag: Shape = (value, path) => (typeof value === "boolean" ? undefined : problem(path, "true or false"));
export const count: Shape = (value, path) =>
  Number.isInteger(value) && (value as number) >= 0 ? undefined : problem(path, "a whole number, zero or more");
export const amount: Shape = (value, path) =>
  // 1e400 is valid JSON and reads as infinity, which could not be written again.
  Number.isFinite(value) && (value as number) >= 0 ? undefined : problem(path, "a number, zero or more");
export const anObject: Shape = (value, path) => (isJsonObject(value) ? undefined : problem(path, "an object"));

/** A member that stands somewhere else. */
export const absent =
  (instead: string): Shape =>
  (_value, path) =>
    problem(path, `no such member; ${instead}`);

export const oneOf =
  (...allowed: readonly unknown[]): Shape =>
  (value, path) =>
    allowed.includes(value)
      ? undefined
      : problem(path, `one of ${allowed.map((entry) => JSON.stringify(entry)).join(", ")}`);

export const orNull =
  (shape: Shape): Shape =>
  (value, path) => {
    if (value === null) return undefined;
    const found = shape(value, path);
    return found && found.pointer === toPointer(path) ? { ...found, expected: `${found.expected} or null` } : found;
  };

export const listOf =
  (shape: Shape): Shape =>
  (value, path) => {
    if (!Array.isArray(value)) return problem(path, "an array");
    for (const [index, entry] of value.entries()) {
      const found = shape(entry, [...path, index]);
      if (found) return found;
    }
    return undefined;
  };

export const pairOfText: Shape = (value, path) =>
  Array.isArray(value) && value.length === 2 && value.every((entry) => typeof entry === "string")
    ? undefined
    : problem(path, "a pair of strings");

/** Members not named are allowed: newer writers may know more. */
export const objectOf =
  (required: Readonly<Record<string, Shape>>, optional: Readonly<Record<string, Shape>> = {}): Shape =>
  (value, path) => {
    if (!isJsonObject(value)) return problem(path, "an object");
    for (const [name, shape] of Object.entries(required)) {
      if (!Object.hasOwn(value, name)) return problem(path, `a member ${JSON.stringify(name)}`);
      const found = shape(value[name], [...path, name]);
      if (found) return found;
    }
    for (const [name, shape] of Object.entries(optional)) {
      if (!Object.hasOwn(value, name)) continue;
      const found = shape(value[name], [...path, name]);
      if (found) return found;
    }
    return undefined;
  };

/** Any of several shapes; one complaint names them all. */
export const either =
  (expected: string, ...shapes: readonly Shape[]): Shape =>
  (value, path) =>
    shapes.some((shape) => shape(value, path) === undefined) ? undefined : problem(path, expected);
