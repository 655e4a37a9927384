import { Ajv2020 } from "ajv/dist/2020.js";
import type { Json } from "../../../src/model/json.ts";

const ajv = (): Ajv2020 => new Ajv2020({ strict: false, validateFormats: false, logger: false, addUsedSchema: false });

/** What Ajv finds wrong with a value; an empty list when it is valid. */
export const findErrors = (schema: Json, value: unknown): unknown[] => {
  const validate = ajv().compile(schema as object);
  return validate(value) ? [] : (validate.errors ?? []);
};

/** Freezes all the way down, without recursion: hostile schemas are deep. */
export const deepFreeze = <T>(value: T): T => {
  const waiting: unknown[] = [value];
  for (let next = waiting.pop(); waiting.length > 0 || next !== undefined; next = waiting.pop()) {
    if (typeof next !== "object" || next === null) continue;
    Object.freeze(next);
    for (const child of Object.values(next)) waiting.push(child ?? null);
  }
  return value;
};
