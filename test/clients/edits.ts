// Changes to messages that mutants share.

import { isJsonObject, type Json, type JsonObject, member, stringMember } from "../../src/base/json.ts";
import { META_KEY } from "../../src/protocol/meta-keys.ts";
import type { HeaderPair, Vice } from "./small-client/vice.ts";

/** Changes the messages of one method. */
export const onMethod = (method: string, change: (message: JsonObject) => Json | undefined): Vice => ({
  edit: (message) => (stringMember(message, "method") === method ? change(message) : message),
});

/** Changes the params of one method. */
export const onParams = (method: string, change: (params: JsonObject) => Json | undefined): Vice =>
  onMethod(method, (message) => {
    const params = member(message, "params");
    const changed = change(isJsonObject(params) ? params : {});
    const { params: _, ...rest } = message;
    return changed === undefined ? rest : { ...rest, params: changed };
  });

/** Changes the `_meta` of one method; of every request without one. */
export const onMeta = (change: (meta: JsonObject) => JsonObject, method?: string): Vice => ({
  edit: (message) => {
    const params = member(message, "params");
    const isMeant =
      method === undefined ? member(message, "id") !== undefined : stringMember(message, "method") === method;
    if (!isMeant || stringMember(message, "method") === undefined) return message;
    const meta = member(params, "_meta");
    return {
      ...message,
      params: { ...(isJsonObject(params) ? params : {}), _meta: change(isJsonObject(meta) ? meta : {}) },
    };
  },
});

export const without = (object: JsonObject, key: string): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([name]) => name !== key));

/** Leaves a header out, everywhere or where the message has this method. */
export const withoutHeader = (name: string, method?: string): Vice => ({
  headers: (headers, message) =>
    method === undefined || stringMember(message, "method") === method
      ? headers.filter((pair) => !isNamed(pair, name))
      : headers,
});

export const withHeader = (name: string, value: string, method?: string): Vice => ({
  headers: (headers, message) =>
    method === undefined || stringMember(message, "method") === method
      ? [...headers.filter((pair) => !isNamed(pair, name)), [name, value]]
      : headers,
});

const isNamed = ([name]: HeaderPair, wanted: string): boolean => name.toLowerCase() === wanted.toLowerCase();

/** A message beside those a correct client sends; a request where it has an id. */
export const stray = (method: string, id?: number) => ({ jsonrpc: "2.0", ...(id === undefined ? {} : { id }), method });

/** What every request of the stateless era carries, for messages that are sent as they are. */
export const MODERN_META = {
  [META_KEY.protocolVersion]: "2026-07-28",
  [META_KEY.clientCapabilities]: {},
  [META_KEY.clientInfo]: { name: "small-client", version: "1.0.0" },
};

type Answering = NonNullable<Vice["answers"]>[string];

/** Answers a question of the server in its own way, and perhaps declares something else. */
export const answering = (method: string, answer: Answering, capabilities?: Vice["capabilities"]): Vice => ({
  answers: { [method]: answer },
  ...(capabilities ? { capabilities } : {}),
});

/** Whether the server says something of a method. */
export const says =
  (method: string) =>
  (message: Json): boolean =>
    member(message, "method") === method;

/** Whether the server answers with a result that has a member. */
export const resultHas =
  (name: string) =>
  (message: Json): boolean =>
    member(member(message, "result"), name) !== undefined;
