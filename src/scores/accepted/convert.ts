import { isJsonObject, type Json, type JsonObject, listMember, member, stringMember } from "../../base/json.ts";
import type { Consumer, Profile } from "../../judge/corpus/acceptance.ts";
import { fullName, type ReadServer } from "./checks.ts";

/** The consumers that a tool can be shown for as they are sent it; directories are not sent tools. */
export const SHOWN_FOR = [
  "openai",
  "openai-strict",
  "anthropic",
  "anthropic-strict",
  "claude-code",
  "claude-desktop",
  "gemini",
  "vscode",
  "copilot-studio",
  "cursor",
  "portable",
] as const satisfies readonly Consumer[];
export type ShownFor = (typeof SHOWN_FOR)[number];

export const isShownFor = (consumer: string): consumer is ShownFor => SHOWN_FOR.some((one) => one === consumer);

/** A tool as a consumer is sent it, with its schema made to fit where that can be done without changing what it means. */
export const convertTool = (tool: JsonObject, consumer: ShownFor, profile: Profile, server: ReadServer): JsonObject => {
  const name = stringMember(tool, "name") ?? "";
  const description = stringMember(tool, "description") ?? "";
  const schema = member(tool, "inputSchema") ?? {};
  const called = fullName(name, profile, server);
  switch (consumer) {
    case "openai":
      return { type: "function", name, description, parameters: withoutRoot(schema, ROOT) };
    case "openai-strict":
      return {
        type: "function",
        name,
        description,
        strict: true,
        parameters: strict(withoutRoot(schema, ROOT), limitOf(profile), true),
      };
    case "anthropic":
    case "claude-desktop":
      return { name, description, input_schema: withoutRoot(schema, ["oneOf", "anyOf", "allOf"]) };
    case "anthropic-strict":
      return {
        name,
        description,
        strict: true,
        input_schema: strict(withoutRoot(schema, ["oneOf", "anyOf", "allOf"]), limitOf(profile), false),
      };
    case "claude-code":
      return {
        name: called,
        description: cut(description, 2_048),
        input_schema: withoutRoot(schema, ["oneOf", "anyOf", "allOf"]),
      };
    case "gemini":
      return { name, description, parametersJsonSchema: without(schema, limitOf(profile), { constAsEnum: true }) };
    case "vscode":
      return {
        name: called,
        description: cut(description || "<empty>", 1_024),
        inputSchema: without(withoutRoot(schema, [...ROOT, "if", "then", "else"]), limitOf(profile), {}),
      };
    case "copilot-studio":
      return { name, description, inputSchema: without(schema, [...limitOf(profile), "enum"], { oneType: true }) };
    case "cursor":
      return { name: called, description, parameters: schema };
    case "portable":
      return {
        name,
        description: cut(description, 1_024),
        inputSchema: without(withoutRoot(schema, ROOT), limitOf(profile), { oneType: true }),
      };
  }
};

const ROOT = ["oneOf", "anyOf", "allOf", "enum", "not"] as const;

/** The keywords that the profile does not take, wherever they stand. */
const limitOf = ({ rows }: Profile): readonly string[] =>
  rows.flatMap(({ check, limit }) =>
    check === "keywords" && Array.isArray(limit) ? (limit as readonly string[]) : [],
  );

/** No character has more than two units, so more than twice the length need not be looked at. */
const cut = (text: string, length: number): string => [...text.slice(0, 2 * length)].slice(0, length).join("");

const withoutRoot = (schema: Json, keywords: readonly string[]): Json => {
  if (!isJsonObject(schema)) return { type: "object", properties: {} };
  const kept = Object.fromEntries(Object.entries(schema).filter(([key]) => !keywords.includes(key)));
  return { type: "object", properties: {}, ...kept };
};

interface Ways {
  readonly constAsEnum?: boolean;
  readonly oneType?: boolean;
}

const DATA = new Set(["enum", "const", "default", "examples", "required", "type"]);
const MAX_DEPTH = 64;

/** The schema without these keywords; names of properties are no keywords. */
const without = (schema: Json, keywords: readonly string[], ways: Ways, depth = 0, isNames = false): Json => {
  if (Array.isArray(schema)) return schema.map((entry) => without(entry, keywords, ways, depth + 1));
  if (!isJsonObject(schema) || depth > MAX_DEPTH) return schema;
  const entries = Object.entries(schema).flatMap(([key, value]): [string, Json][] => {
    if (isNames) return [[key, without(value, keywords, ways, depth + 1)]];
    if (key === "const" && ways.constAsEnum && typeof value === "string") return [["enum", [value]]];
    if (keywords.includes(key)) return [];
    if (key === "type" && ways.oneType && Array.isArray(value)) {
      const type = value.find((one) => one !== "null");
      return type === undefined ? [] : [["type", type]];
    }
    if (DATA.has(key)) return [[key, value]];
    return [
      [
        key,
        without(value, keywords, ways, depth + 1, key === "properties" || key === "$defs" || key === "definitions"),
      ],
    ];
  });
  return Object.fromEntries(entries);
};

/** Closed objects; where every property has to be there, one that was optional may be null. */
const strict = (schema: Json, keywords: readonly string[], allRequired: boolean): Json => {
  const close = (node: Json, depth: number, isNames = false): Json => {
    if (Array.isArray(node)) return node.map((entry) => close(entry, depth + 1));
    if (!isJsonObject(node) || depth > MAX_DEPTH) return node;
    const closed = Object.fromEntries(
      Object.entries(node).map(([key, value]) => [
        key,
        !isNames && DATA.has(key)
          ? value
          : close(value, depth + 1, !isNames && (key === "properties" || key === "$defs" || key === "definitions")),
      ]),
    ) as JsonObject;
    const properties = isNames ? undefined : member(closed, "properties");
    if (isNames || (stringMember(closed, "type") !== "object" && !isJsonObject(properties))) return closed;
    const required = listMember(closed, "required");
    const held = isJsonObject(properties) ? properties : {};
    const all = allRequired
      ? Object.fromEntries(
          Object.entries(held).map(([name, value]) => [name, required.includes(name) ? value : nullable(value)]),
        )
      : held;
    return {
      ...closed,
      properties: all,
      ...(allRequired ? { required: Object.keys(all) } : {}),
      additionalProperties: false,
    };
  };
  return close(without(schema, keywords, {}), 0);
};

const nullable = (schema: Json): Json => {
  if (!isJsonObject(schema)) return schema;
  const type = member(schema, "type");
  if (typeof type === "string" && type !== "null") {
    const values = member(schema, "enum");
    return {
      ...schema,
      type: [type, "null"],
      ...(Array.isArray(values) && !values.includes(null) ? { enum: [...values, null] } : {}),
    };
  }
  if (Array.isArray(type)) return type.includes("null") ? schema : { ...schema, type: [...type, "null"] };
  return { anyOf: [schema, { type: "null" }] };
};
