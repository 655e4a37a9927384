import { INVALID_PARAMS, isObject, type JsonValue, RpcError } from "../../json-rpc.ts";
import type { Mutant } from "../mutant.ts";
import {
  afterResponse,
  editNotice,
  metaOf,
  PROGRESS,
  paramsOf,
  progressMessage,
  replaceNotice,
  UPDATED,
} from "./notices.ts";

const STATEFUL = ["http/2025-11-25"] as const;
const STATELESS = ["http/2026-07-28"] as const;

const isTaskToken = (token: JsonValue | undefined): boolean => String(token).startsWith("mcptest-task-");

export const PROG_MUTANTS: readonly Mutant[] = [
  {
    id: "progress-unasked",
    vice: "Reports progress on calls that have no progressToken.",
    hooks: {
      outgoing: (message, { request }) =>
        message.result !== undefined &&
        request?.params.name === "catalogue_info" &&
        metaOf(request).progressToken === undefined
          ? [progressMessage(request.id, 1), message]
          : undefined,
    },
    options: { sse: true },
    fails: ["PROG-001"],
  },
  {
    id: "progress-token-prefixed",
    vice: "Puts a prefix before the tokens it was given.",
    hooks: editNotice(PROGRESS, (params) => ({ ...params, progressToken: `call-${String(params.progressToken)}` })),
    fails: ["PROG-002"],
  },
  {
    id: "progress-token-text",
    vice: "Gives integer tokens back as text.",
    hooks: editNotice(PROGRESS, (params) => ({ ...params, progressToken: String(params.progressToken) })),
    fails: ["PROG-002"],
  },
  {
    id: "progress-stuck",
    vice: "Reports the same progress again and again.",
    hooks: editNotice(PROGRESS, (params) => ({ ...params, progress: 1 })),
    fails: ["PROG-003"],
  },
  {
    id: "progress-backwards",
    vice: "Counts its progress down.",
    hooks: editNotice(PROGRESS, (params) => ({ ...params, progress: 100 - Number(params.progress) })),
    fails: ["PROG-003"],
    in: STATELESS,
  },
  {
    id: "progress-after-response",
    vice: "Reports that all is done after the response.",
    hooks: afterResponse(
      // A task is answered without a stream: there is nothing to report on afterwards.
      ({ request }, { result }) =>
        request?.params.name === "count_slowly" &&
        metaOf(request).progressToken !== undefined &&
        isObject(result) &&
        result.content !== undefined,
      ({ request }) => progressMessage(metaOf(request ?? {}).progressToken ?? null, 100),
    ),
    fails: ["PROG-004"],
  },
  {
    id: "progress-percent-text",
    vice: "Reports progress as a percentage in a text.",
    hooks: editNotice(PROGRESS, (params) => ({ ...params, progress: `${String(params.progress)}%` })),
    fails: ["PROG-005"],
  },
  {
    id: "progress-message-object",
    vice: "Sends an object as the message of its progress.",
    hooks: editNotice(PROGRESS, (params) => ({ ...params, message: { text: "going on" } })),
    fails: ["PROG-005"],
    in: ["http/2025-03-26", "http/2026-07-28"],
  },
  {
    id: "progress-message-json",
    vice: "Writes JSON into the message of its progress.",
    hooks: editNotice(PROGRESS, (params) => ({ ...params, message: JSON.stringify({ at: params.progress }) })),
    fails: ["PROG-006"],
  },
  {
    id: "progress-flood",
    vice: "Reports every thousandth of a step.",
    hooks: replaceNotice(PROGRESS, (message) =>
      Array.from({ length: 60 }, (_, index) => {
        const params = paramsOf(message);
        return { ...message, params: { ...params, progress: Number(params.progress) + index / 1_000 } };
      }),
    ),
    fails: ["PROG-008"],
  },
  {
    id: "task-progress-renamed",
    vice: "Reports the progress of tasks under a token of its own.",
    hooks: editNotice(PROGRESS, (params) =>
      isTaskToken(params.progressToken) ? { ...params, progressToken: `job-${String(params.progressToken)}` } : params,
    ),
    fails: ["PROG-011"],
    in: STATEFUL,
  },
  {
    id: "task-progress-after-end",
    vice: "Reports progress of a task long after it was cancelled.",
    hooks: {
      incoming: (message, { sendStandalone }) => {
        if (isObject(message) && message.method === "tasks/cancel")
          setTimeout(() => sendStandalone(progressMessage("mcptest-task-create-second", 99)), 250);
        return undefined;
      },
    },
    fails: ["PROG-012"],
    in: STATEFUL,
  },
  {
    id: "server-token-object",
    vice: "Puts an object as progressToken on its own requests.",
    hooks: {
      outgoing: (message) =>
        message.method === "sampling/createMessage" && isObject(message.params)
          ? [{ ...message, params: { ...message.params, _meta: { progressToken: { request: message.id ?? null } } } }]
          : undefined,
    },
    fails: ["PROG-009"],
    in: STATEFUL,
  },
  {
    id: "progress-token-refused",
    vice: "Refuses a progressToken on requests that make no progress.",
    hooks: {
      result: (_, { request }) => {
        if (request !== undefined && request.method !== "tools/call" && metaOf(request).progressToken !== undefined)
          throw new RpcError(INVALID_PARAMS, "This method makes no progress");
        return undefined;
      },
    },
    fails: ["PROG-010"],
  },
  {
    id: "progress-on-listen",
    vice: "Reports progress on the stream of a subscription.",
    hooks: () => {
      let progress = 0;
      return replaceNotice(UPDATED, (message, { request }) => {
        const filter = isObject(request?.params.notifications) ? request.params.notifications : {};
        // The subscription that listens while calls are made.
        if (filter.toolsListChanged !== true) return undefined;
        progress += 1;
        return [message, progressMessage("mcptest-log", progress)];
      });
    },
    fails: ["PROG-014", "SUBS-019"],
    in: STATELESS,
  },
];
