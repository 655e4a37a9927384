import { isJsonObject, type Json, type JsonObject, member, stringMember } from "../../base/json.ts";
import { ERROR_CODE } from "../../protocol/error-codes.ts";
import { elicitationContent } from "../arguments/elicitation-content.ts";

/** What the client says it can do; what it is asked beyond that is answered with method-not-found. */
export type ClientCapabilities = JsonObject;

/**
 * How the client answers what the server asks. willing: as asked. declining, cancelling: elicitations end so. careless: a
 * form is filled in against its schema, a sampled message is malformed. refusing: an error to roots and sampling.
 */
export type Manner = "willing" | "declining" | "cancelling" | "careless" | "refusing";

/** The result our client gives to something the server asks of it; undefined when it was never declared. */
export const clientResult = (
  method: string,
  params: Json | undefined,
  capabilities: ClientCapabilities,
  manner: Manner = "willing",
): JsonObject | undefined => {
  switch (method) {
    case "ping":
      return {};
    case "roots/list":
      return Object.hasOwn(capabilities, "roots") ? { roots: [] } : undefined;
    case "sampling/createMessage":
      return Object.hasOwn(capabilities, "sampling") ? sampled(manner) : undefined;
    case "elicitation/create":
      return Object.hasOwn(capabilities, "elicitation") ? elicited(params, manner) : undefined;
    default:
      return undefined;
  }
};

/** A form is filled in with made-up values that fit its schema. No address a server names is ever visited. */
const elicited = (params: Json | undefined, manner: Manner): JsonObject => {
  if (manner === "cancelling" || manner === "refusing") return { action: "cancel" };
  if (manner === "declining" || member(params, "mode") === "url") return { action: "decline" };
  const content = elicitationContent(member(params, "requestedSchema"));
  return { action: "accept", content: manner === "careless" ? misfit(content) : content };
};

/** No field of a form may hold an object. */
const misfit = (content: JsonObject): JsonObject =>
  Object.fromEntries(Object.keys(content).map((key) => [key, { mcptest: "misfit" }]));

const sampled = (manner: Manner): JsonObject =>
  manner === "careless" ? { role: "nobody", content: 12345, model: 7 } : SAMPLE;

const SAMPLE: JsonObject = {
  role: "assistant",
  content: { type: "text", text: "This is a canned answer; no model was asked." },
  model: "mcptest-canned",
  stopReason: "endTurn",
};

/** The whole response to a server's request (stateful era). */
export const answerServerRequest = (
  request: Json,
  capabilities: ClientCapabilities,
  manner: Manner = "willing",
): Json | undefined => {
  const id = member(request, "id");
  const method = stringMember(request, "method");
  if (id === undefined || method === undefined) return undefined;
  const refusal = manner === "refusing" ? REFUSALS.get(method) : undefined;
  if (refusal) return { jsonrpc: "2.0", id, error: { ...refusal } };
  const result = clientResult(method, member(request, "params"), capabilities, manner);
  if (result) return { jsonrpc: "2.0", id, result };
  return { jsonrpc: "2.0", id, error: { code: ERROR_CODE.methodNotFound, message: "Method not found" } };
};

/** As the pages on roots and sampling show them. */
const REFUSALS: ReadonlyMap<string, { readonly code: number; readonly message: string }> = new Map([
  ["roots/list", { code: ERROR_CODE.methodNotFound, message: "Roots not supported" }],
  ["sampling/createMessage", { code: -1, message: "User rejected sampling request" }],
]);

/** The answers to an input_required result (stateless era); a kind that was not declared gets none. */
export const answerInputRequests = (
  inputRequests: Json | undefined,
  capabilities: ClientCapabilities,
  manner: Manner = "willing",
): JsonObject => {
  if (!isJsonObject(inputRequests)) return {};
  // By entries: the server chooses the names, and one may be __proto__.
  const answers = Object.entries(inputRequests).flatMap(([key, asked]): [string, JsonObject][] => {
    const method = stringMember(asked, "method");
    const result =
      method === undefined ? undefined : clientResult(method, member(asked, "params"), capabilities, manner);
    return result ? [[key, result]] : [];
  });
  return Object.fromEntries(answers);
};
