import { isJsonObject, type Json, member } from "../base/json.ts";

/** Whether it is what JSON-RPC calls an error: an integer code with a message. */
export const isErrorObject = (error: Json | undefined): boolean =>
  isJsonObject(error) && Number.isInteger(member(error, "code")) && typeof member(error, "message") === "string";
