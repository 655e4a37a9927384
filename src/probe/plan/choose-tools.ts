import { isJsonObject, type JsonObject, member, stringMember } from "../../base/json.ts";
import type { ToolPolicy } from "../../capture/tool-policy.ts";
import { changeWord, oppositeWord } from "../../capture/tool-safety.ts";
import { speaksOfReading } from "../../capture/words-of-reading.ts";
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

export type ToolChooser = (tools: readonly JsonObject[], policy: ToolPolicy) => ToolChoice[];

/** Calls in one run: a server may list hundreds of tools, and each schema costs time to fill in. */
export const MAX_TOOLS_CALLED = 20;

export const chooseTools: ToolChooser = (tools, policy) => {
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

type Decision = Omit<ToolChoice, "name" | "tool">;

const no = (why: string): Decision => ({ call: false, why, arguments: {} });

const decide = (tool: JsonObject, policy: ToolPolicy): Decision => {
  const { allowed, why, empty } = permission(tool, policy);
  if (!allowed) return no(why);
  if (empty) return { call: true, why, arguments: {} };
  const schema = member(tool, "inputSchema");
  const generated = generateArguments(schema, { optional: "header" });
  if (!generated.ok) return no(`no arguments could be made for it: ${generated.reason}`);
  return { call: true, why, arguments: shortenDurations(schema, generated.value) };
};

interface Permission {
  readonly allowed: boolean;
  readonly why: string;
  /** A tool that declares nothing gets empty arguments, whoever allowed the call. */
  readonly empty?: true;
}

/** Whether a policy allows a tool to be called. Hints are claims, but a server that claims to change things is taken at its word. */
export const permission = (tool: JsonObject, policy: ToolPolicy): Permission => {
  if (policy === "none") return never("--tools none: no tool is called");
  if (policy === "all") return { allowed: true, why: "--tools all" };
  const annotations = member(tool, "annotations");
  const readOnly = member(annotations, "readOnlyHint");
  const destructive = member(annotations, "destructiveHint");
  if (readOnly === true && destructive === true) return never("it declares itself read-only and destructive at once");
  if (destructive === true) return never("it declares itself destructive");
  if (readOnly === false) return never("it declares that it changes things");
  if (readOnly !== true) return permissionOfSilent(tool, policy);
  const opposite = oppositeWord(tool);
  return opposite === undefined
    ? { allowed: true, why: "it declares readOnlyHint: true" }
    : never(`it declares readOnlyHint: true, and its name or description says the opposite: ${opposite}`);
};

const never = (why: string): Permission => ({ allowed: false, why });

const permissionOfSilent = (tool: JsonObject, policy: Exclude<ToolPolicy, "none" | "all">): Permission => {
  if (policy === "read-only") return never("it does not declare readOnlyHint: true");
  const word = changeWord(tool);
  if (word !== undefined) return never(`it declares nothing, and its name or description says ${word}`);
  if (speaksOfReading(tool))
    return {
      allowed: true,
      why: "it declares nothing and speaks of reading only; called with empty arguments",
      empty: true,
    };
  if (policy === "undeclared")
    return { allowed: true, why: "it declares nothing; called with empty arguments (--tools undeclared)", empty: true };
  return never(
    "it declares nothing, and not all of its name and description speaks of reading; --tools undeclared allows it",
  );
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
