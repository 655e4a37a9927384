import { type JsonObject, member } from "../../../model/json.ts";
import type { ToolChoice } from "../choose-tools.ts";
import type { AskOptions } from "../step.ts";

/** What to ask or start to call a tool: with its own arguments, unless other parameters are given. */
export const toolCall = (
  { name, tool, arguments: made }: ToolChoice,
  options: AskOptions,
  params: JsonObject = {},
): [string, JsonObject, AskOptions] => [
  "tools/call",
  { name, arguments: made, ...params },
  { inputSchema: member(tool, "inputSchema") ?? {}, ...options },
];
