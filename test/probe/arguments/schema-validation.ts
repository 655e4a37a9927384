import { Ajv2020 } from "ajv/dist/2020.js";
import type { Json } from "../../../src/base/json.ts";

/** A new one each time: schemas with the same `$id` would get in each other's way. */
const ajv = (): Ajv2020 =>
  new Ajv2020({ strict: false, validateFormats: false, validateSchema: false, ownProperties: true, logger: false });

/** What Ajv finds wrong with a value; an empty list when it is valid. */
export const findErrors = (schema: Json, value: unknown): unknown[] => {
  const validate = ajv().compile(schema as object);
  return validate(value) ? [] : (validate.errors ?? []);
};

/** Freezes all the way down, without recursion: hostile schemas are deep, and hold the same part many times. */
export const deepFreeze = <T>(value: T): T => {
  const waiting: unknown[] = [value];
  for (let next = waiting.pop(); waiting.length > 0 || next !== undefined; next = waiting.pop()) {
    if (typeof next !== "object" || next === null || Object.isFrozen(next)) continue;
    Object.freeze(next);
    for (const child of Object.values(next)) waiting.push(child ?? null);
  }
  return value;
};

/** The keyword; as a plain member it would make an object look like a promise, which the linter forbids. */
export const THEN = "then";
