import { isJsonObject, type Json, type JsonObject, member, stringMember, valueAt } from "../../base/json.ts";
import { describeValue } from "../../judge/corpus/read-rows.ts";
import { didYouMean, type Problem, type SuitePath } from "../problem.ts";

/**
 * Checks a value against one of our own schemas and says what is wrong in words a person can act on; a validator would
 * say which keyword failed. It knows the keywords that our schemas use, and a test keeps them to those.
 */
export const shapeProblems = (
  value: Json,
  schema: JsonObject,
  isHidden: (path: SuitePath) => boolean = () => false,
): readonly Problem[] => {
  const problems: Problem[] = [];
  check(value, schema, [], { root: schema, problems, isHidden });
  return problems;
};

/** The keywords that are checked; the others are for editors. */
export const SHAPE_KEYWORDS = [
  "$ref",
  "type",
  "enum",
  "oneOf",
  "properties",
  "additionalProperties",
  "required",
  "minProperties",
  "maxProperties",
  "items",
  "minItems",
  "minLength",
] as const;

interface Run {
  readonly root: JsonObject;
  readonly problems: Problem[];
  /** Where a secret may be: values found there are not repeated. */
  readonly isHidden: (path: SuitePath) => boolean;
}

const check = (value: Json, written: Json | undefined, path: SuitePath, run: Run): void => {
  const schema = resolve(written, run);
  if (schema === undefined) return;
  const report = (message: string): void => void run.problems.push({ path, message });
  // Only for a message: a suite may have hundreds of tests, and nearly all of it is right.
  const found = (): string => (run.isHidden(path) ? nameOf(typeOf(value)) : describeValue(value));
  const choices = member(schema, "oneOf");
  if (Array.isArray(choices)) {
    // The branches differ in their JSON type, so the type picks the branch.
    const fitting = choices.find((choice) => hasType(value, typesOf(resolve(choice, run))));
    if (fitting === undefined) report(`expected ${alternatives(choices, run)}, found ${found()}`);
    else check(value, fitting, path, run);
    return;
  }
  const options = member(schema, "enum");
  if (Array.isArray(options)) {
    if (!options.some((option) => option === value)) report(badChoice(value, options, found()));
    return;
  }
  const types = typesOf(schema);
  if (types.length > 0 && !hasType(value, types)) {
    report(`expected ${types.map(nameOf).join(" or ")}, found ${found()}`);
    return;
  }
  if (isJsonObject(value)) checkObject(value, schema, path, run);
  else if (Array.isArray(value)) checkArray(value, schema, path, run);
  else if (value === "" && member(schema, "minLength") === 1) report("expected text, found an empty one");
};

const checkObject = (value: JsonObject, schema: JsonObject, path: SuitePath, run: Run): void => {
  const properties = member(schema, "properties");
  const known = isJsonObject(properties) ? Object.keys(properties) : [];
  const others = member(schema, "additionalProperties");
  for (const [key, entry] of Object.entries(value)) {
    const at = [...path, key];
    const own = member(properties, key);
    if (own !== undefined) check(entry, own, at, run);
    else if (isJsonObject(others)) check(entry, others, at, run);
    else if (others === false) run.problems.push({ path: at, message: unknownKey(key, known), atKey: true });
  }
  const required = member(schema, "required");
  for (const key of Array.isArray(required) ? required : []) {
    if (typeof key === "string" && !Object.hasOwn(value, key))
      run.problems.push({ path, message: `${key} is missing; add it` });
  }
  const size = Object.keys(value).length;
  const least = member(schema, "minProperties");
  const most = member(schema, "maxProperties");
  const expected = `expected ${least === most ? "exactly one" : "at least one"} of ${known.length > 0 ? known.join(", ") : "anything"}`;
  if ((typeof least === "number" && size < least) || (typeof most === "number" && size > most))
    run.problems.push({ path, message: `${expected}, found ${describeValue(value)}` });
};

const checkArray = (value: readonly Json[], schema: JsonObject, path: SuitePath, run: Run): void => {
  const least = member(schema, "minItems");
  if (typeof least === "number" && value.length < least)
    run.problems.push({ path, message: "expected a list with at least one entry" });
  const items = member(schema, "items");
  value.forEach((entry, index) => {
    check(entry, items, [...path, index], run);
  });
};

const resolve = (written: Json | undefined, { root }: Run): JsonObject | undefined => {
  const name = stringMember(written, "$ref")?.replace("#/$defs/", "");
  const found = name === undefined ? written : valueAt(root, "$defs", name);
  return isJsonObject(found) ? found : undefined;
};

type JsonType = "object" | "array" | "string" | "number" | "boolean" | "null";

const TYPE_NAMES = {
  object: "an object",
  array: "a list",
  string: "text",
  number: "a number",
  boolean: "true or false",
  null: "nothing",
} as const satisfies Record<JsonType, string>;

const nameOf = (type: JsonType): string => TYPE_NAMES[type];

const typesOf = (schema: JsonObject | undefined): readonly JsonType[] => {
  const type = stringMember(schema, "type");
  if (type !== undefined && Object.hasOwn(TYPE_NAMES, type)) return [type as JsonType];
  return Array.isArray(member(schema, "enum")) ? ["string"] : [];
};

const typeOf = (value: Json): JsonType => {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value as "object" | "string" | "number" | "boolean";
};

const hasType = (value: Json, types: readonly JsonType[]): boolean => types.includes(typeOf(value));

const alternatives = (choices: readonly Json[], run: Run): string => {
  const names = [...new Set(choices.flatMap((choice) => typesOf(resolve(choice, run))))].map(nameOf);
  return names.length > 1 ? `${names.slice(0, -1).join(", ")} or ${names.at(-1)}` : (names[0] ?? "something else");
};

const unknownKey = (key: string, known: readonly string[]): string => {
  const hint = didYouMean(key, known);
  return `unknown key ${describeValue(key)}; ${hint && `${hint} `}known here: ${known.join(", ")}`;
};

const badChoice = (value: Json, options: readonly Json[], found: string): string => {
  const names = options.filter((option) => typeof option === "string");
  const hint = typeof value === "string" ? didYouMean(value, names) : "";
  return `expected one of ${names.join(", ")}, found ${found}${hint && `; ${hint}`}`;
};
