import {
  errorMessage,
  INVALID_PARAMS,
  isObject,
  isRequestId,
  type JsonValue,
  notificationMessage,
  RpcError,
  resultMessage,
} from "../../servers/json-rpc.ts";
import { STATEFUL } from "../contexts.ts";
import { breakDown, without } from "../edits.ts";
import {
  CANCELLED,
  editNotice,
  metaOf,
  PROGRESS,
  paramsOf,
  progressMessage,
  replaceNotice,
  takeIn,
} from "../notice-edits.ts";
import { type MutantTable, mutant } from "../variant.ts";

const UNKNOWN: readonly (JsonValue | undefined)[] = ["mcptest-unknown", 987654];

const isUsable = (id: JsonValue | undefined): boolean => typeof id === "string" || typeof id === "number";

export const MUTANTS: MutantTable = {
  "disconnect-cancels-call": mutant("CANCEL-001", STATEFUL, {
    vice: "Takes a lost connection, which it notices at its next write, for a cancellation.",
    options: { stepMs: 150 },
    skip: ["disconnect-ignored"],
  }),
  "cancellation-ignored": mutant("CANCEL-002", STATEFUL, {
    vice: "Answers requests that were cancelled while they ran.",
    options: { sse: true, slowMs: 1000 },
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
  }),
  "cancellation-confirmed": mutant("CANCEL-002", "stdio/2025-11-25", {
    vice: "Confirms the cancellation of a running call with an error.",
    options: { slowMs: 250 },
    hooks: takeIn(CANCELLED, (message, send) => {
      const { requestId } = paramsOf(message);
      if (typeof requestId === "number" && !UNKNOWN.includes(requestId))
        send(errorMessage(requestId, new RpcError(0, "Request cancelled")));
      return undefined;
    }),
  }),
  "progress-after-cancellation": mutant("CANCEL-003", "stdio/2026-07-28", {
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
  }),
  "cancel-unknown-error": mutant("CANCEL-005", "stdio/2025-11-25", "stdio/2026-07-28", {
    vice: "Sends an error for a cancellation of a request it does not know.",
    hooks: takeIn(CANCELLED, (message) =>
      UNKNOWN.includes(paramsOf(message).requestId)
        ? { answerWith: [errorMessage(null, new RpcError(INVALID_PARAMS, "No such request"))] }
        : undefined,
    ),
  }),
  "cancel-unknown-breakdown": mutant(["CANCEL-005", "CANCEL-016"], {
    vice: "Breaks down at a cancellation of a request it does not know.",
    hooks: breakDown(({ method }, { requestId }) => method === CANCELLED && UNKNOWN.includes(requestId)),
  }),
  "cancel-malformed-crash": mutant("CANCEL-006", "stdio/2025-11-25", "stdio/2026-07-28", {
    vice: "Crashes at a cancellation without a usable requestId.",
    hooks: takeIn(CANCELLED, (message) => (isUsable(paramsOf(message).requestId) ? undefined : process.exit(1))),
  }),
  "cancel-malformed-breakdown": mutant("CANCEL-006", STATEFUL, {
    vice: "Breaks down at a cancellation without a usable requestId.",
    hooks: breakDown(({ method }, { requestId }) => method === CANCELLED && !isUsable(requestId)),
  }),
  "cancel-confirmed": mutant(["CANCEL-007", "CANCEL-008"], "stdio/2025-11-25", "stdio/2026-07-28", {
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
  }),
  "cancels-client-request": mutant(["CANCEL-009", "CANCEL-014"], {
    vice: "Cancels requests of the client.",
    hooks: replaceNotice(PROGRESS, (message, { request }) => [
      message,
      notificationMessage(CANCELLED, { requestId: request?.id ?? null }),
    ]),
  }),
  "cancels-without-id": mutant("CANCEL-010", "http/2025-06-18", STATEFUL, {
    vice: "Does not say which of its requests it cancels.",
    hooks: editNotice(CANCELLED, without("requestId")),
  }),
  "cancel-reason-object": mutant("CANCEL-010", STATEFUL, {
    vice: "Gives the reason of a cancellation as an object.",
    hooks: editNotice(CANCELLED, (params) => ({ ...params, reason: { text: String(params.reason) } })),
  }),
  "late-answer-breakdown": mutant("CANCEL-012", STATEFUL, {
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
  }),
};
