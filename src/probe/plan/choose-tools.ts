import { isJsonObject, type JsonObject, member, stringMember } from "../../model/json.ts";
import type { ToolPolicy } from "../../model/tool-policy.ts";
import { changeWord } from "../../model/tool-safety.ts";
import { generateArguments } from "../arguments/generate-value.ts";
import { shortenDurations } from "../arguments/short-durations.ts";

export interface ToolChoice {
  readonly name: string;
  readonly tool: JsonObject;
  readonly call: boolean;
  /** One phrase a person can check against the tool's annotations. */
  readonly why: string;
  /** The arguments of the call; empty for a tool of undeclared safety. */
  readonly arguments: JsonObject;
}

/** Calls in one run: a server may list hundreds of tools, and each schema costs time to fill in. */
export const MAX_TOOLS_CALLED = 20;

export const chooseTools = (tools: readonly JsonObject[], policy: ToolPolicy): ToolChoice[] => {
  let called = 0;
  return tools.flatMap((tool) => {
    const name = stringMember(tool, "name");
    if (name === undefined) return [];
    const decision =
      called < MAX_TOOLS_CALLED ? decide(tool, policy) : no(`only ${MAX_TOOLS_CALLED} tools are called in a run`);
    if (decision.call) called += 1;
    return [{ name, tool, ...decision }];
  });
};

const no = (why: string): Omit<ToolChoice, "name" | "tool"> => ({ call: false, why, arguments: {} });

/** Hints are claims, but a server that claims to change things is taken at its word. */
const decide = (tool: JsonObject, policy: ToolPolicy): Omit<ToolChoice, "name" | "tool"> => {
  const annotations = member(tool, "annotations");
  const readOnly = member(annotations, "readOnlyHint");
  const destructive = member(annotations, "destructiveHint");
  if (policy === "none") return no("--tools none: no tool is called");
  if (policy !== "all") {
    if (readOnly === true && destructive === true) return no("it declares itself read-only and destructive at once");
    if (destructive === true) return no("it declares itself destructive");
    if (readOnly === false) return no("it declares that it changes things");
    if (readOnly !== true) {
      const word = policy === "undeclared" ? changeWord(tool) : undefined;
      if (word !== undefined) return no(`it declares nothing, and its name or description says ${word}`);
      return policy === "undeclared"
        ? { call: true, why: "it declares nothing; called with empty arguments (--tools undeclared)", arguments: {} }
        : no("it does not declare readOnlyHint: true");
    }
  }
  const schema = member(tool, "inputSchema");
  const generated = generateArguments(schema, { optional: "header" });
  if (!generated.ok) return no(`no arguments could be made for it: ${generated.reason}`);
  const why = policy === "all" ? "--tools all" : "it declares readOnlyHint: true";
  return { call: true, why, arguments: shortenDurations(schema, generated.value) };
};

/** Tools that take a header parameter (x-mcp-header) somewhere in their schema. */
export const hasHeaderParameter = (tool: JsonObject): boolean => searchHeader(member(tool, "inputSchema"), 0);

const searchHeader = (schema: unknown, depth: number): boolean => {
  if (!isJsonObject(schema) || depth > 8) return false;
  if (typeof member(schema, "x-mcp-header") === "string") return true;
  const properties = member(schema, "properties");
  return (
    isJsonObject(properties) && Object.keys(properties).some((key) => searchHeader(member(properties, key), depth + 1))
  );
};
