import { isJsonObject, type Json, type JsonObject, member, stringMember } from "../../base/json.ts";
import type { Surface, SurfaceItem } from "../../judge/surface/surface.ts";
import { findSavings } from "./savings.ts";
import type { AnswerTokens, CountTokens, SurfaceTokens, Tokenizer, ToolTokens } from "./tokens.ts";

export const WINDOW = 200_000;

/** What a surface costs, counted with a tokenizer that the caller has loaded. */
export const countSurface = (
  surface: Surface,
  answers: readonly { readonly tool: string; readonly text: string }[],
  { name, count: countWhole }: Tokenizer,
): SurfaceTokens => {
  const count: CountTokens = (text) => countLong(text, countWhole);
  const tools = surface.tools.map((tool) => countTool(tool, count)).sort(byTotal);
  const instructions = surface.instructions ? count(surface.instructions.value) : 0;
  const total = tools.reduce((sum, tool) => sum + tool.total, instructions);
  return {
    tokenizer: name,
    total,
    window_percent: Math.round((total / WINDOW) * 10_000) / 100,
    instructions,
    tools,
    answers: countAnswers(answers, count),
    savings: findSavings(surface.tools, count),
  };
};

const byTotal = (left: ToolTokens, right: ToolTokens): number =>
  right.total - left.total || (left.name < right.name ? -1 : 1);

const countTool = ({ name, value }: SurfaceItem, count: CountTokens): ToolTokens => {
  // One by one: a text of megabytes must not be there twice.
  const words = [name as string, stringMember(value, "title") ?? "", stringMember(value, "description") ?? ""];
  const description = words.reduce((sum, text) => sum + count(text), 0);
  const schema = countJson(member(value, "inputSchema"), count);
  const annotations = countJson(member(value, "annotations"), count);
  return { name, total: description + schema + annotations, description, schema, annotations };
};

const countJson = (value: Json | undefined, count: CountTokens): number =>
  value === undefined ? 0 : count(JSON.stringify(value));

const countAnswers = (
  answers: readonly { readonly tool: string; readonly text: string }[],
  count: CountTokens,
): readonly AnswerTokens[] => {
  const longest = new Map<string, string>();
  for (const { tool, text } of answers) if (text.length > (longest.get(tool)?.length ?? -1)) longest.set(tool, text);
  return [...longest]
    .map(([tool, text]) => ({ tool, tokens: count(text) }))
    .sort((left, right) => right.tokens - left.tokens || (left.tool < right.tool ? -1 : 1));
};

/** Of a very long text a part is counted: nobody needs the last digit of a million. */
const LONG = 200_000;

const countLong = (text: string, count: CountTokens): number =>
  text.length <= LONG ? count(text) : Math.round((count(text.slice(0, LONG)) / LONG) * text.length);

/** The text that a model is given of a result. */
export const answerText = (result: JsonObject): string => {
  const content = member(result, "content");
  const texts = (Array.isArray(content) ? content : []).flatMap((block) =>
    isJsonObject(block) && typeof block["text"] === "string" ? [block["text"]] : [],
  );
  return texts.length > 0 ? texts.join("\n") : JSON.stringify(member(result, "structuredContent") ?? "");
};
