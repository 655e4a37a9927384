import { type Json, stringMember } from "../../base/json.ts";
import { toPointer } from "../../base/pointer.ts";
import type { ExchangeRecord, View } from "../../judge/core/fact.ts";
import { toolOf } from "../../judge/core/facts/calls.ts";
import { paramsOf, resultOf } from "../../judge/core/record-members.ts";
import type { Located } from "../../judge/surface/surface.ts";
import type { SafetyPart } from "./safety.ts";

/** A text that the server returned as data: of a tool, a prompt or a resource. */
export interface ReturnedText extends Located<string> {
  readonly part: Extract<SafetyPart, "tool-result" | "prompt" | "resource">;
  readonly owner: string | undefined;
}

const PARTS: Readonly<Record<string, ReturnedText["part"]>> = {
  "tools/call": "tool-result",
  "prompts/get": "prompt",
  "resources/read": "resource",
};

const MAX_DEPTH = 32;
/** Of one answer; more would be data and not text. */
const MOST_TEXTS = 200;

/** Everything that was returned in the session. What mcptest sent itself, an echo, was not the server's idea. */
export const returnedTexts = (view: View): readonly ReturnedText[] => view.once(gather);

const gather = (view: View): readonly ReturnedText[] =>
  view.records.flatMap((record) => {
    const part = PARTS[record.method ?? ""];
    if (part === undefined || record.exchange.deliberate === true) return [];
    const texts: ReturnedText[] = [];
    const sent = JSON.stringify(paramsOf(record) ?? null);
    const walk = (value: Json | undefined, path: readonly (string | number)[]): void => {
      if (texts.length >= MOST_TEXTS || path.length > MAX_DEPTH) return;
      if (typeof value === "string") {
        // Bytes in base64 are no text.
        if (path.at(-1) === "data" || path.at(-1) === "blob" || value.length < 16) return;
        if (!sent.includes(JSON.stringify(value).slice(1, -1)))
          texts.push({ part, owner: ownerOf(record), value, exchange: record.id, pointer: toPointer(path) });
      } else if (Array.isArray(value)) for (const [index, entry] of value.entries()) walk(entry, [...path, index]);
      else if (typeof value === "object" && value !== null)
        for (const [key, entry] of Object.entries(value)) walk(entry, [...path, key]);
    };
    walk(resultOf(record), ["response", "result"]);
    return texts;
  });

const ownerOf = (record: ExchangeRecord): string | undefined => {
  const params = paramsOf(record);
  return toolOf(record) ?? stringMember(params, "name") ?? stringMember(params, "uri");
};
