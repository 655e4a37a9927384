import { type Json, type JsonObject, member } from "../../../base/json.ts";
import { generateArguments } from "../../../probe/arguments/generate-value.ts";
import { shortenDurations } from "../../../probe/arguments/short-durations.ts";
import type { ToolChoice } from "../../../probe/plan/choose-tools.ts";

/**
 * Arguments that the schema allows as well and that differ from those of the first call; the same where there are no
 * others. A tool that was called with nothing, because nobody knows what it does, gets nothing again.
 */
export const otherArguments = ({ tool, arguments: first }: Pick<ToolChoice, "tool" | "arguments">): JsonObject => {
  const schema: Json | undefined = member(tool, "inputSchema");
  const usual = generateArguments(schema, { optional: "header" });
  const isFilled = usual.ok && Object.keys(usual.value).length === Object.keys(first).length;
  if (!isFilled) return first;
  for (const options of [
    { optional: "header", variant: 1 },
    { optional: "all", variant: 0 },
  ] as const) {
    const made = generateArguments(schema, options);
    const value = made.ok ? shortenDurations(schema, made.value) : first;
    if (JSON.stringify(value) !== JSON.stringify(first)) return value;
  }
  return first;
};
