// Which tools a client may use over HTTP in the stateless era, and the headers of their arguments.

import { isJsonObject, type Json, type JsonObject, member } from "../../../src/base/json.ts";
import type { HeaderPair } from "./vice.ts";

interface Annotated {
  readonly name: Json;
  readonly type: Json | undefined;
  readonly path: readonly string[];
}

/** Along `properties` alone. */
const annotated = (schema: Json | undefined, path: readonly string[]): readonly Annotated[] => {
  const properties = member(schema, "properties");
  const below = isJsonObject(properties)
    ? Object.entries(properties).flatMap(([key, property]) => annotated(property, [...path, key]))
    : [];
  const name = member(schema, "x-mcp-header");
  return name === undefined ? below : [{ name, type: member(schema, "type"), path }, ...below];
};

const countIn = (value: Json | undefined): number =>
  (JSON.stringify(value ?? null).match(/"x-mcp-header":/g) ?? []).length;

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

export const isUsable = (tool: JsonObject): boolean => {
  const all = annotated(tool["inputSchema"], []);
  const names = all.map(({ name }) => (typeof name === "string" ? name.toLowerCase() : ""));
  return (
    all.length === countIn(tool["inputSchema"]) &&
    names.every((name) => TOKEN.test(name)) &&
    new Set(names).size === names.length &&
    all.every(({ type }) => type === "string" || type === "integer" || type === "boolean")
  );
};

/** A value as a header carries it. */
export const headerText = (value: string): string => {
  const isSafe = /^(?:[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?)?$/.test(value);
  const isLikeEncoded = value.startsWith("=?base64?") && value.endsWith("?=");
  return isSafe && !isLikeEncoded ? value : `=?base64?${Buffer.from(value).toString("base64")}?=`;
};

/** Nothing for a tool that must not be used: some of its names cannot be sent at all. */
export const argumentHeaders = (tool: JsonObject | undefined, given: Json | undefined): readonly HeaderPair[] =>
  (tool && isUsable(tool) ? annotated(tool["inputSchema"], []) : []).flatMap(({ name, path }): HeaderPair[] => {
    const value = path.reduce<Json | undefined>((current, key) => member(current, key), given);
    return value === undefined || value === null ? [] : [[`Mcp-Param-${String(name)}`, headerText(String(value))]];
  });
