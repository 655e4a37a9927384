import { isObject, type JsonValue } from "../../json-rpc.ts";
import { answerJson } from "../answer-json.ts";
import type { Mutant } from "../mutant.ts";

const BATCHES = ["http/2025-03-26"] as const;

const methodsIn = (message: JsonValue): JsonValue[] | undefined =>
  Array.isArray(message) ? message.map((entry) => (isObject(entry) ? (entry.method ?? null) : null)) : undefined;

const methodsInBody = (body: Buffer): JsonValue[] | undefined => {
  try {
    return methodsIn(JSON.parse(body.toString("utf8")) as JsonValue);
  } catch {
    return undefined;
  }
};

const HANDSHAKE: JsonValue = [
  {
    jsonrpc: "2.0",
    id: "i",
    result: { protocolVersion: "2025-03-26", capabilities: {}, serverInfo: { name: "s", version: "1" } },
  },
  { jsonrpc: "2.0", id: "p", result: {} },
];

export const PROTO_BATCH_MUTANTS: readonly Mutant[] = [
  {
    id: "batch-answer-lost",
    vice: "Loses the last answer of a batch.",
    hooks: { batch: (responses) => responses.slice(0, -1) },
    fails: ["PROTO-026"],
    in: BATCHES,
  },
  {
    id: "batch-mixed-with-notification",
    vice: "Puts a log notification into the array of responses.",
    hooks: {
      batch: (responses) => [
        ...responses,
        { jsonrpc: "2.0", method: "notifications/message", params: { level: "info", data: "done" } },
      ],
    },
    fails: ["PROTO-027"],
    in: BATCHES,
  },
  {
    id: "batch-initialize-served",
    vice: "Shakes hands inside a batch.",
    hooks: {
      httpRequest: (exchange) =>
        methodsInBody(exchange.body)?.includes("initialize") === true && answerJson(exchange, HANDSHAKE),
    },
    fails: ["PROTO-029"],
    in: BATCHES,
  },
  {
    id: "batch-empty-answered-empty",
    vice: "Answers an empty batch with an empty array.",
    hooks: {
      incoming: (message) => (methodsIn(message)?.length === 0 ? { answerWith: [[]] } : undefined),
    },
    fails: ["PROTO-030"],
    in: BATCHES,
  },
  {
    id: "batch-of-notifications-answered",
    vice: "Answers a batch of notifications with an empty array.",
    hooks: {
      httpRequest: (exchange) => {
        const methods = methodsInBody(exchange.body) ?? [];
        const isTold = methods.every((method) => typeof method === "string" && method.startsWith("notifications/"));
        return methods.length > 0 && isTold && answerJson(exchange, []);
      },
    },
    fails: ["PROTO-031"],
    in: BATCHES,
  },
  {
    id: "batch-of-notifications-refused",
    vice: "Refuses a batch of notifications with an error.",
    hooks: {
      incoming: (message) =>
        methodsIn(message)?.every((method) => String(method).startsWith("notifications/")) === true &&
        methodsIn(message)?.length !== 0
          ? { answerWith: [{ jsonrpc: "2.0", id: null, error: { code: -32600, message: "No requests" } }] }
          : undefined,
    },
    fails: ["PROTO-031"],
    in: ["stdio/2025-03-26"],
  },
  {
    id: "batch-all-or-nothing",
    vice: "Refuses a whole batch for one bad member.",
    hooks: {
      incoming: (message) =>
        methodsIn(message)?.includes(null)
          ? { answerWith: [{ jsonrpc: "2.0", id: null, error: { code: -32600, message: "Invalid request" } }] }
          : undefined,
    },
    fails: ["PROTO-032"],
    in: BATCHES,
  },
];
