import {
  errorMessage,
  INVALID_PARAMS,
  isObject,
  isRequestId,
  type JsonValue,
  notificationMessage,
  RpcError,
  resultMessage,
} from "../../json-rpc.ts";
import type { Mutant } from "../mutant.ts";
import { breakDown } from "./edits.ts";
import {
  CANCELLED,
  editNotice,
  metaOf,
  PROGRESS,
  paramsOf,
  progressMessage,
  replaceNotice,
  takeIn,
} from "./notices.ts";

const STATEFUL = ["http/2025-11-25"] as const;
const STATELESS = ["http/2026-07-28"] as const;
const STDIO = ["stdio/2025-11-25", "stdio/2026-07-28"] as const;

const UNKNOWN: readonly (JsonValue | undefined)[] = ["mcptest-unknown", 987654];

const isUsable = (id: JsonValue | undefined): boolean => typeof id === "string" || typeof id === "number";

export const CANCEL_MUTANTS: readonly Mutant[] = [
  {
    id: "disconnect-cancels-call",
    vice: "Takes a lost connection, which it notices at its next write, for a cancellation.",
    hooks: { skip: ["disconnect-ignored"] },
    // Long enough for the loss to be noticed while the call runs.
    options: { stepMs: 150 },
    fails: ["CANCEL-001"],
    in: STATEFUL,
  },
  {
    id: "cancellation-ignored",
    vice: "Answers requests that were cancelled while they ran.",
    hooks: () => {
      const waiting = new Map<JsonValue | undefined, () => void>();
      const cancelled = new Set<JsonValue | undefined>();
      return {
        skip: ["cancellation"],
        incoming: (message, { send }) => {
          if (!isObject(message)) return undefined;
          const { id, method } = message;
          const { name, requestId } = paramsOf(message);
          if (method === CANCELLED) cancelled.add(requestId);
          if (!isRequestId(id)) return undefined;
          // It has gone on to another request, so the answers cannot have crossed the cancellations.
          const late = [...cancelled];
          setTimeout(() => late.forEach((one) => void waiting.get(one)?.()), 130);
          const answer = resultMessage(id, { content: [{ type: "text", text: "Done." }] });
          if (name === "wait_a_while") waiting.set(id, () => waiting.delete(id) && send(answer));
          return undefined;
        },
        // What was answered after its cancellation is not answered again when the tool has waited enough.
        outgoing: ({ id }) => (!cancelled.has(id) || waiting.delete(id) ? undefined : []),
      };
    },
    options: { sse: true, slowMs: 1_000 },
    fails: ["CANCEL-002"],
    in: STATEFUL,
  },
  {
    id: "cancellation-confirmed",
    vice: "Confirms the cancellation of a running call with an error.",
    hooks: takeIn(CANCELLED, (message, send) => {
      const { requestId } = paramsOf(message);
      if (typeof requestId === "number" && !UNKNOWN.includes(requestId))
        send(errorMessage(requestId, new RpcError(0, "Request cancelled")));
      return undefined;
    }),
    options: { slowMs: 250 },
    fails: ["CANCEL-002"],
    in: ["stdio/2025-11-25"],
  },
  {
    id: "progress-after-cancellation",
    vice: "Goes on reporting the progress of a call that was cancelled.",
    hooks: () => {
      const tokens = new Map<JsonValue | undefined, JsonValue>();
      return {
        incoming: (message, { send }) => {
          if (!isObject(message)) return undefined;
          const { progressToken } = metaOf(message);
          if (message.method === "tools/call" && progressToken !== undefined) tokens.set(message.id, progressToken);
          const token = tokens.get(paramsOf(message).requestId);
          if (message.method === CANCELLED && token !== undefined)
            setTimeout(() => send(progressMessage(token, 99)), 120);
          return undefined;
        },
      };
    },
    fails: ["CANCEL-003"],
    in: ["stdio/2026-07-28"],
  },
  {
    id: "cancel-unknown-error",
    vice: "Sends an error for a cancellation of a request it does not know.",
    hooks: takeIn(CANCELLED, (message) =>
      UNKNOWN.includes(paramsOf(message).requestId)
        ? { answerWith: [errorMessage(null, new RpcError(INVALID_PARAMS, "No such request"))] }
        : undefined,
    ),
    fails: ["CANCEL-005"],
    in: STDIO,
  },
  {
    id: "cancel-unknown-breakdown",
    vice: "Breaks down at a cancellation of a request it does not know.",
    hooks: breakDown(({ method }, { requestId }) => method === CANCELLED && UNKNOWN.includes(requestId)),
    fails: ["CANCEL-005", "CANCEL-016"],
  },
  {
    id: "cancel-malformed-crash",
    vice: "Crashes at a cancellation without a usable requestId.",
    hooks: takeIn(CANCELLED, (message) => (isUsable(paramsOf(message).requestId) ? undefined : process.exit(1))),
    fails: ["CANCEL-006"],
    in: STDIO,
  },
  {
    id: "cancel-malformed-breakdown",
    vice: "Breaks down at a cancellation without a usable requestId.",
    hooks: breakDown(({ method }, { requestId }) => method === CANCELLED && !isUsable(requestId)),
    fails: ["CANCEL-006"],
    in: STATEFUL,
  },
  {
    id: "cancel-confirmed",
    vice: "Confirms cancellations by an error under the id of the request, answered or not.",
    hooks: () => {
      const calls = new Set<JsonValue | undefined>();
      return {
        incoming: (message, { send }) => {
          if (!isObject(message)) return undefined;
          if (message.method === "tools/call") calls.add(message.id);
          const { requestId } = paramsOf(message);
          if (message.method !== CANCELLED || typeof requestId !== "number" || UNKNOWN.includes(requestId))
            return undefined;
          const confirmation = errorMessage(requestId, new RpcError(-32800, "Cancelled"));
          // What runs ends with it, so that nothing but the confirmation comes after the cancellation.
          if (!calls.has(requestId)) return { answerWith: [confirmation] };
          send(confirmation);
          return undefined;
        },
      };
    },
    fails: ["CANCEL-007", "CANCEL-008"],
    in: STDIO,
  },
  {
    id: "cancels-client-request",
    vice: "Cancels requests of the client.",
    hooks: replaceNotice(PROGRESS, (message, { request }) => [
      message,
      notificationMessage(CANCELLED, { requestId: request?.id ?? null }),
    ]),
    fails: ["CANCEL-009", "CANCEL-014"],
  },
  {
    id: "cancels-without-id",
    vice: "Does not say which of its requests it cancels.",
    hooks: editNotice(CANCELLED, ({ requestId: _, ...params }) => params),
    fails: ["CANCEL-010"],
    in: ["http/2025-06-18", "http/2025-11-25"],
  },
  {
    id: "cancel-reason-object",
    vice: "Gives the reason of a cancellation as an object.",
    hooks: editNotice(CANCELLED, (params) => ({ ...params, reason: { text: String(params.reason) } })),
    fails: ["CANCEL-010"],
    in: STATEFUL,
  },
  {
    id: "late-answer-breakdown",
    vice: "Breaks down when a request that it withdrew is answered all the same.",
    hooks: () => {
      const withdrawn = new Set<JsonValue | undefined>();
      return {
        ...breakDown(({ id, method }) => method === undefined && withdrawn.has(id)),
        outgoing: (message) => {
          if (message.method === CANCELLED && isObject(message.params)) withdrawn.add(message.params.requestId);
          return undefined;
        },
      };
    },
    fails: ["CANCEL-012"],
    in: STATEFUL,
  },
  {
    id: "client-task-withdrawn-plainly",
    vice: "Withdraws what runs as a task of the client with notifications/cancelled.",
    hooks: () => {
      let asked: JsonValue | undefined;
      return {
        outgoing: (message) => {
          if (isObject(message.params) && message.params.task !== undefined) asked = message.id;
          return message.method === "tasks/cancel" && asked !== undefined
            ? [notificationMessage(CANCELLED, { requestId: asked })]
            : undefined;
        },
      };
    },
    options: { clientTasks: true },
    fails: ["CANCEL-011"],
    in: ["http/2025-11-25", "stdio/2025-11-25"],
  },
  {
    id: "listen-cut",
    vice: "Ends subscriptions without a word.",
    hooks: {
      outgoing: (message, { request }) =>
        request?.method === "subscriptions/listen" && message.result !== undefined ? [] : undefined,
    },
    fails: ["CANCEL-015", "SUBS-013"],
    in: STATELESS,
  },
];
