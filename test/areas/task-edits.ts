// Short ways to change tasks, shared by the tables.

import type { Hooks, IncomingVerdict, MessageContext } from "../servers/hooks.ts";
import { isObject, type JsonObject, type JsonValue } from "../servers/json-rpc.ts";
import { CAPABILITIES_KEY } from "../servers/stateless/request-meta.ts";
import { TASKS_EXTENSION } from "../servers/tasks/task.ts";
import { editResult } from "./edits.ts";

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
  editResult("server/discover", (result) => ({
    ...result,
    capabilities: edit(isObject(result.capabilities) ? result.capabilities : {}),
  }));

export const onMissing = (edit: (error: JsonObject) => JsonObject, concerns: (context: MessageContext) => boolean) => ({
  error: (error: JsonObject, context: MessageContext) =>
    error.code === -32021 && concerns(context) ? edit(error) : undefined,
});

export const ofArchive = ({ request }: MessageContext): boolean => request?.params.name === "read_archive";

export const isTask = (value: JsonObject): boolean =>
  typeof value.taskId === "string" && typeof value.createdAt === "string";

/** Changes every task that is sent: in handles, results, lists and notifications. */
export const editTasks = (edit: (task: JsonObject) => JsonObject): Hooks => {
  const inside = (value: JsonObject): JsonObject => {
    if (isTask(value)) return edit(value);
    if (isObject(value.task) && isTask(value.task)) return { ...value, task: edit(value.task) };
    if (!Array.isArray(value.tasks)) return value;
    return { ...value, tasks: value.tasks.map((one) => (isObject(one) ? edit(one) : one)) };
  };
  return {
    outgoing: (message) => {
      if (isObject(message.result)) return [{ ...message, result: inside(message.result) }];
      const { params } = message;
      return isObject(params) && isTask(params) ? [{ ...message, params: inside(params) }] : undefined;
    },
  };
};

export const hasEnded = ({ status }: JsonObject): boolean => status === "completed" || status === "failed";
