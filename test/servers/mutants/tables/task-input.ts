// Vices of a server whose tasks of 2026-07-28 ask their client for something, or whose questions run as tasks there.

import { INVALID_PARAMS, isObject, RpcError } from "../../json-rpc.ts";
import type { Mutant } from "../mutant.ts";
import { takesIntervalFor } from "./question-edits.ts";
import { onParams, onResult, without } from "./task-edits.ts";

const HTTP = ["http/2026-07-28"] as const;

export const TASK_INPUT_MUTANTS: readonly Mutant[] = [
  {
    id: "task-questions-hidden",
    vice: "Says that a task waits for input, and not for what.",
    hooks: onResult("tasks/get", (result) => without(result, "inputRequests")),
    fails: ["TASK-038"],
    in: HTTP,
  },
  {
    id: "task-one-answer-enough",
    vice: "Shows no other question once one of several was answered.",
    hooks: onResult("tasks/get", (result) =>
      isObject(result.inputRequests) && Object.keys(result.inputRequests).length === 1
        ? { ...result, inputRequests: {} }
        : undefined,
    ),
    fails: ["TASK-057"],
    in: HTTP,
  },
  {
    id: "task-key-reused",
    vice: "Asks a later question of a task under the key of an earlier one.",
    hooks: () => {
      const answered = new Set<unknown>();
      return {
        ...onResult("tasks/get", (result) => {
          if (!isObject(result.inputRequests)) return undefined;
          const { "companion-3": again, ...others } = result.inputRequests;
          return again === undefined ? undefined : { ...result, inputRequests: { ...others, "visitor-1": again } };
        }),
        ...onParams("tasks/update", (params) => {
          if (!isObject(params.inputResponses) || params.inputResponses["visitor-1"] === undefined) return undefined;
          if (!answered.has(params.taskId)) {
            answered.add(params.taskId);
            return undefined;
          }
          return { ...params, inputResponses: { "companion-3": params.inputResponses["visitor-1"] } };
        }),
      };
    },
    fails: ["TASK-058"],
    in: HTTP,
  },
  {
    id: "task-update-tells",
    vice: "Answers tasks/update with the status of the task.",
    hooks: onResult("tasks/update", (result) => ({ ...result, status: "working" })),
    fails: ["TASK-059"],
    in: HTTP,
  },
  {
    id: "task-update-strict",
    vice: "Refuses answers to questions that are not open.",
    hooks: onResult("tasks/update", (_result, { request }) => {
      const responses = request?.params.inputResponses;
      if (isObject(responses) && Object.keys(responses).every((key) => /^(visitor|colour|companion)-/.test(key))) {
        return undefined;
      }
      throw new RpcError(INVALID_PARAMS, "Unknown key");
    }),
    fails: ["TASK-060"],
    in: HTTP,
  },
  {
    id: "client-task-polled-all-the-time",
    vice: "Polls a task of the client without a pause.",
    hooks: takesIntervalFor(() => 20),
    options: { clientTasks: true },
    fails: ["TASK-045"],
    in: ["http/2025-11-25", "stdio/2025-11-25"],
  },
];
