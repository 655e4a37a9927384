// Notifications, server requests and subscriptions: progress, log messages, pings, cancellations.

import { isObject, type JsonObject } from "../../json-rpc.ts";
import type { Innocent } from "../innocent.ts";
import { isAbsent, meets, only } from "./stricter.ts";

const OLD = "http/2025-11-25";

const editParams = (method: string, edit: (params: JsonObject) => JsonObject) => ({
  outgoing: (message: JsonObject): JsonObject[] | undefined =>
    message.method === method
      ? [{ ...message, params: edit(isObject(message.params) ? message.params : {}) }]
      : undefined,
});

const LOGGED = ["a plain text", 42, [1, { two: 2 }], { passwordLength: 12, tokens: 900 }];

/** Ids of the server's own requests: integers below zero and texts of any kind. */
const oddId = (id: unknown): number | string => {
  const count = Number(String(id).split("-")[1]);
  return count % 2 === 0 ? -count : `№ ${count} / ask`;
};

export const NOTICE_INNOCENTS: readonly Innocent[] = [
  {
    id: "odd-progress",
    choice: "Counts progress from below zero in fractions, past its total.",
    permittedBy:
      "2025-11-25 basic/utilities/progress#progress-flow: progress and total may be floating point; progress increases even if the total is unknown.",
    hooks: editParams("notifications/progress", (params) => ({
      ...params,
      progress: (typeof params.progress === "number" ? params.progress : 0) / 8 - 0.5,
      total: -0.25,
    })),
    closestTo: {
      "PROG-003": meets("progress is above zero", "progress_notifications.params.progress", { minimum: 0 }),
      "PROG-005": meets("a total is above zero", "progress_notifications.params.total", { minimum: 0 }),
      "SUBS-019": meets(
        "progress is an integer",
        "progress_notifications.params.progress",
        { type: "integer" },
        { when: [], each: true },
      ),
    },
  },
  {
    id: "odd-log-messages",
    choice: "Logs texts, numbers and arrays, under a logger with a long name, and words that remind of secrets.",
    permittedBy: "2025-11-25 server/utilities/logging#log-message-notifications: data is any JSON-serializable value.",
    hooks: () => {
      let count = 0;
      return editParams("notifications/message", (params) => {
        count += 1;
        return { ...params, logger: "com.example.notes/worker#7", data: LOGGED[count % LOGGED.length] };
      });
    },
    closestTo: {
      "LOG-001": meets("data is an object", "log_messages.params.data", { type: "object" }, { each: true }),
      "LOG-006": meets("data is an object", "log_messages.params.data", { type: "object" }),
      "LOG-010": meets("data is an object", "log_messages.params.data", { type: "object" }),
      "LOG-011": meets("nothing is about tokens", "log_messages.params.data", {
        not: { type: "object", required: ["tokens"] },
      }),
      "LOG-015": meets("data is an object", "log_messages.params.data", { type: "object" }, { each: true }),
    },
  },
  {
    id: "odd-request-ids",
    choice: "Numbers its own requests below zero, or names them with spaces and signs.",
    permittedBy:
      "2025-11-25 basic#requests: requests include a string or integer id that is not null and was not used before.",
    hooks: () => {
      const known = new Map<number | string, string>();
      return {
        outgoing: (message) => {
          if (message.method === "notifications/cancelled" && isObject(message.params)) {
            const requestId = oddId(message.params.requestId);
            return known.has(requestId) ? [{ ...message, params: { requestId } }] : undefined;
          }
          if (typeof message.method !== "string" || message.id === undefined) return undefined;
          const id = oddId(message.id);
          known.set(id, String(message.id));
          return [{ ...message, id }];
        },
        incoming: (message) => {
          if (!isObject(message) || message.method !== undefined) return undefined;
          const { id } = message;
          const own = typeof id === "number" || typeof id === "string" ? known.get(id) : undefined;
          return own === undefined ? undefined : { replaceWith: { ...message, id: own } };
        },
      };
    },
    in: [OLD, "http/2025-03-26"],
    closestTo: {
      "PROTO-016": meets("an id is a plain text", "server_requests.id", { type: "string", pattern: "^[a-z0-9-]+$" }),
      "PROTO-017": meets(
        "an id is a plain text",
        "server_requests.id",
        { type: "string", pattern: "^[a-z0-9-]+$" },
        { each: true },
      ),
      "CANCEL-009": meets(
        "a cancellation has a reason",
        "server_cancellations.params",
        { required: ["reason"] },
        { when: [] },
      ),
      "CANCEL-010": meets("a cancellation has a reason", "server_cancellations.params", { required: ["reason"] }),
      "CANCEL-012": meets(
        "a cancellation has a reason",
        "server_cancellations.params",
        { required: ["reason"] },
        { each: true },
      ),
    },
  },
  {
    id: "pings-with-params",
    choice: "Pings its client now and then, with empty params.",
    permittedBy:
      "2025-11-25 basic/utilities/ping#behavior-requirements: either side may initiate a ping; the schema lets it have params.",
    hooks: editParams("ping", (params) => params),
    options: { pingIntervalMs: 600 },
    in: [OLD],
    closestTo: {
      "PING-006": isAbsent("a ping has no params", "server_pings.params"),
    },
  },
  {
    id: "acknowledged-in-full",
    choice: "Acknowledges a subscription with every member of the filter, false where nothing will come.",
    permittedBy:
      "2026-07-28 basic/utilities/subscriptions: the acknowledgment tells which notifications the server will deliver; false and absent mean the same.",
    hooks: editParams("notifications/subscriptions/acknowledged", (params) => ({
      ...params,
      notifications: {
        toolsListChanged: false,
        promptsListChanged: false,
        resourcesListChanged: false,
        resourceSubscriptions: [],
        ...(isObject(params.notifications) ? params.notifications : {}),
      },
    })),
    in: ["http/2026-07-28"],
    closestTo: Object.fromEntries(
      ["SUBS-002", "SUBS-003", "SUBS-004", "SUBS-006", "SUBS-010"].map((rule) => [
        rule,
        meets(
          "the acknowledgment leaves out what will not come",
          "listen.acknowledged",
          { not: { required: ["promptsListChanged"], properties: { promptsListChanged: { const: false } } } },
          { when: [] },
        ),
      ]),
    ),
  },
  {
    id: "unknown-version-refused",
    choice: "Refuses a revision that it does not know with -32602 and the list of those it does.",
    permittedBy:
      "2025-11-25 basic/lifecycle#error-handling: an unsupported protocol version is the example of an initialization error, with code -32602.",
    hooks: {
      outgoing: (_message, { request }) =>
        request?.method === "initialize" &&
        ["1999-01-01", "2999-12-31"].includes(String(request.params.protocolVersion))
          ? [
              {
                jsonrpc: "2.0",
                id: request.id,
                error: { code: -32602, message: "Unsupported protocol version", data: { supported: ["2025-11-25"] } },
              },
            ]
          : undefined,
    },
    in: [OLD],
    closestTo: {
      "PROTO-005": only(OLD, isAbsent("an unknown revision gets a counter-offer", "odd_version.error")),
    },
  },
];
