import { isJsonObject, type Json, type JsonObject, member } from "../../base/json.ts";

const MAX_DEPTH = 16;
const MAX_NODES = 5_000;

/** The property schemas that carry `x-mcp-header` or lead to one; like the headers themselves, along `properties` alone. */
export const findHeaderProperties = (root: Json): ReadonlySet<JsonObject> => {
  const found = new Set<JsonObject>();
  let left = MAX_NODES;
  const visit = (schema: Json | undefined, depth: number): boolean => {
    left -= 1;
    if (!isJsonObject(schema) || depth > MAX_DEPTH || left < 0) return false;
    let leads = depth > 0 && typeof member(schema, "x-mcp-header") === "string";
    const properties = member(schema, "properties");
    if (isJsonObject(properties)) {
      for (const name of Object.keys(properties)) {
        if (left < 0) break;
        if (visit(properties[name], depth + 1)) leads = true;
      }
    }
    if (leads) found.add(schema);
    return leads;
  };
  visit(root, 0);
  return found;
};
