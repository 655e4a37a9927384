// What a tool is.

import type { JsonObject } from "../json-rpc.ts";
import type { Call } from "./call.ts";

export interface ToolOutcome {
  content: JsonObject[];
  structuredContent?: JsonObject;
  isError?: boolean;
}

export interface Tool {
  name: string;
  /** The rest of the listed definition in its newest form; it may depend on the edition of the list. */
  definition(edition: number): JsonObject & { inputSchema: JsonObject };
  run(args: JsonObject, call: Call): ToolOutcome | Promise<ToolOutcome>;
  /** Whether it may, or has to, run as a task where there are tasks. */
  task?: "optional" | "required";
  /** Not offered where there are no tasks. */
  tasksOnly?: boolean;
  /** The tool rests on requests from the server, which end with 2025-11-25. */
  statefulOnly?: boolean;
  /** The tool rests on a client feature that 2026-07-28 deprecates. */
  deprecated?: boolean;
}

export const READ_ONLY = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

export function say(text: string): ToolOutcome {
  return { content: [{ type: "text", text }] };
}

export function complain(text: string): ToolOutcome {
  return { ...say(text), isError: true };
}
