import { type JsonObject, member } from "../../base/json.ts";
import { isMethod } from "../../protocol/methods.ts";

const CAPABILITIES: readonly string[] = ["tools", "resources", "prompts", "logging", "tasks", "completions"];

/** The capability a request belongs to, in any revision. */
export const capabilityOf = (method: string): string | undefined => {
  if (!isMethod(method) || method === "tasks/update") return undefined;
  const area = method.startsWith("completion/") ? "completions" : method.split("/", 1)[0];
  return CAPABILITIES.find((capability) => capability === area);
};

/** A server that answers one of these has the capability. */
const LISTS: ReadonlySet<string> = new Set(["tools/list", "resources/list", "prompts/list"]);

export const isList = (method: string): boolean => LISTS.has(method);

/** Any value counts as advertised, except null and false. */
export const advertises = (capabilities: JsonObject | null, capability: string): boolean => {
  const value = member(capabilities, capability);
  return value !== undefined && value !== null && value !== false;
};
