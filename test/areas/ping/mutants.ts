import { isObject, type JsonValue, METHOD_NOT_FOUND } from "../../servers/json-rpc.ts";
import { STATEFUL, STATELESS } from "../contexts.ts";
import { editResult, sentFor } from "../edits.ts";
import { refused } from "../tool-edits.ts";
import { type MutantTable, mutant } from "../variant.ts";

const isPing = ({ method }: { method?: JsonValue | undefined }): boolean => method === "ping";

export const MUTANTS: MutantTable = {
  "ping-unknown": mutant(["PING-001", "PING-003"], STATEFUL, {
    vice: "Does not know ping.",
    incoming: refused(isPing, METHOD_NOT_FOUND, "Method not found"),
  }),
  "ping-status": mutant("PING-002", STATEFUL, "http+sse/2024-11-05", {
    vice: "Answers ping with a status.",
    hooks: editResult("ping", () => ({ status: "ok" })),
  }),
  "ping-null": mutant("PING-002", STATEFUL, {
    vice: "Answers ping with null.",
    hooks: sentFor("ping", (message) => (message.result !== undefined ? [{ ...message, result: null }] : undefined)),
  }),
  "ping-after-handshake": mutant("PING-003", "stdio/2025-11-25", {
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
  }),
  "ping-flood": mutant("PING-005", STATEFUL, {
    vice: "Pings its client thirty times a second.",
    options: { pingIntervalMs: 33 },
  }),
  "ping-notification": mutant("PING-006", STATEFUL, {
    vice: "Pings its client with a notification.",
    options: { pingIntervalMs: 600 },
    outgoing: ({ id, ...others }) => (id !== undefined && isPing(others) ? [others] : undefined),
  }),
  "ping-still-served": mutant("PING-009", STATELESS, {
    vice: "Still answers ping in the stateless era.",
    incoming: (message) =>
      isObject(message) && message.id !== undefined && isPing(message)
        ? { answerWith: [{ jsonrpc: "2.0", id: message.id, result: { resultType: "complete" } }] }
        : undefined,
  }),
};
