import { currentCaller } from "../../servers/caller.ts";
import type { Hooks } from "../../servers/hooks.ts";
import { INVALID_PARAMS, isObject, type JsonObject, type JsonValue, RpcError } from "../../servers/json-rpc.ts";
import { BESIDE, bearerOf, pretend, UNSIGNED } from "../auth-edits.ts";
import { STATEFUL, STATELESS } from "../contexts.ts";
import { editResult } from "../edits.ts";
import { type MutantTable, mutant } from "../variant.ts";

/** Changes the results of a method for some of the callers. */
const forCallers = (callers: readonly string[], method: string, change: (result: JsonObject) => JsonObject): Hooks => ({
  result: (result, { request }) =>
    request?.method === method && callers.includes(currentCaller() ?? "") ? change(result) : undefined,
});

const withoutFirst = (member: string) => (result: JsonObject) => {
  const items = result[member];
  return Array.isArray(items) ? { ...result, [member]: items.slice(1) } : result;
};

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

/** Bends the text of every message of a prompt. */
const promptText = (bend: (text: string) => string): Hooks => ({
  result: (result, { request }) =>
    request?.method === "prompts/get" && Array.isArray(result.messages)
      ? { ...result, messages: result.messages.map((message) => bendText(message, bend)) }
      : undefined,
});

const bendText = (message: JsonValue, bend: (text: string) => string): JsonValue => {
  if (!isObject(message) || !isObject(message.content) || typeof message.content.text !== "string") return message;
  return { ...message, content: { ...message.content, text: bend(message.content.text) } };
};

const nameOfClient = (params: JsonValue | undefined): JsonValue | undefined => {
  const meta = isObject(params) && isObject(params._meta) ? params._meta : {};
  const info = meta["io.modelcontextprotocol/clientInfo"];
  return isObject(info) ? info.name : undefined;
};

const ADMIN_TOOL: JsonObject = {
  name: "erase_everything",
  description: "Erases every note.",
  inputSchema: { type: "object" },
};

export const MUTANTS: MutantTable = {
  "resource-only-hidden": mutant("RES-014", STATELESS, STATEFUL, BESIDE, {
    vice: "Hides a resource from other users, and reads it to them all the same.",
    hooks: forCallers(["second"], "resources/list", withoutFirst("resources")),
  }),
  "state-of-anybody": mutant(["MRTR-015", "ELICIT-025"], STATELESS, BESIDE, {
    vice: "Takes a requestState from whoever brings it.",
    skip: ["request-state-user"],
  }),
  "state-of-anybody-once": mutant(["MRTR-015", "ELICIT-025"], STATELESS, BESIDE, {
    vice: "Takes a requestState from whoever brings it first, and from nobody afterwards.",
    hooks: () => ({ skip: ["request-state-user"], ...spendingStates() }),
  }),
  "cache-public-for-each": mutant("CACHE-014", STATELESS, BESIDE, {
    vice: "Marks a list public that each user gets another of.",
    hooks: editResult("prompts/list", (result) =>
      Array.isArray(result.prompts)
        ? {
            ...result,
            cacheScope: "public",
            prompts: result.prompts.map((prompt) =>
              isObject(prompt) ? { ...prompt, description: `For ${currentCaller() ?? "you"}` } : prompt,
            ),
          }
        : undefined,
    ),
  }),
  "task-of-anybody": mutant("TASK-040", STATELESS, STATEFUL, BESIDE, {
    vice: "Shows a task to whoever knows its id.",
    skip: ["task-user"],
  }),
  "sec-session-of-anybody": mutant(["SEC-007", "ELICIT-025"], STATEFUL, "http/2025-06-18", BESIDE, {
    vice: "Finds a session by its id, whoever brings it.",
    skip: ["session-user"],
  }),
  "sec-tool-only-hidden": mutant("SEC-002", STATELESS, STATEFUL, BESIDE, {
    vice: "Hides tools from somebody with fewer rights, and calls them all the same.",
    skip: ["token-scope"],
    ...forCallers(["reader"], "tools/list", withoutFirst("tools")),
  }),
  "sec-prompt-template": mutant("SEC-005", {
    vice: "Works out template expressions in the arguments of a prompt.",
    hooks: promptText((text) => text.replace("{{4321*1234}}", String(4321 * 1234))),
  }),
  "sec-prompt-file": mutant("SEC-005", {
    vice: "Opens file addresses in the arguments of a prompt.",
    hooks: promptText((text) => text.replace("file:///etc/passwd", "root:x:0:0:root:/root:/bin/sh")),
  }),
  "sec-admin-by-name": mutant("SEC-015", STATELESS, {
    vice: "Lists more tools to a client that calls itself admin.",
    hooks: editResult("tools/list", (result, { request }) =>
      Array.isArray(result.tools) && nameOfClient(request.params) === "admin"
        ? { ...result, tools: [...result.tools, ADMIN_TOOL] }
        : undefined,
    ),
  }),
  "sec-list-without-token": mutant("SEC-017", STATELESS, UNSIGNED, {
    vice: "Forgets to ask for a token where prompts are listed.",
    hooks: pretend(({ request, body }) => bearerOf(request) === undefined && body.includes('"prompts/list"')),
  }),
};
