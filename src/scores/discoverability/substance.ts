import { isJsonObject, type Json, type JsonObject, listMember, member, stringMember } from "../../base/json.ts";

/** What a call returned. Only `substantive` counts as delivery. */
export type Substance =
  | "substantive"
  /** The tool returned an error. */
  | "refused"
  | "empty"
  | "short"
  | "echo"
  | "description"
  | "placeholder"
  /** A failure in words, but not marked as an error. */
  | "unmarked-error"
  /** It asks the user for input first. */
  | "asks"
  /** It started a task; the result is not here. */
  | "task";

export interface WeighedContent {
  readonly substance: Substance;
  /** Characters left after removing white space, JSON punctuation, and what the tool only repeats. */
  readonly characters: number;
}

export interface Called {
  readonly arguments: Json | undefined;
  readonly description: string;
}

/** Weighs the result of a call. Text and structured content say the same thing, so the longer of the two counts. */
export const weighContent = (result: Json | undefined, called: Called, threshold: number): WeighedContent => {
  if (member(result, "isError") === true) return { substance: "refused", characters: 0 };
  if (stringMember(result, "resultType") === "input_required") return { substance: "asks", characters: 0 };
  const weighed = [textIn(result), structuredIn(result)]
    .filter((text) => text !== "")
    .map((text) => weighText(text, called, threshold));
  const [first = { substance: "empty" as const, characters: 0 }, second] = weighed;
  if (weighed.length === 0 && isJsonObject(member(result, "task"))) return { substance: "task", characters: 0 };
  return second && first.substance !== "substantive" && second.characters > first.characters ? second : first;
};

const weighText = (text: string, { arguments: args, description }: Called, threshold: number): WeighedContent => {
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

/** A shorter word may occur in any text by chance, and adds little to its length. */
const SHORTEST_ECHO = 4;

const without = (text: string, part: string, least: number): string =>
  part.length < least ? text : text.replaceAll(part, "");

/** Everything the caller sent: the arguments as a whole, then each of them, then every text in them. */
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

/** Longer answers may mention one of these in passing. */
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

/** A short answer that starts like an error message, though marked as a result. */
const isFailure = (text: string): boolean => text.trim().length <= LONGEST_PLACEHOLDER && FAILURE.test(text);

const textIn = (result: Json | undefined): string =>
  listMember(result, "content").filter(isJsonObject).map(blockText).join("\n");

/** The text of every kind of block; a resource link counts by what it names. */
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
