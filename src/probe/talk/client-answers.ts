import { isJsonObject, type Json, type JsonObject, member, stringMember } from "../../model/json.ts";
import { elicitationContent } from "../arguments/elicitation-content.ts";

/** What the client says it can do; what it is asked beyond that is answered with method-not-found. */
export type ClientCapabilities = JsonObject;

/** The result our client gives to something the server asks of it; undefined when it was never declared. */
export const clientResult = (
  method: string,
  params: Json | undefined,
  capabilities: ClientCapabilities,
): JsonObject | undefined => {
  switch (method) {
    case "ping":
      return {};
    case "roots/list":
      return Object.hasOwn(capabilities, "roots") ? { roots: [] } : undefined;
    case "sampling/createMessage":
      return Object.hasOwn(capabilities, "sampling") ? SAMPLE : undefined;
    case "elicitation/create":
      return Object.hasOwn(capabilities, "elicitation") ? elicited(params) : undefined;
    default:
      return undefined;
  }
};

/** A form is filled in with made-up values that fit its schema. No address a server names is ever visited. */
const elicited = (params: Json | undefined): JsonObject =>
  member(params, "mode") === "url"
    ? { action: "decline" }
    : { action: "accept", content: elicitationContent(member(params, "requestedSchema")) };

const SAMPLE: JsonObject = {
  role: "assistant",
  content: { type: "text", text: "This is a canned answer; no model was asked." },
  model: "mcptest-canned",
  stopReason: "endTurn",
};

/** The whole response to a server's request (stateful era). */
export const answerServerRequest = (request: Json, capabilities: ClientCapabilities): Json | undefined => {
  const id = member(request, "id");
  const method = stringMember(request, "method");
  if (id === undefined || method === undefined) return undefined;
  const result = clientResult(method, member(request, "params"), capabilities);
  if (result) return { jsonrpc: "2.0", id, result };
  return { jsonrpc: "2.0", id, error: { code: -32601, message: "Method not found" } };
};

/** The answers to an input_required result (stateless era); a kind that was not declared gets none. */
export const answerInputRequests = (inputRequests: Json | undefined, capabilities: ClientCapabilities): JsonObject => {
  if (!isJsonObject(inputRequests)) return {};
  // By entries: the server chooses the names, and one may be __proto__.
  const answers = Object.entries(inputRequests).flatMap(([key, asked]): [string, JsonObject][] => {
    const method = stringMember(asked, "method");
    const result = method === undefined ? undefined : clientResult(method, member(asked, "params"), capabilities);
    return result ? [[key, result]] : [];
  });
  return Object.fromEntries(answers);
};
