import type { Header } from "../../base/header.ts";
import { isJsonObject, type Json, member } from "../../base/json.ts";
import { argumentText, toHeaderValue } from "./header-value.ts";

/** More levels than any sane schema has; a server's schema must not make us recurse without end. */
const MAX_DEPTH = 16;
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/**
 * The Mcp-Param headers of a tool call: one for every argument whose property carries `x-mcp-header`, found along
 * `properties` alone. Null and absent arguments have none; a name that is no HTTP token cannot be sent.
 */
export const paramHeaders = (inputSchema: Json | undefined, args: Json | undefined): Header[] =>
  collect(inputSchema, args, 0);

const collect = (schema: Json | undefined, value: Json | undefined, depth: number): Header[] => {
  const properties = member(schema, "properties");
  if (!isJsonObject(properties) || !isJsonObject(value) || depth > MAX_DEPTH) return [];
  return Object.keys(properties).flatMap((key) => {
    const property = member(properties, key);
    const argument = member(value, key);
    const name = member(property, "x-mcp-header");
    const mirrored = typeof argument === "string" || typeof argument === "number" || typeof argument === "boolean";
    if (typeof name === "string" && TOKEN.test(name) && mirrored) {
      return [[`Mcp-Param-${name}`, toHeaderValue(argumentText(argument))] as const];
    }
    return collect(property, argument, depth + 1);
  });
};
