// Short ways to change what the server asks of its client, in either era.

import type { Hooks } from "../servers/hooks.ts";
import { isObject, type JsonObject, type JsonValue } from "../servers/json-rpc.ts";

/** Changes each request of one method: a message of its own, or an input request of a result. */
export const editAsked = (method: string, edit: (request: JsonObject) => JsonObject): Hooks => ({
  outgoing: (message) => {
    if (message.method === method) return [edit(message)];
    const { result } = message;
    if (!isObject(result) || !isObject(result.inputRequests)) return undefined;
    const inputRequests = Object.fromEntries(
      Object.entries(result.inputRequests).map(([key, asked]): [string, JsonValue] => [
        key,
        isObject(asked) && asked.method === method ? edit(asked) : (asked ?? null),
      ]),
    );
    return [{ ...message, result: { ...result, inputRequests } }];
  },
});

/** Takes no note of some answers of the client. */
export const deafTo = (applies: (answer: JsonObject) => boolean): Hooks => ({
  incoming: (message) => (isObject(message) && message.method === undefined && applies(message) ? "ignore" : undefined),
});

/** Changes the params of each request of one method. */
export const editParams = (method: string, edit: (params: JsonObject) => JsonObject): Hooks =>
  editAsked(method, (request) => ({ ...request, params: edit(isObject(request.params) ? request.params : {}) }));

/** Takes the pollInterval of the client's tasks for another. */
export const takesIntervalFor = (change: (interval: number) => number): Hooks => {
  const edit = (task: JsonObject): JsonObject =>
    typeof task.pollInterval === "number" ? { ...task, pollInterval: change(task.pollInterval) } : task;
  return {
    incoming: (message) => {
      if (!isObject(message) || !isObject(message.result)) return undefined;
      const { result } = message;
      return {
        replaceWith: { ...message, result: isObject(result.task) ? { task: edit(result.task) } : edit(result) },
      };
    },
  };
};
