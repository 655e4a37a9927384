import { isJsonObject, type JsonObject, member, stringMember } from "../../base/json.ts";
import type { Criterion } from "./criterion.ts";
import { faultOf, overTools } from "./over-tools.ts";
import { TOOL_NAME } from "./standard.ts";

/** C3: every tool has a valid name, a description and a typed schema. */
export const c3ToolObjects: Criterion = (session, { bareSchema }) =>
  overTools(session, FIX, (tools) => {
    const faults = tools.flatMap((listed) =>
      faultsOf(listed.tool, bareSchema).map(({ fault, text }) => faultOf(listed, fault, text)),
    );
    const valid = tools.filter(({ tool }) => faultsOf(tool, bareSchema).length === 0).length;
    return {
      pass: valid === tools.length,
      detail: `${valid} of ${tools.length} tools have a valid name, a description and a typed inputSchema`,
      measured: { tools: tools.length, valid },
      faults,
    };
  });

const FIX =
  'name each of these tools with 1 to 128 letters, digits, _ or -, describe it, and give its inputSchema type: "object" (with properties where it takes any)';

interface Fault {
  readonly fault: string;
  readonly text?: string;
}

const faultsOf = (tool: JsonObject, bareSchema: boolean): readonly Fault[] => {
  const name = stringMember(tool, "name");
  const description = stringMember(tool, "description");
  return [
    ...(name === undefined ? [{ fault: "has no name" }] : []),
    ...(name !== undefined && !TOOL_NAME.test(name) ? [{ fault: nameFault(name), text: name }] : []),
    ...(description === undefined || description.trim() === "" ? [{ fault: "has no description" }] : []),
    ...schemaFaults(tool, bareSchema),
  ];
};

const nameFault = (name: string): string => {
  if (name === "") return "has an empty name";
  if (name.length > 128) return `has a name of ${name.length} characters`;
  return /^[A-Za-z0-9_.-]+$/.test(name)
    ? "has a dot in its name (the protocol allows it, this standard does not)"
    : "has a character in its name that is no letter, digit, _ or -";
};

const schemaFaults = (tool: JsonObject, bareSchema: boolean): readonly Fault[] => {
  const schema = member(tool, "inputSchema");
  if (!isJsonObject(schema)) return [{ fault: "has no inputSchema" }];
  if (member(schema, "type") === "object" || isJsonObject(member(schema, "properties"))) return [];
  if (Object.keys(schema).length === 0)
    return bareSchema ? [] : [{ fault: "has an inputSchema that says nothing", text: "{}" }];
  return [{ fault: "has an inputSchema without type: object and without properties", text: JSON.stringify(schema) }];
};
