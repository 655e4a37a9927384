// Short ways to change what a server answers, shared by the tables.

import { serverInfo } from "../servers/features/shape.ts";
import type { Hooks, MessageContext } from "../servers/hooks.ts";
import { isObject, type JsonObject, type JsonValue, type RpcRequest } from "../servers/json-rpc.ts";
import { STATELESS_REVISION } from "../servers/revisions.ts";

type Edit = (object: JsonObject) => JsonObject;

/** Changes members of an object. */
export const set =
  (members: JsonObject) =>
  (object: JsonObject): JsonObject => ({ ...object, ...members });

/** Leaves members of an object out. */
export const without =
  (...names: readonly string[]) =>
  (object: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));

/** Moves a member to another name. */
export const renamed =
  (from: string, to: string) =>
  ({ [from]: value, ...others }: JsonObject): JsonObject => ({ ...others, [to]: value });

/** Changes an object where the condition holds: a predicate, or a member with a value. */
export function when(holds: (object: JsonObject) => boolean, edit: Edit): Edit;
export function when(member: string, value: JsonValue, edit: Edit): Edit;
export function when(...args: [(object: JsonObject) => boolean, Edit] | [string, JsonValue, Edit]): Edit {
  if (args.length === 2) return (object) => (args[0](object) ? args[1](object) : object);
  return (object) => (object[args[0]] === args[1] ? args[2](object) : object);
}

export const objectOf = (value: unknown): JsonObject => (isObject(value) ? value : {});

export const listOf = (value: JsonValue | undefined): JsonValue[] => (Array.isArray(value) ? value : []);

/** One edit after the other, of results and of HTTP answers. */
export const both = (first: Hooks, second: Hooks): Hooks => ({
  ...first,
  ...second,
  ...(first.result &&
    second.result && {
      result: (result, context) => {
        const once = first.result?.(result, context) ?? result;
        return second.result?.(once, context) ?? once;
      },
    }),
  ...(first.httpAnswer &&
    second.httpAnswer && {
      httpAnswer: (answer, context) => {
        const once = first.httpAnswer?.(answer, context) ?? answer;
        return second.httpAnswer?.(once, context) ?? once;
      },
    }),
});

/** Changes the pages that a cursor leads to. */
export const editFurther = (edit: (result: JsonObject) => JsonObject): Hooks => ({
  result: (result, { request }) => (typeof request?.params.cursor === "string" ? edit(result) : undefined),
});

/** The answer to a request of one method, whose params meet the condition. */
export const asks =
  (method: string, holds: (params: JsonObject) => boolean = () => true) =>
  ({ request }: MessageContext): boolean =>
    request?.method === method && holds(request.params);

type Sent = ReturnType<NonNullable<Hooks["outgoing"]>>;
type Asked = MessageContext & { request: RpcRequest };

const isAsked = (context: MessageContext, method: string): context is Asked => context.request?.method === method;

/** Changes the results of one method. */
export const editResult = (
  method: string,
  edit: (result: JsonObject, context: Asked) => JsonObject | undefined,
): Hooks => ({
  result: (result, context) => (isAsked(context, method) ? edit(result, context) : undefined),
});

/** Leaves members out of the results of a method. */
export const dropMember = (method: string, ...names: readonly string[]): Hooks => editResult(method, without(...names));

/** Sends something else in place of any message that belongs to a request of one method. */
export const sentFor = (method: string, replace: (message: JsonObject, context: Asked) => Sent): Hooks => ({
  outgoing: (message, context) => (isAsked(context, method) ? replace(message, context) : undefined),
});

/** Sends something else in place of the responses to one method. */
export const onResponse = (method: string, replace: (message: JsonObject, context: Asked) => Sent): Hooks =>
  sentFor(method, (message, context) => (message.method === undefined ? replace(message, context) : undefined));

/** Changes every entry of a list in the results of one method. */
export const editEntries = (
  method: string,
  key: string,
  edit: (entry: JsonObject, index: number) => JsonValue,
): Hooks => editResult(method, (result) => ({ ...result, [key]: mapObjects(result[key], edit) }));

export const mapObjects = (
  list: JsonValue | undefined,
  edit: (entry: JsonObject, index: number) => JsonValue,
): JsonValue => (Array.isArray(list) ? list.map((entry, index) => (isObject(entry) ? edit(entry, index) : entry)) : []);

/** Gives errors that meet the condition another code. */
export const recode = (code: number, applies: (context: MessageContext, error: JsonObject) => boolean): Hooks => ({
  error: (error, context) => (applies(context, error) ? { ...error, code } : undefined),
});

/** Answers with a result where the server would answer with an error. */
export const resultForError = (
  applies: (context: MessageContext) => boolean,
  result: (context: MessageContext) => JsonObject,
): Hooks => ({
  outgoing: (message, context) => {
    if (!isObject(message.error) || context.request === undefined || !applies(context)) return undefined;
    const { error: _, ...others } = message;
    return [{ ...others, result: { ...frame(context), ...result(context) } }];
  },
});

/** What every result of the stateless era carries, so that only the fault shows. */
const frame = ({ era, request }: MessageContext): JsonObject =>
  era === "stateful"
    ? {}
    : {
        resultType: "complete",
        ...(request?.method === "resources/read" ? { ttlMs: 0, cacheScope: "public" } : {}),
        _meta: { "io.modelcontextprotocol/serverInfo": serverInfo(STATELESS_REVISION) },
      };

/** Breaks down, with status 500 and nothing else, at requests that meet the condition. */
export const breakDown = (applies: (message: JsonObject, params: JsonObject) => boolean): Hooks => ({
  httpRequest: ({ response, body }) => {
    const message = parsed(body);
    if (!isObject(message) || !applies(message, isObject(message.params) ? message.params : {})) return false;
    response.writeHead(500).end();
    return true;
  },
});

const parsed = (body: Buffer): JsonValue | undefined => {
  try {
    return JSON.parse(body.toString("utf8")) as JsonValue;
  } catch {
    return undefined;
  }
};

/** Advertises something else: initialize in one era, server/discover in the other. */
export const editCapabilities = (edit: (capabilities: JsonObject) => JsonObject): Hooks => ({
  result: (result) =>
    isObject(result.capabilities) ? { ...result, capabilities: edit(result.capabilities) } : undefined,
});

/** Says nothing of a capability that it has. */
export const hideCapability = (name: string): Hooks => editCapabilities(without(name));

/** The member that holds the list, by method. */
export const LIST_KEYS: Readonly<Record<string, string>> = {
  "tools/list": "tools",
  "prompts/list": "prompts",
  "resources/list": "resources",
  "resources/templates/list": "resourceTemplates",
};

export const withHint = (error: JsonObject): JsonObject => ({
  ...error,
  data: { ...(isObject(error.data) ? error.data : {}), hint: "See the documentation.", retryable: false },
});

/** The revisions that the correct server lists. */
export const LISTED = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"];

export const leaving = (object: JsonObject, members: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !members.includes(name)));
