import { INVALID_PARAMS, isObject, type JsonValue, RpcError } from "../../servers/json-rpc.ts";
import { EVENT_STREAM, STATEFUL, STATELESS } from "../contexts.ts";
import { set } from "../edits.ts";
import {
  afterResponse,
  editNotice,
  metaOf,
  PROGRESS,
  paramsOf,
  progressMessage,
  replaceNotice,
  UPDATED,
} from "../notice-edits.ts";
import { isHandle } from "../task-edits.ts";
import { type MutantTable, mutant } from "../variant.ts";

const isTaskToken = (token: JsonValue | undefined): boolean => String(token).startsWith("mcptest-task-");

export const MUTANTS: MutantTable = {
  "progress-unasked": mutant("PROG-001", EVENT_STREAM, {
    vice: "Reports progress on calls that have no progressToken.",
    outgoing: (message, { request }) =>
      message.result !== undefined &&
      request?.params.name === "catalogue_info" &&
      metaOf(request).progressToken === undefined
        ? [progressMessage(request.id, 1), message]
        : undefined,
  }),
  "progress-token-prefixed": mutant("PROG-002", {
    vice: "Puts a prefix before the tokens it was given.",
    hooks: editNotice(PROGRESS, (params) => ({ ...params, progressToken: `call-${String(params.progressToken)}` })),
  }),
  "progress-token-text": mutant("PROG-002", {
    vice: "Gives integer tokens back as text.",
    hooks: editNotice(PROGRESS, (params) => ({ ...params, progressToken: String(params.progressToken) })),
  }),
  "progress-stuck": mutant("PROG-003", {
    vice: "Reports the same progress again and again.",
    hooks: editNotice(PROGRESS, set({ progress: 1 })),
  }),
  "progress-backwards": mutant("PROG-003", STATELESS, {
    vice: "Counts its progress down.",
    hooks: editNotice(PROGRESS, (params) => ({ ...params, progress: 100 - Number(params.progress) })),
  }),
  "progress-after-response": mutant("PROG-004", {
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
  }),
  "progress-percent-text": mutant("PROG-005", {
    vice: "Reports progress as a percentage in a text.",
    hooks: editNotice(PROGRESS, (params) => ({ ...params, progress: `${String(params.progress)}%` })),
  }),
  "progress-message-object": mutant("PROG-005", "http/2025-03-26", STATELESS, {
    vice: "Sends an object as the message of its progress.",
    hooks: editNotice(PROGRESS, set({ message: { text: "going on" } })),
  }),
  "progress-message-json": mutant("PROG-006", {
    vice: "Writes JSON into the message of its progress.",
    hooks: editNotice(PROGRESS, (params) => ({ ...params, message: JSON.stringify({ at: params.progress }) })),
  }),
  "progress-flood": mutant("PROG-008", {
    vice: "Reports every thousandth of a step.",
    hooks: replaceNotice(PROGRESS, (message) =>
      Array.from({ length: 60 }, (_, index) => {
        const params = paramsOf(message);
        return { ...message, params: { ...params, progress: Number(params.progress) + index / 1_000 } };
      }),
    ),
  }),
  "task-progress-renamed": mutant("PROG-011", STATEFUL, {
    vice: "Reports the progress of tasks under a token of its own.",
    hooks: editNotice(PROGRESS, (params) =>
      isTaskToken(params.progressToken) ? { ...params, progressToken: `job-${String(params.progressToken)}` } : params,
    ),
  }),
  "task-progress-after-end": mutant("PROG-012", STATEFUL, {
    vice: "Reports progress of a task long after it was cancelled.",
    incoming: (message, { sendStandalone }) => {
      if (isObject(message) && message.method === "tasks/cancel")
        setTimeout(() => sendStandalone(progressMessage("mcptest-task-create-second", 99)), 250);
      return undefined;
    },
  }),
  "server-token-object": mutant("PROG-009", STATEFUL, {
    vice: "Puts an object as progressToken on its own requests.",
    hooks: replaceNotice("sampling/createMessage", (message) =>
      isObject(message.params)
        ? [{ ...message, params: { ...message.params, _meta: { progressToken: { request: message.id ?? null } } } }]
        : undefined,
    ),
  }),
  "progress-token-refused": mutant("PROG-010", {
    vice: "Refuses a progressToken on requests that make no progress.",
    result: (_, { request }) => {
      if (request !== undefined && request.method !== "tools/call" && metaOf(request).progressToken !== undefined)
        throw new RpcError(INVALID_PARAMS, "This method makes no progress");
      return undefined;
    },
  }),
  "progress-on-listen": mutant("PROG-014", STATELESS, {
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
  }),
  "task-progress-goes-on": mutant("PROG-004", "stdio/2026-07-28", {
    vice: "Goes on reporting the progress of a call that has become a task.",
    outgoing: (message, { request }) => {
      const meta = isObject(request?.params._meta) ? request.params._meta : {};
      if (!isObject(message.result) || !isHandle(message.result) || meta.progressToken === undefined) return undefined;
      const params = { progressToken: meta.progressToken, progress: 1 };
      return [message, { jsonrpc: "2.0", method: "notifications/progress", params }];
    },
  }),
};
