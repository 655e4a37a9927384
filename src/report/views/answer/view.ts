import { isJsonObject, type Json, type JsonObject, listMember, member, stringMember } from "../../../base/json.ts";
import type { ReportView } from "../../report.ts";
import { show, type Terminal } from "../../terminal/terminal.ts";

/** One answer of a server, as a person asked for it. */
export interface ShownAnswer {
  readonly method: string;
  readonly result?: Json;
  readonly error?: Json;
  /** Why there is neither. */
  readonly trouble?: { readonly kind: string; readonly detail: string };
  readonly ms: number;
}

/** Readable lines: texts as they are, everything else named; structured content as JSON. */
const prettyAnswer = (answer: ShownAnswer, terminal: Terminal): readonly string[] => {
  const { result, error, trouble } = answer;
  if (result === undefined) return [terminal.red(failure(error, trouble))];
  const isError = member(result, "isError") === true;
  return [
    ...(isError ? [terminal.red("✗ the tool reports an error")] : []),
    ...listMember(result, "content").flatMap((block) => blockLines(block, terminal)),
    ...structured(result),
    ...listMember(result, "contents").flatMap((part) => contentLines(part, terminal)),
    ...listMember(result, "messages").flatMap((message) => messageLines(message, terminal)),
    ...LISTS.flatMap(([key, label]) => listLines(result, key, label, terminal)),
    ...(isKnown(result) ? [] : textLines(JSON.stringify(result, null, 2))),
    ...(terminal.verbose ? [terminal.dim(`${Math.round(answer.ms)} ms`)] : []),
  ];
};

const LISTS = [
  ["tools", "name"],
  ["resources", "uri"],
  ["resourceTemplates", "uriTemplate"],
  ["prompts", "name"],
] as const;

const isKnown = (result: Json): boolean =>
  ["content", "contents", "messages", ...LISTS.map(([key]) => key)].some((key) => Array.isArray(member(result, key)));

const failure = (error: Json | undefined, trouble: ShownAnswer["trouble"]): string =>
  error === undefined
    ? `✗ no answer: ${show(trouble?.detail ?? "", 400)}`
    : `✗ error ${show(JSON.stringify(member(error, "code") ?? null), 40)}: ${show(stringMember(error, "message") ?? "", 1_000)}`;

/** A line each, so that every one is escaped and none is lost. */
const textLines = (text: string): readonly string[] => text.split("\n").map((line) => show(line));

const blockLines = (block: Json, terminal: Terminal): readonly string[] => {
  const text = stringMember(block, "text");
  if (text !== undefined) return textLines(text);
  const resource = member(block, "resource");
  if (resource !== undefined) return contentLines(resource, terminal);
  const type = stringMember(block, "type") ?? "block";
  const uri = stringMember(block, "uri");
  return [terminal.dim(`[${show(type, 40)}${about(block)}${uri === undefined ? "" : ` ${show(uri, 300)}`}]`)];
};

const about = (part: Json): string => {
  const type = stringMember(part, "mimeType");
  const data = stringMember(part, "data") ?? stringMember(part, "blob");
  return `${type === undefined ? "" : ` ${show(type, 80)}`}${data === undefined ? "" : `, ${data.length} characters of base64`}`;
};

const contentLines = (part: Json, terminal: Terminal): readonly string[] => {
  const text = stringMember(part, "text");
  const uri = show(stringMember(part, "uri") ?? "", 300);
  return text === undefined ? [terminal.dim(`[${uri}${about(part)}]`)] : [terminal.dim(uri), ...textLines(text)];
};

const messageLines = (message: Json, terminal: Terminal): readonly string[] => [
  terminal.bold(`${show(stringMember(message, "role") ?? "", 40)}:`),
  ...[member(message, "content") ?? []].flat().flatMap((block) => blockLines(block, terminal)),
];

/** Where the text says the same, once is enough. */
const structured = (result: Json): readonly string[] => {
  const value = member(result, "structuredContent");
  if (value === undefined) return [];
  const texts = listMember(result, "content").map((block) => stringMember(block, "text"));
  const isSame = texts.some((text) => text !== undefined && sameJson(text, value));
  return isSame ? [] : textLines(JSON.stringify(value, null, 2));
};

const sameJson = (text: string, value: Json): boolean => {
  try {
    return JSON.stringify(JSON.parse(text)) === JSON.stringify(value);
  } catch {
    return false;
  }
};

const listLines = (result: Json, key: string, label: string, terminal: Terminal): readonly string[] => {
  if (!Array.isArray(member(result, key))) return [];
  const entries = listMember(result, key).filter(isJsonObject);
  if (entries.length === 0) return [terminal.dim(`no ${key}`)];
  return entries.flatMap((entry) => [
    `${terminal.bold(show(stringMember(entry, label) ?? "", 120))}${terminal.dim(inputs(entry))}`,
    ...terminal
      .paragraph(show(firstLine(stringMember(entry, "description") ?? ""), 300), 2)
      .filter((line) => line.trim() !== ""),
  ]);
};

const firstLine = (text: string): string => text.trim().split("\n", 1)[0] ?? "";

/** `(city, unit?)`: what a tool or a prompt takes. */
const inputs = (entry: JsonObject): string => {
  const properties = member(entry["inputSchema"], "properties");
  const required = listMember(entry["inputSchema"], "required");
  const names = isJsonObject(properties)
    ? Object.keys(properties).map((name) => (required.includes(name) ? name : `${name}?`))
    : listMember(entry, "arguments").flatMap((argument) => {
        const name = stringMember(argument, "name");
        return name === undefined ? [] : [member(argument, "required") === true ? name : `${name}?`];
      });
  return names.length === 0 ? "" : `(${show(names.join(", "), 200)})`;
};

/** What `mcptest call`, `read`, `prompt` and `list` print. */
export const answerView = {
  pretty: prettyAnswer,
  json: ({ result, error, trouble }) =>
    result ?? (error === undefined ? { trouble: { kind: trouble?.kind, detail: trouble?.detail } } : { error }),
} as const satisfies ReportView<ShownAnswer>;
