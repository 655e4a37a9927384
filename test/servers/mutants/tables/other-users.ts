// What servers get wrong about users: they take one for another.

import { currentCaller } from "../../caller.ts";
import type { Hooks } from "../../hooks.ts";
import { INVALID_PARAMS, isObject, type JsonObject, type JsonValue, RpcError } from "../../json-rpc.ts";
import type { Context } from "../context.ts";
import type { Mutant } from "../mutant.ts";
import { beside, OLDER } from "./auth-bends.ts";

const NEWEST: readonly Context[] = ["http/2026-07-28"];
const BOTH: readonly Context[] = ["http/2026-07-28", "http/2025-11-25"];

/** Changes the results of a method for some of the callers. */
const forCallers = (callers: readonly string[], method: string, change: (result: JsonObject) => JsonObject): Hooks => ({
  result: (result, { request }) =>
    request?.method === method && callers.includes(currentCaller() ?? "") ? change(result) : undefined,
});

const withoutFirst = (member: string) => (result: JsonObject) => {
  const items = result[member];
  return Array.isArray(items) ? { ...result, [member]: items.slice(1) } : result;
};

export const SEC_USER_MUTANTS: readonly Mutant[] = [
  {
    id: "sec-session-of-anybody",
    vice: "Finds a session by its id, whoever brings it.",
    hooks: { skip: ["session-user"] },
    options: beside,
    fails: ["SEC-007", "ELICIT-025"],
    in: OLDER,
  },
  {
    id: "sec-tool-only-hidden",
    vice: "Hides tools from somebody with fewer rights, and calls them all the same.",
    hooks: { skip: ["token-scope"], ...forCallers(["reader"], "tools/list", withoutFirst("tools")) },
    options: beside,
    fails: ["SEC-002"],
    in: BOTH,
  },
];

export const RES_USER_MUTANTS: readonly Mutant[] = [
  {
    id: "resource-only-hidden",
    vice: "Hides a resource from other users, and reads it to them all the same.",
    hooks: forCallers(["second"], "resources/list", withoutFirst("resources")),
    options: beside,
    fails: ["RES-014"],
    in: BOTH,
  },
];

export const CACHE_USER_MUTANTS: readonly Mutant[] = [
  {
    id: "cache-public-for-each",
    vice: "Marks a list public that each user gets another of.",
    hooks: {
      result: (result, { request }) =>
        request?.method === "prompts/list" && Array.isArray(result.prompts)
          ? {
              ...result,
              cacheScope: "public",
              prompts: result.prompts.map((prompt) =>
                isObject(prompt) ? { ...prompt, description: `For ${currentCaller() ?? "you"}` } : prompt,
              ),
            }
          : undefined,
    },
    options: beside,
    fails: ["CACHE-014"],
    in: NEWEST,
  },
];

export const TASK_USER_MUTANTS: readonly Mutant[] = [
  {
    id: "task-of-anybody",
    vice: "Shows a task to whoever knows its id.",
    hooks: { skip: ["task-user"] },
    options: beside,
    fails: ["TASK-040"],
    in: BOTH,
  },
];

/** A state leads to one result. */
const spendingStates = (): Hooks => {
  const spent = new Set<JsonValue>();
  return {
    result: (result, { request }) => {
      const state = request?.params.requestState;
      if (state === undefined || result.resultType !== "complete") return undefined;
      if (spent.has(state)) throw new RpcError(INVALID_PARAMS, "The requestState was used before");
      spent.add(state);
      return undefined;
    },
  };
};

export const MRTR_USER_MUTANTS: readonly Mutant[] = [
  {
    id: "state-of-anybody",
    vice: "Takes a requestState from whoever brings it.",
    hooks: { skip: ["request-state-user"] },
    options: beside,
    fails: ["MRTR-015", "ELICIT-025"],
    in: NEWEST,
  },
  {
    id: "state-of-anybody-once",
    vice: "Takes a requestState from whoever brings it first, and from nobody afterwards.",
    hooks: () => ({ skip: ["request-state-user"], ...spendingStates() }),
    options: beside,
    fails: ["MRTR-015", "ELICIT-025"],
    in: NEWEST,
  },
];
