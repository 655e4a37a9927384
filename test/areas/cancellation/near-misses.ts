import type { Hooks } from "../../servers/hooks.ts";
import {
  isObject,
  type JsonObject,
  type JsonValue,
  notificationMessage,
  resultMessage,
} from "../../servers/json-rpc.ts";
import { STATEFUL, STATELESS } from "../contexts.ts";
import { sentFor } from "../edits.ts";
import { CANCELLED, LOG, metaOf, PROGRESS, paramsOf, SUBSCRIPTION_ID } from "../notice-edits.ts";
import { all, always, each, eachAlways, has, meets, recordedAs, strictly } from "../stricter.ts";
import { type NearMissTable, nearMiss, sameAs } from "../variant.ts";

/** What was asked and is not answered yet, by id. */
const openCalls = () => {
  const calls = new Map<JsonValue | undefined, JsonObject>();
  return {
    /** The call that this message cancels, if it still runs. */
    cancelled: (message: JsonValue): JsonObject | undefined => {
      if (!isObject(message)) return undefined;
      if (message.method === "tools/call") calls.set(message.id, message);
      return message.method === CANCELLED ? calls.get(paramsOf(message).requestId) : undefined;
    },
    answered: (message: JsonObject): void => {
      if (message.method === undefined) calls.delete(message.id);
    },
  };
};

const ON_ITS_WAY = "This was on its way.";

const REMARKS = {
  unknown: "There is no such request to cancel.",
  malformed: "This cancels nothing.",
  answered: "This request is not to be answered any more.",
} as const;

/** Remarks on cancellations, at the one level that no client can turn off. */
const remarking = (): Hooks => {
  const asked = new Set<JsonValue | undefined>();
  return {
    incoming: (message, { send }) => {
      if (!isObject(message)) return undefined;
      if (message.id !== undefined) asked.add(message.id);
      if (message.method !== CANCELLED) return undefined;
      const { requestId } = paramsOf(message);
      const isUsable = typeof requestId === "string" || typeof requestId === "number";
      const data = !isUsable ? REMARKS.malformed : asked.has(requestId) ? REMARKS.answered : REMARKS.unknown;
      send(notificationMessage(LOG, { level: "emergency", data }));
      return undefined;
    },
  };
};

const QUICK = { content: [{ type: "text", text: "That was quick." }] };

export const NEAR_MISSES: NearMissTable = {
  "events-without-ids": sameAs("http", {
    "CANCEL-001": strictly({ each: true, in: STATEFUL }).isOneOf("events have ids", "event_answers.event_ids", [
      "given",
    ]),
  }),
  "odd-request-ids": sameAs("messages", {
    "CANCEL-009": always.has("a cancellation has a reason", "server_cancellations.params", "reason"),
    "CANCEL-010": has("a cancellation has a reason", "server_cancellations.params", "reason"),
    "CANCEL-012": each.has("a cancellation has a reason", "server_cancellations.params", "reason"),
  }),
  "done-when-cancelled": nearMiss("stdio/2025-11-25", {
    choice: "Has just finished when it reads a cancellation, and the answer goes out.",
    permittedBy:
      "2025-11-25 basic/utilities/cancellation#behavior-requirements: a cancellation may be ignored if processing has already completed.",
    hooks: () => {
      const calls = openCalls();
      return {
        incoming: (message, { send }) => {
          const call = calls.cancelled(message);
          const { id } = call ?? {};
          if (typeof id !== "string" && typeof id !== "number") return undefined;
          calls.answered({ id });
          send(resultMessage(id, QUICK));
          return undefined;
        },
        outgoing: (message) => {
          calls.answered(message);
          return undefined;
        },
      };
    },
    "CANCEL-002": recordedAs("nothing that was ready when the cancellation came is sent", {
      properties: {
        response: {
          not: {
            type: "object",
            properties: { result: { const: { content: [{ type: "text", text: "That was quick." }] } } },
            required: ["result"],
          },
        },
      },
    }),
  }),
  "progress-on-its-way": nearMiss("stdio/2026-07-28", {
    choice: "Has written progress just before it reads a cancellation.",
    permittedBy:
      "2026-07-28 basic/patterns/cancellation#timing-considerations: both parties handle messages that cross gracefully.",
    hooks: () => {
      const calls = openCalls();
      return {
        incoming: (message, { send }) => {
          const { progressToken } = metaOf(calls.cancelled(message) ?? {});
          if (progressToken !== undefined)
            send(notificationMessage(PROGRESS, { progressToken, progress: 1_000, message: ON_ITS_WAY }));
          return undefined;
        },
        outgoing: (message) => {
          calls.answered(message);
          return undefined;
        },
      };
    },
    "CANCEL-003": eachAlways.avoids(
      "nothing comes for a call once its cancellation is written",
      "progress_notifications.params",
      { message: "This was on its way." },
    ),
  }),
  "remarks-on-cancellations": nearMiss("stdio/2025-11-25", {
    choice: "Logs a remark about every cancellation, as a notification of the highest level.",
    permittedBy:
      "2025-11-25 basic/utilities/cancellation#implementation-notes: both parties should log cancellations; that a cancellation is ignored forbids no log message.",
    hooks: remarking,
    "CANCEL-005": each.meets("nothing at all is said about a cancellation", "log_messages.params.data", {
      not: { const: "There is no such request to cancel." },
    }),
    "CANCEL-006": each.meets("nothing at all is said about a cancellation", "log_messages.params.data", {
      not: { const: "This cancels nothing." },
    }),
    ...all(
      ["CANCEL-007", "CANCEL-008"],
      each.meets("nothing at all is said about a cancellation", "log_messages.params.data", {
        not: { const: "This request is not to be answered any more." },
      }),
    ),
  }),
  "subscription-cancelled-and-answered": nearMiss(STATELESS, {
    choice: "Ends a subscription with notifications/cancelled and with its result.",
    permittedBy:
      "2026-07-28 basic/patterns/cancellation: a server that tears a subscription down must send notifications/cancelled; the page on subscriptions wants the result.",
    hooks: sentFor("subscriptions/listen", (message, { request }) =>
      message.result !== undefined
        ? [notificationMessage(CANCELLED, { requestId: request.id, _meta: { [SUBSCRIPTION_ID]: request.id } }), message]
        : undefined,
    ),
    "CANCEL-014": meets("a server sends no notifications/cancelled", "server_cancellations", { maxItems: 0 }),
    "CANCEL-010": has("a cancellation has a reason", "server_cancellations.params", "reason"),
  }),
};
