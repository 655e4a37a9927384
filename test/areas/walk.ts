// Walks through what a server sends, for choices that show everywhere.

import { isObject, type JsonObject, type JsonValue } from "../servers/json-rpc.ts";

/** Members of results that hold lists of protocol objects. */
export const LISTS = [
  "tools",
  "prompts",
  "resources",
  "resourceTemplates",
  "contents",
  "content",
  "messages",
  "arguments",
  "icons",
  "tasks",
];

/** Members that hold one protocol object. */
export const OBJECTS = [
  "serverInfo",
  "annotations",
  "execution",
  "resource",
  "task",
  "completion",
  "content",
  "capabilities",
];

/** Changes every object that the protocol defines within a result; schemas and structured content are the server's own. */
export function editObjects(
  value: JsonObject,
  edit: (object: JsonObject, role: string) => JsonObject,
  role = "result",
): JsonObject {
  const inside: JsonObject = { ...value };
  for (const [key, member] of Object.entries(value)) {
    if (Array.isArray(member) && LISTS.includes(key)) inside[key] = editList(member, edit, key);
    else if (isObject(member) && OBJECTS.includes(key)) inside[key] = editObjects(member, edit, key);
  }
  return edit(inside, role);
}

export const editList = (
  list: readonly JsonValue[],
  edit: (object: JsonObject, role: string) => JsonObject,
  role: string,
): JsonValue[] => list.map((entry) => (isObject(entry) ? editObjects(entry, edit, role) : entry));

/** Requests whose result is empty by definition. */
export const EMPTY_RESULTS: readonly string[] = [
  "ping",
  "logging/setLevel",
  "resources/subscribe",
  "resources/unsubscribe",
  "tasks/cancel",
  "tasks/update",
];
