import { isJsonObject, type Json, type JsonObject, member } from "../../base/json.ts";
import { checkValue, declaredTypes } from "./check-value.ts";
import { joinSchemas } from "./conjunction.ts";
import { beginGeneration, generateArguments } from "./generate-value.ts";
import { type Generation, quoteServerText } from "./generation.ts";

export interface InvalidArguments {
  readonly value: JsonObject;
  /** What is wrong with them, for people. */
  readonly why: string;
}

const MAX_TRIED = 50;

/**
 * Arguments that break a tool's inputSchema in one way: a required member is missing, a member has the wrong type, or
 * one is not allowed. Undefined when every object is allowed, or when nothing is surely wrong.
 */
export const invalidArguments = (schema: Json | undefined): InvalidArguments | undefined => {
  if (schema === undefined) return undefined;
  const generation = beginGeneration(schema);
  const valid = generateArguments(schema);
  const base = valid.ok ? valid.value : {};
  for (const broken of waysToBreak(schema, base, generation)) {
    if (checkValue([schema], broken.value, generation) === false) return broken;
  }
  return undefined;
};

function* waysToBreak(schema: Json, base: JsonObject, generation: Generation): Generator<InvalidArguments> {
  const joined = joinSchemas([schema], generation);
  const parts = joined.ok ? joined.parts : [];
  for (const name of requiredNames(parts)) {
    yield { value: without(base, name), why: `the required member ${quoteServerText(name)} is missing` };
  }
  for (const [name, property] of properties(parts)) {
    for (const wrong of wrongValues(property)) {
      yield {
        value: withMember(base, name, wrong),
        why: `the member ${quoteServerText(name)} has a value of the wrong type`,
      };
    }
  }
  for (const unexpected of ["example", WRONG]) {
    yield { value: withMember(base, "mcptest_unexpected", unexpected), why: "a member is not allowed by the schema" };
  }
  yield { value: {}, why: "there are no members at all" };
}

const requiredNames = (parts: readonly JsonObject[]): string[] =>
  parts
    .flatMap((part) => {
      const required = member(part, "required");
      return Array.isArray(required) ? required.slice(0, MAX_TRIED) : [];
    })
    .filter((name) => typeof name === "string");

const properties = (parts: readonly JsonObject[]): [string, Json][] =>
  parts.flatMap((part) => {
    const declared = member(part, "properties");
    return isJsonObject(declared) ? Object.entries(declared).slice(0, MAX_TRIED) : [];
  });

const WRONG: JsonObject = { mcptest: "wrong type" };

/** An object comes first because no server turns one into a string or a number to be helpful. */
const wrongValues = (property: Json): Json[] => {
  const types = (isJsonObject(property) && declaredTypes(property)) || [];
  const values: [string, Json][] = [
    ["object", WRONG],
    ["string", "wrong type"],
    ["array", ["wrong type"]],
  ];
  return values.filter(([type]) => !types.includes(type)).map(([, value]) => value);
};

export const without = (value: JsonObject, name: string): JsonObject =>
  Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));

/** With the member last, whether it was there or not. */
export const withMember = (value: JsonObject, name: string, changed: Json): JsonObject =>
  Object.fromEntries([...Object.entries(without(value, name)), [name, changed]]);
