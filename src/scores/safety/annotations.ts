import { isJsonObject, type JsonObject, listMember, member, stringMember, valueAt } from "../../base/json.ts";
import { declaredSafety, oppositeWord } from "../../capture/tool-safety.ts";

/** What a tool that declares itself read-only can be told to do all the same. */
const ACTIONS = new Set("delete destroy drop erase overwrite purge remove truncate uninstall wipe".split(" "));
const ACTION_NAMES = /^(?:action|actions|operation|op|method|command|mode|verb|mutation)$/i;

/** A result that reports a change as done; work on the arguments alone does not speak so. */
const DONE =
  /^\W{0,4}(?:successfully )?(?:deleted|destroyed|erased|overwrote|purged|uninstalled|wiped) (?:successfully )?(?:the )?\w/i;

/** In which way a tool's declaration to only read is contradicted; undefined where it is not. */
export const falseAnnotation = (tool: JsonObject, results: readonly string[]): string | undefined => {
  const annotations = member(tool, "annotations");
  if (member(annotations, "readOnlyHint") !== true) return undefined;
  if (member(annotations, "destructiveHint") === true)
    return "It declares readOnlyHint: true and destructiveHint: true at once.";
  if (declaredSafety(tool) !== "read-only") return undefined;
  const word = oppositeWord(tool);
  if (word !== undefined) return `It declares readOnlyHint: true, and its name or description begins with "${word}".`;
  const action = destructiveAction(tool);
  if (action !== undefined) return `It declares readOnlyHint: true, and can be told to "${action}".`;
  return results.some((text) => DONE.test(text))
    ? "It declares readOnlyHint: true, and its result says that something was removed."
    : undefined;
};

const destructiveAction = (tool: JsonObject): string | undefined => {
  const properties = valueAt(tool, "inputSchema", "properties");
  if (!isJsonObject(properties)) return undefined;
  for (const [name, schema] of Object.entries(properties)) {
    if (!ACTION_NAMES.test(name) || stringMember(schema, "type") === "object") continue;
    const found = listMember(schema, "enum").find(
      (value) => typeof value === "string" && ACTIONS.has(value.toLowerCase()),
    );
    if (typeof found === "string") return found.toLowerCase();
  }
  return undefined;
};
