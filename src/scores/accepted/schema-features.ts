import { isJsonObject, type Json, type JsonObject, listMember, member, stringMember } from "../../base/json.ts";

/** What a schema holds that some consumer does not take, read once for all of them. */
export interface SchemaFeatures {
  readonly root: JsonObject;
  /** Keywords by where they stand first; `""` is the root. */
  readonly keywords: ReadonlyMap<string, string>;
  /** Where these stand first; undefined where nowhere. */
  readonly typeArray: string | undefined;
  readonly noItems: string | undefined;
  readonly emptyProperties: string | undefined;
  readonly enumNotStrings: string | undefined;
  readonly openObject: string | undefined;
  readonly optionalProperty: string | undefined;
  readonly requiredUnknown: string | undefined;
  readonly lookAround: string | undefined;
  readonly recursive: string | undefined;
  readonly depth: number;
  readonly properties: number;
  readonly enumValues: number;
}

interface Draft extends Record<string, unknown> {
  typeArray?: string;
  noItems?: string;
  emptyProperties?: string;
  enumNotStrings?: string;
  openObject?: string;
  optionalProperty?: string;
  requiredUnknown?: string;
  lookAround?: string;
  recursive?: string;
}

const MAX_DEPTH = 64;
const MOST_NODES = 20_000;

/** Members that hold one schema, several by name, or a list of them; everything else is data. */
const ONE = new Set(["items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames"]);
const NAMED = new Set(["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"]);
const LISTED = new Set(["oneOf", "anyOf", "allOf", "prefixItems"]);

export const schemaFeatures = (schema: Json | undefined): SchemaFeatures => {
  const root = isJsonObject(schema) ? schema : {};
  const keywords = new Map<string, string>();
  const found: Draft = {};
  let [depth, properties, enumValues, nodes] = [0, 0, 0, 0];
  const mark = (name: keyof Draft & string, at: string): void => {
    found[name] ??= at;
  };
  const visit = (node: Json, at: string, level: number): void => {
    if (!isJsonObject(node) || level > MAX_DEPTH || ++nodes > MOST_NODES) return;
    for (const key of Object.keys(node)) if (!keywords.has(key)) keywords.set(key, at);
    const type = member(node, "type");
    if (Array.isArray(type)) mark("typeArray", at);
    const holds = member(node, "properties");
    const names = isJsonObject(holds) ? Object.keys(holds) : [];
    const isObject = type === "object" || isJsonObject(holds);
    if (isObject) {
      depth = Math.max(depth, level + 1);
      properties += names.length;
      if (member(node, "additionalProperties") !== false) mark("openObject", at);
      if (at !== "" && names.length === 0) mark("emptyProperties", at);
    }
    const required = listMember(node, "required");
    for (const name of names) if (!required.includes(name)) mark("optionalProperty", `${at}/${name}`);
    if (isJsonObject(holds) || required.length > 0)
      for (const name of required)
        if (typeof name === "string" && !names.includes(name)) mark("requiredUnknown", `${at}/${name}`);
    if (type === "array" && member(node, "items") === undefined && member(node, "prefixItems") === undefined)
      mark("noItems", at);
    const values = listMember(node, "enum");
    enumValues += values.length;
    if (values.some((value) => typeof value !== "string" && value !== null)) mark("enumNotStrings", at);
    if (/\(\?(?:<?[=!])|\\[1-9]/.test(stringMember(node, "pattern") ?? "")) mark("lookAround", at);
    for (const [key, value] of Object.entries(node)) {
      if (ONE.has(key)) visit(value, `${at}/${key}`, level + 1);
      else if (NAMED.has(key) && isJsonObject(value))
        for (const [name, entry] of Object.entries(value))
          visit(entry, key === "properties" ? `${at}/${name}` : `${at}/${key}/${name}`, level + 1);
      else if (LISTED.has(key) && Array.isArray(value))
        for (const entry of value) visit(entry, `${at}/${key}`, level + 1);
    }
  };
  visit(root, "", 0);
  if (keywords.has("$ref") && refersToItself(root)) found.recursive = keywords.get("$ref") ?? "";
  return { root, keywords, depth, properties, enumValues, ...EMPTY, ...found } as SchemaFeatures;
};

const EMPTY = {
  typeArray: undefined,
  noItems: undefined,
  emptyProperties: undefined,
  enumNotStrings: undefined,
  openObject: undefined,
  optionalProperty: undefined,
  requiredUnknown: undefined,
  lookAround: undefined,
  recursive: undefined,
};

/** Whether a definition leads back to itself, by local references. */
const refersToItself = (root: JsonObject): boolean => {
  const definitions = new Map<string, JsonObject>([["#", root]]);
  for (const key of ["$defs", "definitions"]) {
    const held = member(root, key);
    if (isJsonObject(held))
      for (const [name, schema] of Object.entries(held))
        if (isJsonObject(schema)) definitions.set(`#/${key}/${name}`, schema);
  }
  const refs = new Map([...definitions].map(([name, schema]) => [name, refsIn(schema, name === "#")]));
  const reaches = (from: string, to: string, seen: Set<string>): boolean => {
    if (seen.has(from)) return false;
    seen.add(from);
    return (refs.get(from) ?? []).some((next) => next === to || reaches(next, to, seen));
  };
  return [...definitions.keys()].some((name) => reaches(name, name, new Set()));
};

const refsIn = (schema: JsonObject, isRoot: boolean): readonly string[] => {
  const found: string[] = [];
  const walk = (value: Json, depth: number): void => {
    if (typeof value !== "object" || value === null || depth > MAX_DEPTH || found.length > 1_000) return;
    const ref = stringMember(value, "$ref");
    if (ref !== undefined) found.push(ref);
    for (const [key, entry] of Object.entries(value))
      if (!(isRoot && depth === 0 && (key === "$defs" || key === "definitions"))) walk(entry as Json, depth + 1);
  };
  walk(schema, 0);
  return found;
};
