import { isJsonObject, type Json, type JsonObject, member, stringMember } from "../../model/json.ts";

/** What a call brought. Only `substantive` is delivery. */
export type Substance =
  | "substantive"
  /** An error of the tool. */
  | "refused"
  | "empty"
  | "short"
  | "echo"
  | "description"
  | "placeholder"
  /** The words of a failure, not marked as one. */
  | "unmarked-error"
  /** It wants something from the user first. */
  | "asks"
  /** A task was begun; its result is not here. */
  | "task";

export interface Weighed {
  readonly substance: Substance;
  /** Characters left without white space, the punctuation of JSON, and what was not the tool's own. */
  readonly characters: number;
}

export interface Called {
  readonly arguments: Json | undefined;
  readonly description: string;
}

/** Weighs the result of a call. Text and structured content say the same twice, so the heavier of the two counts. */
export const weigh = (result: Json | undefined, called: Called, threshold: number): Weighed => {
  if (member(result, "isError") === true) return { substance: "refused", characters: 0 };
  if (stringMember(result, "resultType") === "input_required") return { substance: "asks", characters: 0 };
  const weighed = [textIn(result), structuredIn(result)]
    .filter((text) => text !== "")
    .map((text) => weighText(text, called, threshold));
  const [first = { substance: "empty" as const, characters: 0 }, second] = weighed;
  if (weighed.length === 0 && isJsonObject(member(result, "task"))) return { substance: "task", characters: 0 };
  return second && first.substance !== "substantive" && second.characters > first.characters ? second : first;
};

const weighText = (text: string, { arguments: args, description }: Called, threshold: number): Weighed => {
  const whole = squeeze(text);
  if (whole.length <= threshold) return { substance: "short", characters: whole.length };
  if (isPlaceholder(text)) return { substance: "placeholder", characters: 0 };
  if (isFailure(text)) return { substance: "unmarked-error", characters: 0 };
  const undescribed = without(whole, squeeze(description), threshold);
  if (undescribed.length <= threshold) return { substance: "description", characters: undescribed.length };
  const own = spoken(args).reduce((left, said) => without(left, squeeze(said), SHORTEST_ECHO), undescribed);
  if (own.length <= threshold) return { substance: "echo", characters: own.length };
  return { substance: "substantive", characters: own.length };
};

/** Without white space and the punctuation of JSON, as the standard counts. */
const squeeze = (text: string): string => text.replaceAll(/[\s"{}[\]:,]+/g, "");

/** A shorter word may stand in any text by chance, and cannot make it long. */
const SHORTEST_ECHO = 4;

const without = (text: string, part: string, least: number): string =>
  part.length < least ? text : text.replaceAll(part, "");

/** Everything the caller said: the arguments as a whole first, then each of them, then every text in them. */
const spoken = (args: Json | undefined): readonly string[] => {
  if (!isJsonObject(args) || Object.keys(args).length === 0) return [];
  const members = Object.keys(args).map((key) => JSON.stringify({ [key]: args[key] ?? null }));
  return [JSON.stringify(args), ...members, ...textsIn(args)];
};

const textsIn = (value: Json): readonly string[] => {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isJsonObject(value) ? Object.keys(value).flatMap((key) => textsIn(value[key] ?? null)) : [];
};

/** Longer answers may well mention one of these in passing. */
const LONGEST_PLACEHOLDER = 300;
const PLACEHOLDERS = [
  /\blorem ipsum\b/i,
  /\bnot (?:yet )?(?:been )?implemented\b/i,
  /^\W*(?:TODO|FIXME)\b\s*(?::|-|\(|$|implement|add|write|return)/,
  /^\W*(?:placeholder|coming soon)\b/i,
];

const isPlaceholder = (text: string): boolean => {
  const start = text.trimStart().slice(0, LONGEST_PLACEHOLDER);
  if (/^\W*lorem ipsum\b/i.test(start)) return true;
  return text.trim().length <= LONGEST_PLACEHOLDER && PLACEHOLDERS.some((pattern) => pattern.test(start));
};

const FAILURE =
  /^\W*(?:[A-Z][A-Za-z]*(?:Error|Exception)|error|exception|failed|failure|traceback|unable to|could not|couldn't)\b/i;

/** A short answer that begins as errors do. It may be marked as a result; nobody asked for it. */
const isFailure = (text: string): boolean => text.trim().length <= LONGEST_PLACEHOLDER && FAILURE.test(text);

const textIn = (result: Json | undefined): string => {
  const content = member(result, "content");
  return Array.isArray(content) ? content.filter(isJsonObject).map(blockText).join("\n") : "";
};

/** Every kind of block that carries something; a link is an answer, too, for what it names. */
const blockText = (block: JsonObject): string => {
  const resource = member(block, "resource");
  return [
    stringMember(block, "text"),
    stringMember(block, "data"),
    stringMember(resource, "text"),
    stringMember(resource, "blob"),
    ...(member(block, "type") === "resource_link"
      ? ["uri", "name", "title", "description"].map((key) => stringMember(block, key))
      : []),
  ]
    .filter((text) => text !== undefined)
    .join("\n");
};

const structuredIn = (result: Json | undefined): string => {
  const structured = member(result, "structuredContent");
  return structured === undefined || structured === null ? "" : JSON.stringify(structured);
};
