import { isObject, type JsonValue, METHOD_NOT_FOUND } from "../../json-rpc.ts";
import type { Context } from "../context.ts";
import type { Mutant } from "../mutant.ts";
import { refused } from "./tool-edits.ts";

const STATEFUL: readonly Context[] = ["http/2025-11-25"];

const isPing = ({ method }: { method?: JsonValue | undefined }): boolean => method === "ping";

export const PING_MUTANTS: readonly Mutant[] = [
  {
    id: "ping-unknown",
    vice: "Does not know ping.",
    hooks: { incoming: refused(isPing, METHOD_NOT_FOUND, "Method not found") },
    fails: ["PING-001", "PING-003"],
    in: STATEFUL,
  },
  {
    id: "ping-status",
    vice: "Answers ping with a status.",
    hooks: { result: (_result, { request }) => (request?.method === "ping" ? { status: "ok" } : undefined) },
    fails: ["PING-002"],
    in: ["http/2025-11-25", "http+sse/2024-11-05"],
  },
  {
    id: "ping-null",
    vice: "Answers ping with null.",
    hooks: {
      outgoing: (message, { request }) =>
        request?.method === "ping" && message.result !== undefined ? [{ ...message, result: null }] : undefined,
    },
    fails: ["PING-002"],
    in: STATEFUL,
  },
  {
    id: "ping-after-handshake",
    vice: "Refuses ping until notifications/initialized has come.",
    hooks: () => {
      let ready = false;
      return {
        incoming: (message, context) => {
          if (isObject(message) && message.method === "notifications/initialized") ready = true;
          return ready ? undefined : refused(isPing, -32002, "Server not initialized")(message, context);
        },
      };
    },
    fails: ["PING-003"],
    in: ["stdio/2025-11-25"],
  },
  {
    id: "ping-flood",
    vice: "Pings its client thirty times a second.",
    options: { pingIntervalMs: 33 },
    hooks: {},
    fails: ["PING-005"],
    in: STATEFUL,
  },
  {
    id: "ping-notification",
    vice: "Pings its client with a notification.",
    options: { pingIntervalMs: 600 },
    hooks: {
      outgoing: ({ id, ...others }) => (id !== undefined && isPing(others) ? [others] : undefined),
    },
    fails: ["PING-006"],
    in: STATEFUL,
  },
  {
    id: "ping-still-served",
    vice: "Still answers ping in the stateless era.",
    hooks: {
      incoming: (message) =>
        isObject(message) && message.id !== undefined && isPing(message)
          ? { answerWith: [{ jsonrpc: "2.0", id: message.id, result: { resultType: "complete" } }] }
          : undefined,
    },
    fails: ["PING-009"],
    in: ["http/2026-07-28"],
  },
];
