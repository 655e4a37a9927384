// Cancellation, progress and ping: messages that cross each other, and what a server may still say.

import type { Hooks } from "../../hooks.ts";
import { isObject, type JsonObject, type JsonValue, notificationMessage, resultMessage } from "../../json-rpc.ts";
import {
  CANCELLED,
  editNotice,
  LOG,
  metaOf,
  PROGRESS,
  paramsOf,
  progressMessage,
  SUBSCRIPTION_ID,
} from "../../mutants/tables/notices.ts";
import { takesIntervalFor } from "../../mutants/tables/question-edits.ts";
import type { Innocent, Stricter } from "../innocent.ts";
import { isAbsent, meets, only, recordedAs } from "./stricter.ts";

const PIPE = ["stdio/2025-11-25"] as const;
const NEW_PIPE = ["stdio/2026-07-28"] as const;

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

const nothingOnItsWay = meets(
  "nothing comes for a call once its cancellation is written",
  "progress_notifications.params",
  { not: { properties: { message: { const: ON_ITS_WAY } }, required: ["message"] } },
  { when: [], each: true },
);

const REMARKS = {
  unknown: "There is no such request to cancel.",
  malformed: "This cancels nothing.",
  answered: "This request is not to be answered any more.",
} as const;

const unremarked = (remark: string): Stricter =>
  meets(
    "nothing at all is said about a cancellation",
    "log_messages.params.data",
    { not: { const: remark } },
    { each: true },
  );

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

const MOMENT_MS = 40;

const later = <T>(value: () => T): Promise<T> =>
  new Promise((resolve) => setTimeout(() => resolve(value()), MOMENT_MS));

/** The number of the lowest request that is not open. */
const lowestFree = (taken: Iterable<number>): number => {
  const used = new Set(taken);
  let free = 0;
  while (used.has(free)) free += 1;
  return free;
};

const QUICK = { content: [{ type: "text", text: "That was quick." }] };

export const CANCELLATION_INNOCENTS: readonly Innocent[] = [
  {
    id: "done-when-cancelled",
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
    in: PIPE,
    closestTo: {
      "CANCEL-002": recordedAs("nothing that was ready when the cancellation came is sent", {
        properties: {
          response: { not: { type: "object", properties: { result: { const: QUICK } }, required: ["result"] } },
        },
      }),
    },
  },
  {
    id: "progress-on-its-way",
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
    in: NEW_PIPE,
    closestTo: {
      "CANCEL-003": nothingOnItsWay,
      "PROG-001": nothingOnItsWay,
      "PROG-004": nothingOnItsWay,
    },
  },
  {
    id: "remarks-on-cancellations",
    choice: "Logs a remark about every cancellation, as a notification of the highest level.",
    permittedBy:
      "2025-11-25 basic/utilities/cancellation#implementation-notes: both parties should log cancellations; that a cancellation is ignored forbids no log message.",
    hooks: remarking,
    in: PIPE,
    closestTo: {
      "CANCEL-005": unremarked(REMARKS.unknown),
      "CANCEL-006": unremarked(REMARKS.malformed),
      "CANCEL-007": unremarked(REMARKS.answered),
      "CANCEL-008": unremarked(REMARKS.answered),
    },
  },
  {
    id: "subscription-cancelled-and-answered",
    choice: "Ends a subscription with notifications/cancelled and with its result.",
    permittedBy:
      "2026-07-28 basic/patterns/cancellation: a server that tears a subscription down must send notifications/cancelled; the page on subscriptions wants the result.",
    hooks: {
      outgoing: (message, { request }) =>
        request?.method === "subscriptions/listen" && message.result !== undefined
          ? [
              notificationMessage(CANCELLED, { requestId: request.id, _meta: { [SUBSCRIPTION_ID]: request.id } }),
              message,
            ]
          : undefined,
    },
    in: ["http/2026-07-28"],
    closestTo: {
      "CANCEL-014": meets("a server sends no notifications/cancelled", "server_cancellations", { maxItems: 0 }),
      "CANCEL-010": meets("a cancellation has a reason", "server_cancellations.params", { required: ["reason"] }),
      "CANCEL-015": meets("a subscription that is answered is not cancelled as well", "ended_listens.meanwhile", {
        not: { contains: { required: ["method"], properties: { method: { const: CANCELLED } } } },
      }),
    },
  },
  {
    id: "ping-takes-a-moment",
    choice: "Answers a ping after a moment, on an event stream that begins with a comment.",
    permittedBy:
      "2025-11-25 basic/utilities/ping#behavior-requirements: the receiver responds promptly; no sentence says how soon that is.",
    hooks: {
      sseEvent: (text, { rpcMethod }) => (rpcMethod === "ping" ? `: one moment\n\n${text}` : undefined),
      outgoing: (message, { request }) => (request?.method === "ping" ? later(() => [message]) : undefined),
    },
    options: { sse: true },
    in: ["http/2025-11-25"],
    closestTo: {
      "PING-001": meets("a ping is answered with nothing before it", "ping.stream.comments", { maximum: 0 }),
    },
  },
  {
    id: "lowest-free-token",
    choice:
      "Uses the lowest number that is free as progressToken of its requests, beginning with zero, again and again.",
    permittedBy:
      "2025-11-25 basic/utilities/progress#progress-flow: a token is a string or an integer, unique across all active requests.",
    hooks: () => {
      const tokens = new Map<JsonValue | undefined, number>();
      return {
        outgoing: (message) => {
          if (message.method === CANCELLED) tokens.delete(paramsOf(message).requestId);
          if (message.method !== "sampling/createMessage") return undefined;
          const progressToken = lowestFree(tokens.values());
          tokens.set(message.id, progressToken);
          return [{ ...message, params: { ...paramsOf(message), _meta: { progressToken } } }];
        },
        incoming: (message) => {
          if (isObject(message) && message.method === undefined) tokens.delete(message.id);
          return undefined;
        },
      };
    },
    in: ["http/2025-11-25"],
    closestTo: {
      "PROG-009": meets("a token is a text of its own", "server_tokens.token", { type: "string" }),
    },
  },
  {
    id: "progress-in-braces",
    choice: "Writes its progress in braces, with signs and without words.",
    permittedBy:
      "2025-11-25 basic/utilities/progress#progress-flow: the message should be human readable; no form is named.",
    hooks: editNotice(PROGRESS, (params) => ({ ...params, message: `{${String(params.progress)} ⏳ 3}` })),
    closestTo: {
      "PROG-006": meets("a message is not in braces", "progress_notifications.params.message", { pattern: "^[^{]" }),
    },
  },
  {
    id: "progress-of-everything",
    choice: "Reports that it is done right before the response, also for requests that take no time.",
    permittedBy:
      "2025-11-25 basic/utilities/progress#behavior-requirements: notifications may come at whatever frequency the receiver deems appropriate.",
    hooks: {
      outgoing: (message, { request }) => {
        const { progressToken } = metaOf(request ?? {});
        return message.result !== undefined && request?.method !== "tools/call" && progressToken !== undefined
          ? [progressMessage(progressToken, 1), message]
          : undefined;
      },
    },
    options: { sse: true },
    closestTo: {
      "PROG-010": isAbsent("what takes no time reports no progress", "with_progress_token.meanwhile", { when: [] }),
      "PROG-014": only(
        "http/2026-07-28",
        isAbsent("what takes no time reports no progress", "with_progress_token.meanwhile", { when: [] }),
      ),
      "PROG-002": isAbsent("what takes no time reports no progress", "with_progress_token.meanwhile", { when: [] }),
    },
  },
  {
    id: "client-task-withdrawn-with-reason",
    choice: "Withdraws a task of the client with tasks/cancel, and says why in _meta.",
    permittedBy:
      "2025-11-25 basic#_meta: _meta may hold metadata of a server's own; tasks/cancel is how tasks are withdrawn.",
    hooks: {
      outgoing: (message) =>
        message.method === "tasks/cancel" && isObject(message.params)
          ? [{ ...message, params: { ...message.params, _meta: { "com.example/reason": "the call was cancelled" } } }]
          : undefined,
    },
    options: { clientTasks: true },
    in: ["http/2025-11-25", "stdio/2025-11-25"],
    closestTo: {
      "CANCEL-011": isAbsent("tasks/cancel names a task and nothing else", "task_withdrawals.params._meta", {
        each: true,
      }),
    },
  },
  {
    id: "client-task-polled-slowly",
    choice: "Polls a task of the client less often than it suggests.",
    permittedBy:
      "2025-11-25 basic/utilities/tasks#ttl-and-resource-management: pollInterval is a suggestion to respect; polling less than that is no burden.",
    hooks: takesIntervalFor((interval) => interval * 1.4),
    options: { clientTasks: true },
    in: ["http/2025-11-25"],
    closestTo: {
      "TASK-045": meets("polls come at the interval", "client_polls.mean_pause", { maximum: 1.3 }, { each: true }),
    },
  },
];
