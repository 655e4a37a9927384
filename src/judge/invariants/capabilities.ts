import { type JsonObject, member } from "../../model/json.ts";

/** Which capability a request belongs to, in any revision. */
const CAPABILITY_OF: ReadonlyMap<string, string> = new Map([
  ["tools/list", "tools"],
  ["tools/call", "tools"],
  ["resources/list", "resources"],
  ["resources/templates/list", "resources"],
  ["resources/read", "resources"],
  ["resources/subscribe", "resources"],
  ["resources/unsubscribe", "resources"],
  ["prompts/list", "prompts"],
  ["prompts/get", "prompts"],
  ["completion/complete", "completions"],
  ["logging/setLevel", "logging"],
  ["tasks/list", "tasks"],
  ["tasks/get", "tasks"],
  ["tasks/result", "tasks"],
  ["tasks/cancel", "tasks"],
]);

export const capabilityOf = (method: string): string | undefined => CAPABILITY_OF.get(method);

/** The lists that show by their answer that a server has the capability. */
const LISTS: ReadonlySet<string> = new Set(["tools/list", "resources/list", "prompts/list"]);

export const isList = (method: string): boolean => LISTS.has(method);

/** What is there counts, whatever it holds; null and false say the opposite. */
export const advertises = (capabilities: JsonObject | null, capability: string): boolean => {
  const value = member(capabilities, capability);
  return value !== undefined && value !== null && value !== false;
};
