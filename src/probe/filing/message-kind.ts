import { isJsonObject, type Json, member } from "../../base/json.ts";

/** Ids are compared with their JSON type: "1" does not answer 1. */
export const idKey = (id: Json): string => JSON.stringify(id);

export const isResponse = (message: Json | undefined): boolean =>
  isJsonObject(message) &&
  !Object.hasOwn(message, "method") &&
  (Object.hasOwn(message, "result") || Object.hasOwn(message, "error"));

export const isRequest = (message: Json | undefined): boolean =>
  isJsonObject(message) && typeof member(message, "method") === "string" && Object.hasOwn(message, "id");

/** The ids a response is awaited for: of whatever is not itself a response, or of every such member of a batch. */
export const requestIds = (message: Json | undefined): string[] => {
  const single = (entry: Json): string[] => {
    if (!isJsonObject(entry) || isResponse(entry)) return [];
    const id = member(entry, "id");
    return id === undefined ? [] : [idKey(id)];
  };
  if (message === undefined) return [];
  return Array.isArray(message) ? message.flatMap(single) : single(message);
};

/** The responses in what arrived: a message, or the members of a batch. */
export const responsesIn = (message: Json | undefined): Json[] => {
  if (message === undefined) return [];
  const all = Array.isArray(message) ? message : [message];
  return all.filter(isResponse);
};
