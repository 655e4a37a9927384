// Short ways to change notifications, shared by the tables.

import type { Hooks, IncomingVerdict, MessageContext, Wire } from "../servers/hooks.ts";
import { isObject, type JsonObject, type JsonValue, notificationMessage } from "../servers/json-rpc.ts";
import { objectOf } from "./edits.ts";

export const paramsOf = (message: JsonObject): JsonObject => objectOf(message.params);

export const metaOf = (message: { params?: JsonValue | undefined }): JsonObject =>
  objectOf(objectOf(message.params)._meta);

/** Changes the params of every notification of one method. */
export const editNotice = (
  method: string,
  edit: (params: JsonObject, context: MessageContext) => JsonObject,
): Hooks => ({
  outgoing: (message, context) =>
    message.method === method ? [{ ...message, params: edit(paramsOf(message), context) }] : undefined,
});

/** Says more, or something else, where it would send one notification. */
export const replaceNotice = (
  method: string,
  replace: (message: JsonObject, context: MessageContext) => Wire[] | undefined,
): Hooks => ({
  outgoing: (message, context) => (message.method === method ? replace(message, context) : undefined),
});

/** Never sends one notification. */
export const dropNotice = (method: string): Hooks => replaceNotice(method, () => []);

/** Sends something after the response to a request, on the same stream. */
export const afterResponse = (
  applies: (context: MessageContext, response: JsonObject) => boolean,
  more: (context: MessageContext) => JsonObject,
): Hooks => ({
  outgoing: (message, context) =>
    message.method === undefined && applies(context, message) ? [message, more(context)] : undefined,
});

/** Takes one kind of message in its own way. */
export const takeIn = (
  method: string,
  take: (message: JsonObject, send: (wire: Wire) => void) => IncomingVerdict | undefined,
): Hooks => ({
  incoming: (message, { send }) => (isObject(message) && message.method === method ? take(message, send) : undefined),
});

export const LOG = "notifications/message";
export const PROGRESS = "notifications/progress";
export const CANCELLED = "notifications/cancelled";
export const UPDATED = "notifications/resources/updated";
export const ACKNOWLEDGED = "notifications/subscriptions/acknowledged";
export const LOG_LEVEL = "io.modelcontextprotocol/logLevel";
export const SUBSCRIPTION_ID = "io.modelcontextprotocol/subscriptionId";

export const logMessage = (): JsonObject =>
  notificationMessage(LOG, { level: "error", logger: "example", data: { said: "something" } });

export const progressMessage = (progressToken: JsonValue, progress: number): JsonObject =>
  notificationMessage(PROGRESS, { progressToken, progress });
