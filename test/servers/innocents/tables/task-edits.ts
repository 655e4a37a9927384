// Small changes that the innocents with tasks share.

import type { JsonObject as Schema } from "../../../../src/base/json.ts";
import type { Hooks } from "../../hooks.ts";
import { isObject, type JsonObject } from "../../json-rpc.ts";
import type { Stricter } from "../innocent.ts";
import { recordedAs } from "./stricter.ts";

const isTask = (value: JsonObject): boolean => typeof value.taskId === "string" && typeof value.createdAt === "string";

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

export const without = (value: JsonObject, ...names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));

/** No result of this method has these members. */
export const noSuchResult = (name: string, method: string, result: Schema): Stricter =>
  recordedAs(name, {
    not: {
      required: ["request", "response"],
      properties: {
        request: { required: ["method"], properties: { method: { const: method } } },
        response: { required: ["result"], properties: { result } },
      },
    },
  });

export const hasEnded = ({ status }: JsonObject): boolean => status === "completed" || status === "failed";
