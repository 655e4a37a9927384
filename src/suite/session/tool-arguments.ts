import { isJsonObject, type Json, type JsonObject, listMember, member, stringMember } from "../../base/json.ts";
import { nearestNames } from "../../base/nearest-names.ts";
import type { Revision } from "../../protocol/revision.ts";
import { type Answer, parsed } from "./answer.ts";
import type { SchemaChecker } from "./check-schema.ts";

/** `city=Paris` for a property of the schema: a text where one is wanted, else the JSON that is written. */
export const typedArgument = (text: string, property: Json | undefined): Json => {
  const types = [member(property, "type") ?? []].flat();
  if (types.length > 0 && types.every((type) => type === "string")) return text;
  const value = parsed(text);
  if (types.includes("string") && typeof value !== "object") return text;
  return value === undefined ? text : value;
};

/** Arguments written as `name=value`; the first problem is returned instead. */
export const readPairs = (
  pairs: readonly string[],
  schema: Json | undefined,
): { readonly values: JsonObject } | { readonly problem: string } => {
  const properties = member(schema, "properties");
  const entries: [string, Json][] = [];
  for (const pair of pairs) {
    const equals = pair.indexOf("=");
    if (equals < 1) return { problem: `${JSON.stringify(pair)} is no argument; write name=value` };
    const name = pair.slice(0, equals);
    entries.push([name, typedArgument(pair.slice(equals + 1), member(properties, name))]);
  }
  return { values: Object.fromEntries(entries) };
};

/** What is wrong with the arguments of a call, before it is made: one line, or nothing. */
export const argumentProblem = async (
  tool: JsonObject,
  args: JsonObject,
  schemas: SchemaChecker,
  revision: Revision,
): Promise<string | undefined> => {
  const schema = member(tool, "inputSchema");
  const properties = member(schema, "properties");
  const known = isJsonObject(properties) ? Object.keys(properties) : [];
  const open = member(schema, "additionalProperties");
  for (const name of Object.keys(args)) {
    if (known.includes(name)) continue;
    const [near] = nearestNames(name, known, 1);
    // A name that nobody declared may be meant so, unless the schema forbids it or it is nearly a declared one.
    if (
      open === false ||
      (near !== undefined && open === undefined && !isJsonObject(member(schema, "patternProperties")))
    )
      return `there is no argument ${JSON.stringify(name)}; ${near === undefined ? `the tool takes ${known.join(", ") || "none"}` : `did you mean ${near}?`}`;
  }
  const missing = listMember(schema, "required").filter(
    (name) => typeof name === "string" && !Object.hasOwn(args, name),
  );
  if (missing.length > 0) return `${missing.join(", ")} ${missing.length === 1 ? "is" : "are"} missing`;
  if (schema === undefined) return undefined;
  const found = await schemas.check(schema, args, revision);
  if ("not_evaluated" in found || found.valid) return undefined;
  const [first] = found.errors;
  const place = (first?.pointer ?? "").replace(/^\//, "").replaceAll("/", ".");
  return `${place === "" ? "the arguments are" : `${place} is`} not what the tool's schema says: ${first?.message ?? first?.keyword ?? ""}`;
};

/** The names of listed things, for whoever mistyped one. */
export const listedNames = (answer: Answer, list: string, label: string): readonly string[] =>
  listMember(answer.result, list).flatMap((entry) => stringMember(entry, label) ?? []);
