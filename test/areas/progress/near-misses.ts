import type { Hooks } from "../../servers/hooks.ts";
import { isObject, type JsonValue } from "../../servers/json-rpc.ts";
import { EVENT_STREAM, STATEFUL, STATELESS } from "../contexts.ts";
import { leaving } from "../edits.ts";
import { CANCELLED, editNotice, metaOf, PROGRESS, paramsOf, progressMessage } from "../notice-edits.ts";
import { all, always, each, eachAlways, has, meets, strictly } from "../stricter.ts";
import { type NearMissTable, nearMiss, sameAs } from "../variant.ts";

/** The number of the lowest request that is not open. */
const lowestFree = (taken: Iterable<number>): number => {
  const used = new Set(taken);
  let free = 0;
  while (used.has(free)) free += 1;
  return free;
};

const terse: Hooks = {
  outgoing: (message) => {
    if (typeof message.method !== "string" || !isObject(message.params)) return undefined;
    const optional = { "notifications/progress": ["total", "message"], "notifications/message": ["logger"] }[
      message.method
    ];
    return optional === undefined ? undefined : [{ ...message, params: leaving(message.params, optional) }];
  },
};

export const NEAR_MISSES: NearMissTable = {
  "terse-notifications": nearMiss({
    choice: "Leaves total and message out of progress, and logger out of log messages.",
    permittedBy: "2025-11-25 schema#notifications/progress: total and message are optional, and so is logger.",
    hooks: terse,
    "PROG-005": has("progress says its total", "progress_notifications.params", "total"),
  }),
  "odd-task-ids": sameAs("tasks", {
    "PROG-011": each.meets("an id is made of letters, digits and hyphens", "new_task_ids.id", {
      pattern: "^[a-z0-9-]+$",
    }),
    "PROG-012": eachAlways.meets("an id is made of letters, digits and hyphens", "new_task_ids.id", {
      pattern: "^[a-z0-9-]+$",
    }),
  }),
  "odd-progress": nearMiss({
    choice: "Counts progress from below zero in fractions, past its total.",
    permittedBy:
      "2025-11-25 basic/utilities/progress#progress-flow: progress and total may be floating point; progress increases even if the total is unknown.",
    hooks: editNotice("notifications/progress", (params) => ({
      ...params,
      progress: (typeof params.progress === "number" ? params.progress : 0) / 8 - 0.5,
      total: -0.25,
    })),
    "PROG-003": meets("progress is above zero", "progress_notifications.params.progress", { minimum: 0 }),
    "PROG-005": meets("a total is above zero", "progress_notifications.params.total", { minimum: 0 }),
  }),
  "progress-on-its-way": sameAs("cancellation", {
    ...all(
      ["PROG-001", "PROG-004"],
      eachAlways.avoids("nothing comes for a call once its cancellation is written", "progress_notifications.params", {
        message: "This was on its way.",
      }),
    ),
  }),
  "lowest-free-token": nearMiss(STATEFUL, {
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
    "PROG-009": meets("a token is a text of its own", "server_tokens.token", { type: "string" }),
  }),
  "progress-in-braces": nearMiss({
    choice: "Writes its progress in braces, with signs and without words.",
    permittedBy:
      "2025-11-25 basic/utilities/progress#progress-flow: the message should be human readable; no form is named.",
    hooks: editNotice(PROGRESS, (params) => ({ ...params, message: `{${String(params.progress)} ⏳ 3}` })),
    "PROG-006": meets("a message is not in braces", "progress_notifications.params.message", { pattern: "^[^{]" }),
  }),
  "progress-of-everything": nearMiss(EVENT_STREAM, {
    choice: "Reports that it is done right before the response, also for requests that take no time.",
    permittedBy:
      "2025-11-25 basic/utilities/progress#behavior-requirements: notifications may come at whatever frequency the receiver deems appropriate.",
    outgoing: (message, { request }) => {
      const { progressToken } = metaOf(request ?? {});
      return message.result !== undefined && request?.method !== "tools/call" && progressToken !== undefined
        ? [progressMessage(progressToken, 1), message]
        : undefined;
    },
    ...all(
      ["PROG-010", "PROG-002"],
      always.isAbsent("what takes no time reports no progress", "with_progress_token.meanwhile"),
    ),
    "PROG-014": strictly({ when: [], in: STATELESS }).isAbsent(
      "what takes no time reports no progress",
      "with_progress_token.meanwhile",
    ),
  }),
};
