// Short ways to change tools, their results and requests, shared by the tables.

import type { Hooks, MessageContext } from "../servers/hooks.ts";
import { isObject, type JsonObject, type JsonValue } from "../servers/json-rpc.ts";
import { editResult } from "./edits.ts";

export const isCall = (message: JsonValue, method: string): boolean => isObject(message) && message.method === method;

export type ResultHook = NonNullable<Hooks["result"]>;

/** Changes one listed tool. */
export const tool =
  (name: string, edit: (tool: JsonObject) => JsonObject): ResultHook =>
  (result, { request }) =>
    request?.method === "tools/list" && Array.isArray(result.tools)
      ? { ...result, tools: result.tools.map((one) => (isObject(one) && one.name === name ? edit(one) : one)) }
      : undefined;

/** One more tool on the last page; it says nothing of its safety, so nobody calls it. */
export const oneMore =
  (definition: JsonObject): ResultHook =>
  (result, { request }) =>
    request?.method === "tools/list" && Array.isArray(result.tools) && result.nextCursor === undefined
      ? { ...result, tools: [...result.tools, { inputSchema: { type: "object" }, ...definition }] }
      : undefined;

/** Changes what one tool returns. */
export const returned =
  (name: string, edit: (result: JsonObject) => JsonObject): ResultHook =>
  (result, context) =>
    isCallOf(context, name) ? edit(result) : undefined;

export const isCallOf = ({ request }: MessageContext, name: string): boolean =>
  request?.method === "tools/call" && request.params.name === name;

/** Changes one content block of what show_media returns: text, image, audio, resource_link, resource. */
export const block = (type: string, edit: (block: JsonObject) => JsonObject): ResultHook =>
  returned("show_media", (result) => ({
    ...result,
    content: (Array.isArray(result.content) ? result.content : []).map((one) =>
      isObject(one) && one.type === type ? edit(one) : one,
    ),
  }));

/** Changes the params of a request before it is read. */
export const asked =
  (method: string, edit: (params: JsonObject) => JsonObject | undefined): NonNullable<Hooks["incoming"]> =>
  (message) => {
    if (!isObject(message) || message.method !== method) return undefined;
    const params = edit(isObject(message.params) ? message.params : {});
    return params === undefined ? undefined : { replaceWith: { ...message, params } };
  };

/** Answers requests with an error before they are read. */
export const refused =
  (which: (message: JsonObject) => boolean, code: number, text: string): NonNullable<Hooks["incoming"]> =>
  (message) =>
    isObject(message) && message.id !== undefined && which(message)
      ? { answerWith: [{ jsonrpc: "2.0", id: message.id as JsonValue, error: { code, message: text } }] }
      : undefined;

export const paramOf = (message: JsonObject, key: string): JsonValue | undefined =>
  isObject(message.params) ? message.params[key] : undefined;

/** Further entries at the end of a list; nothing calls or reads them. */
export const addTo = (method: string, key: string, entries: readonly JsonObject[]): Hooks =>
  editResult(method, (result) =>
    result.nextCursor === undefined && Array.isArray(result[key])
      ? { ...result, [key]: [...(result[key] as JsonValue[]), ...entries] }
      : result,
  );

export const mapContent = (edit: (block: JsonObject) => JsonObject): Hooks => ({
  result: (result, { request }) => {
    if (request?.method === "tools/call" && Array.isArray(result.content))
      return { ...result, content: result.content.map((block) => (isObject(block) ? edit(block) : block)) };
    if (request?.method !== "prompts/get" || !Array.isArray(result.messages)) return undefined;
    const messages = result.messages.map((message) =>
      isObject(message) && isObject(message.content) ? { ...message, content: edit(message.content) } : message,
    );
    return { ...result, messages };
  },
});

export const words = (value: JsonValue): string => JSON.stringify(value);
