// Small changes that the mutants of tasks share.

import type { IncomingVerdict, MessageContext } from "../../hooks.ts";
import { isObject, type JsonObject, type JsonValue } from "../../json-rpc.ts";
import { CAPABILITIES_KEY } from "../../stateless/request-meta.ts";
import { TASKS_EXTENSION } from "../../tasks/task.ts";

export type Edit = (result: JsonObject, context: MessageContext) => JsonObject | undefined;

/** Changes the results of one method. */
export const onResult = (method: string, edit: Edit): { result: Edit } => ({
  result: (result, context) => (context.request?.method === method ? edit(result, context) : undefined),
});

export const without = (value: JsonObject, ...names: string[]): JsonObject =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));

export const isHandle = (result: JsonObject): boolean => result.resultType === "task";

/** Replaces the params of one method. */
export const onParams = (method: string, edit: (params: JsonObject) => JsonObject | undefined) => ({
  incoming: (message: JsonValue): IncomingVerdict | undefined => {
    if (!isObject(message) || message.method !== method || !isObject(message.params)) return undefined;
    const params = edit(message.params);
    return params && { replaceWith: { ...message, params } };
  },
});

export const capabilitiesOf = (params: JsonObject): JsonObject => {
  const declared = isObject(params._meta) ? params._meta[CAPABILITIES_KEY] : undefined;
  return isObject(declared) ? declared : {};
};

export const declares = (params: JsonObject): boolean => {
  const { extensions } = capabilitiesOf(params);
  return isObject(extensions) && extensions[TASKS_EXTENSION] !== undefined;
};

export const editDiscovered = (edit: (capabilities: JsonObject) => JsonObject) =>
  onResult("server/discover", (result) => ({
    ...result,
    capabilities: edit(isObject(result.capabilities) ? result.capabilities : {}),
  }));

export const onMissing = (edit: (error: JsonObject) => JsonObject, concerns: (context: MessageContext) => boolean) => ({
  error: (error: JsonObject, context: MessageContext) =>
    error.code === -32021 && concerns(context) ? edit(error) : undefined,
});

export const ofArchive = ({ request }: MessageContext): boolean => request?.params.name === "read_archive";
