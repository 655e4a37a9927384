import type { JsonObject } from "../../base/json.ts";
import { PLAIN_OFFER } from "./plain-offer.ts";
import type { Action, Occasion, OfferedTool, Operation, Reaction } from "./scenario.ts";

// What scenarios share.

export const CONNECT: Operation = { op: "connect" };
export const LIST_TOOLS: Operation = { op: "list", what: "tools" };
export const CLOSE: Operation = { op: "close" };

export const call = (name: string, given: JsonObject = {}): Operation => ({ op: "call", name, arguments: given });

/** A call that says how far the client has come: what it was to do before is done. */
export const marker = (text: string): Operation => call("echo", { text });

/** A tool without arguments. */
export const tool = (name: string, description: string, more: JsonObject = {}): OfferedTool => ({
  tool: { name, description, inputSchema: { type: "object", properties: {} }, ...more },
  result: { content: [{ type: "text", text: "done" }] },
});

/** The tools of the plain server and some more. */
export const withTools = (...more: readonly OfferedTool[]): readonly OfferedTool[] => [...PLAIN_OFFER.tools, ...more];

export const onCall = (name: string, ...actions: readonly Action[]): Reaction => ({
  on: { method: "tools/call", name },
  actions,
});

/** Answers with questions, where the client has declared what they presuppose. */
export const asksInput = (on: Occasion, inputRequests: JsonObject | undefined, requestState?: string): Reaction => ({
  on,
  actions: [
    {
      do: "result",
      result: {
        resultType: "input_required",
        ...(inputRequests === undefined ? {} : { inputRequests }),
        ...(requestState === undefined ? {} : { requestState }),
      },
    },
  ],
});

const text = (words: string): JsonObject => ({ role: "user", content: { type: "text", text: words } });

export const sampling = (words: string, more: JsonObject = {}): JsonObject => ({
  messages: [text(words)],
  maxTokens: 50,
  ...more,
});

/** A form with one field. */
export const askName = (message = "What is your name?"): JsonObject => ({
  message,
  requestedSchema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
});

export const form = (message: string, properties: JsonObject, required: readonly string[] = []): JsonObject => ({
  message,
  requestedSchema: { type: "object", properties, required: [...required] },
});

export const elicit = (params: JsonObject): JsonObject => ({ method: "elicitation/create", params });
export const sample = (params: JsonObject): JsonObject => ({ method: "sampling/createMessage", params });
