// Short ways to bend answers, shared by the tables.

import { serverInfo } from "../../features/shape.ts";
import type { Hooks, MessageContext } from "../../hooks.ts";
import { isObject, type JsonObject, type JsonValue } from "../../json-rpc.ts";
import { STATELESS_REVISION } from "../../revisions.ts";

/** Changes the results of one method. */
export const editResult = (
  method: string,
  edit: (result: JsonObject, context: MessageContext) => JsonObject,
): Hooks => ({
  result: (result, context) => (context.request?.method === method ? edit(result, context) : undefined),
});

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

/** What every result of the stateless era carries, so that only the vice shows. */
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
export const hideCapability = (name: string): Hooks => editCapabilities(({ [name]: _, ...others }) => others);
