import type { JsonObject } from "../../base/json.ts";
import type { Offer, OfferedTool } from "./scenario.ts";

/** Two numbers, in the names that programs for the official suite use, and in ours. */
const sumTool = (name: string): OfferedTool => ({
  tool: {
    name,
    description: "Adds two numbers.",
    inputSchema: {
      type: "object",
      properties: {
        a: { type: "number", description: "The first number." },
        b: { type: "number", description: "The second number." },
      },
      required: ["a", "b"],
    },
    annotations: { readOnlyHint: true },
  },
});

/**
 * Where a program that follows a plan says what came of a call (`of`) or of a step (`step`): how else would a server know? What it
 * says is in the capture, and nowhere else.
 */
export const REPORT_TOOL: OfferedTool = {
  tool: {
    name: "report",
    description: "For programs that follow a plan: takes down what came of a call or of a step.",
    inputSchema: {
      type: "object",
      properties: {
        of: { type: "string" },
        text: { type: "string" },
        failed: { type: "boolean" },
        progress: { type: "array", items: { type: "number" } },
        step: { type: "string" },
        outcome: { enum: ["result", "error"] },
        value: {
          description: "The result as the program has it, or the error: its message, and its code if it has one.",
        },
      },
    },
    annotations: { readOnlyHint: true },
  },
  result: { content: [{ type: "text", text: "Taken down." }] },
};

/** What every scenario offers unless it says otherwise. */
export const PLAIN_OFFER = {
  capabilities: {
    tools: { listChanged: true },
    resources: { subscribe: true, listChanged: true },
    prompts: { listChanged: true },
    completions: {},
    logging: {},
  },
  instructions: "A server that tests its client. Call the tool add with two numbers.",
  tools: [
    sumTool("add"),
    sumTool("add_numbers"),
    {
      tool: {
        name: "echo",
        description: "Returns its text.",
        inputSchema: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
        annotations: { readOnlyHint: true },
      },
    },
    REPORT_TOOL,
  ],
  resources: [{ uri: "test://note", name: "note", mimeType: "text/plain", description: "A note." }],
  templates: [{ uriTemplate: "test://notes/{number}", name: "notes", mimeType: "text/plain" }],
  prompts: [{ name: "greet", description: "A greeting.", arguments: [{ name: "name", required: true }] }],
} as const satisfies Required<Omit<Offer, "pageSize" | "serverInfo">>;

/** What a call of a plain tool returns. */
export const plainToolResult = (name: string, given: JsonObject): JsonObject => {
  const sum = Number(given["a"]) + Number(given["b"]);
  const isSum = name === "add" || name === "add_numbers";
  return { content: [{ type: "text", text: isSum ? String(sum) : String(given["text"] ?? JSON.stringify(given)) }] };
};
