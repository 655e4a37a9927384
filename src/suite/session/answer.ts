import { defined } from "../../base/defined.ts";
import {
  isJsonObject,
  type Json,
  type JsonObject,
  listMember,
  member,
  stringMember,
  valueAt,
} from "../../base/json.ts";
import type { Exchange } from "../../capture/capture.ts";
import type { Trouble } from "../../wire/trouble.ts";

/** What came back for one thing that was asked: of one exchange, or of the rounds or pages it took. */
export interface Answer {
  /** trouble: there was neither a result nor an error; `trouble` says why. */
  readonly outcome: "result" | "error" | "trouble";
  readonly method: string;
  /** The params of the first request, without what the era adds. */
  readonly params: JsonObject;
  readonly result?: Json;
  readonly error?: Json;
  readonly trouble?: Trouble;
  /** The texts of its content blocks, messages or contents, a line each. */
  readonly text?: string;
  /** The structured content, else the JSON that the text is. */
  readonly json?: Json;
  /** What the server notified while it worked. */
  readonly notifications: readonly JsonObject[];
  /** What the server asked of its client meanwhile. */
  readonly requests: readonly JsonObject[];
  readonly ms: number;
  /** Ids of the exchanges in the capture. */
  readonly exchanges: readonly string[];
}

const LIST_KEYS = ["tools", "resources", "resourceTemplates", "prompts"] as const;

/** Reads an answer from its exchanges, in the order they were sent: pages of a list are one list, of rounds the last counts. */
export const readAnswer = (exchanges: readonly Exchange[]): Answer => {
  const [first] = exchanges;
  const last = exchanges.at(-1);
  const result = joinPages(exchanges);
  const error = member(last?.response, "error");
  const text = result === undefined ? undefined : textOf(result);
  const heard = exchanges.flatMap(({ meanwhile }) => meanwhile ?? []).flatMap(({ message }) => objects(message));
  const { _meta: _, ...params } = objectIn(member(first?.request, "params"));
  return defined({
    outcome:
      result !== undefined ? ("result" as const) : error !== undefined ? ("error" as const) : ("trouble" as const),
    method: stringMember(first?.request, "method") ?? "",
    params,
    result,
    error,
    trouble: result === undefined && error === undefined ? (last?.trouble ?? NO_RESPONSE) : undefined,
    text,
    json: result === undefined ? undefined : jsonOf(result, text),
    notifications: heard.filter((message) => message["method"] !== undefined && message["id"] === undefined),
    requests: [
      ...heard.filter((message) => message["method"] !== undefined && message["id"] !== undefined),
      ...exchanges.flatMap(inputRequests),
    ],
    ms: tenths((last?.timing?.response_ms ?? last?.timing?.end_ms ?? 0) - (first?.timing?.start_ms ?? 0)),
    exchanges: exchanges.flatMap(({ id }) => id ?? []),
  });
};

/** As fine as times are measured. */
const tenths = (ms: number): number => Math.max(0, Math.round(ms * 10) / 10);

const NO_RESPONSE: Trouble = { kind: "closed", detail: "there was no response" };

const joinPages = (exchanges: readonly Exchange[]): Json | undefined => {
  const last = member(exchanges.at(-1)?.response, "result");
  const key = LIST_KEYS.find((name) => Array.isArray(member(last, name)));
  if (exchanges.length < 2 || key === undefined || !isJsonObject(last)) return last;
  const { nextCursor: _, ...page } = last;
  return { ...page, [key]: exchanges.flatMap(({ response }) => [...listMember(member(response, "result"), key)]) };
};

const inputRequests = ({ response }: Exchange): readonly JsonObject[] => {
  const asked = valueAt(response, "result", "inputRequests");
  return isJsonObject(asked) ? Object.values(asked).flatMap(objects) : [];
};

/** Of a tool's content, a prompt's messages or a resource's contents. */
const textOf = (result: Json): string | undefined => {
  const blocks = [
    ...listMember(result, "content"),
    ...listMember(result, "contents"),
    ...listMember(result, "messages").flatMap((message) => member(message, "content") ?? []),
  ];
  const texts = blocks.flatMap(
    (block) => stringMember(block, "text") ?? stringMember(member(block, "resource"), "text") ?? [],
  );
  return texts.length === 0 ? undefined : texts.join("\n");
};

const jsonOf = (result: Json, text: string | undefined): Json | undefined =>
  member(result, "structuredContent") ?? (text === undefined ? undefined : parsed(text));

/** The value of a text that is JSON. */
export const parsed = (text: string): Json | undefined => {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
};

const objectIn = (value: Json | undefined): JsonObject => (isJsonObject(value) ? value : {});

const objects = (value: Json | undefined): readonly JsonObject[] => (isJsonObject(value) ? [value] : []);
