// Completion, logging and caching: what a server may leave out, refuse in few words, or fail at.

import type { Hooks } from "../../hooks.ts";
import { INTERNAL_ERROR, INVALID_PARAMS, isObject, type JsonObject, RpcError } from "../../json-rpc.ts";
import { editResult, resultForError } from "../../mutants/tables/edits.ts";
import { editNotice, LOG, LOG_LEVEL, logMessage, metaOf, replaceNotice } from "../../mutants/tables/notices.ts";
import type { Innocent } from "../innocent.ts";
import { isAbsent, isNoneOf, isOneOf, meets, recordedAs } from "./stricter.ts";

const COMPLETE = "completion/complete";
const SET_LEVEL = "logging/setLevel";
const NEW = "http/2026-07-28";
const OLD = "http/2025-11-25";

/** Other words for some errors; the code stays. */
const reword = (applies: (method: string | undefined, error: JsonObject) => boolean, message: string): Hooks => ({
  error: (error, { request }) => (applies(request?.method, error) ? { code: error.code ?? 0, message } : undefined),
});

const SHORT = [0, false, [0], { n: 0 }];

/** Built in parts, so that nobody takes them for real ones. */
const MASKED = [
  `connected to postgres://notes:${"xxxxx"}@db.example.com/notes`,
  `a key file has to begin with -----BEGIN ${"PRIVATE"} KEY-----`,
  `the key AKIA${"IOSFODNN7EXAMPLE"} is the one of the documentation`,
];

/** Gives every log message the next of these data. */
const inTurn = (data: readonly (string | number | boolean | (number | JsonObject)[] | JsonObject)[]) => (): Hooks => {
  let count = 0;
  return editNotice(LOG, (params) => {
    count += 1;
    return { ...params, data: data[count % data.length] ?? 0 };
  });
};

const onlyCallsLog = recordedAs("only calls of tools are logged", {
  not: {
    required: ["request", "meanwhile"],
    properties: {
      request: { required: ["method"], properties: { method: { const: "server/discover" } } },
      meanwhile: {
        contains: {
          required: ["message"],
          properties: { message: { required: ["method"], properties: { method: { const: LOG } } } },
        },
      },
    },
  },
});

const COMPLETION: readonly Innocent[] = [
  {
    id: "completes-nothing",
    choice: "Declares completions and has nothing to suggest, whatever it is asked.",
    permittedBy:
      "2025-11-25 server/utilities/completion#completion-results: an array of up to 100 items, and no sentence asks for one.",
    hooks: editResult(COMPLETE, (result) => ({ ...result, completion: { values: [], total: 0, hasMore: false } })),
    closestTo: {
      "COMPL-001": meets(
        "a server that declares completions suggests something",
        "prompt_completions.result.completion.values",
        { minItems: 1 },
      ),
    },
  },
  {
    id: "completion-refused-in-two-words",
    choice: "Refuses completions with -32602 and the words Invalid params, whatever is wrong with them.",
    permittedBy:
      "2025-11-25 server/utilities/completion#error-handling: the code is named for each case, the words are not.",
    hooks: reword((method, { code }) => method === COMPLETE && code === INVALID_PARAMS, "Invalid params"),
    closestTo: {
      "COMPL-008": meets("the error names the prompt", "unknown_completion_prompt.error.message", {
        pattern: "mcptest_no_such_prompt",
      }),
      "COMPL-009": meets("the error names what is missing", "incomplete_completions.error.message", {
        pattern: "ref|argument",
      }),
    },
  },
  {
    id: "unknown-reference-completes-nothing",
    choice: "Suggests nothing for a kind of reference that it does not know.",
    permittedBy:
      "No sentence forbids it; the text names codes for unknown prompts and missing parameters, not for unknown kinds of reference.",
    hooks: resultForError(
      ({ request }) =>
        request?.method === COMPLETE && isObject(request.params.ref) && request.params.ref.type === "ref/bogus",
      () => ({ completion: { values: [] } }),
    ),
    closestTo: {
      "COMPL-013": isOneOf("bad input is refused", "malformed_completions.outcome", ["error", "refused"]),
    },
  },
  {
    id: "completion-not-supported",
    choice: "Has no completions, and says with -32601 that the capability is not supported.",
    permittedBy:
      "2025-11-25 server/utilities/completion#error-handling: method not found, -32601, where the capability is not supported.",
    hooks: reword((method) => method === COMPLETE, "Capability not supported: completions"),
    options: { without: ["completions"] },
    closestTo: {
      "COMPL-007": isOneOf("the error reads Method not found", "complete_absent.error.message", ["Method not found"]),
    },
  },
  {
    id: "completion-fails-within",
    choice: "Cannot reach its index of suggestions, and says so with -32603.",
    permittedBy: "2025-11-25 server/utilities/completion#error-handling: internal errors have the code -32603.",
    hooks: editResult(COMPLETE, () => {
      throw new RpcError(INTERNAL_ERROR, "Internal error: the index cannot be reached");
    }),
    closestTo: {
      "COMPL-010": meets("no completion fails within the server", "completion_failures", { maxItems: 0 }),
    },
  },
];

const LOGGING: readonly Innocent[] = [
  {
    id: "logs-nothing",
    choice: "Declares logging and has nothing to log.",
    permittedBy:
      "2025-11-25 server/utilities/logging#capabilities: who emits log messages declares it; no sentence says the reverse.",
    hooks: replaceNotice(LOG, () => []),
    closestTo: {
      "LOG-001": meets("a server that declares logging logs something", "log_messages", { minItems: 1 }, { when: [] }),
    },
  },
  {
    id: "level-cannot-be-set",
    choice: "Cannot set any log level at the moment, and says so with -32603.",
    permittedBy: "2025-11-25 server/utilities/logging#error-handling: configuration errors have the code -32603.",
    hooks: editResult(SET_LEVEL, () => {
      throw new RpcError(INTERNAL_ERROR, "Internal error: the log cannot be opened");
    }),
    in: [OLD],
    closestTo: {
      "LOG-003": isAbsent("a level can always be set", "set_level.error"),
      "LOG-005": meets("nothing fails within the server", "level_failures", { maxItems: 0 }),
    },
  },
  {
    id: "levels-refused-in-few-words",
    choice: "Refuses an unknown level without saying which are known, and logging/setLevel by naming what replaced it.",
    permittedBy: "2026-07-28 server/utilities/logging#error-handling: the code is named, the words are not.",
    hooks: {
      error: (error, { request }) => {
        if (request?.method === SET_LEVEL && error.code !== INVALID_PARAMS)
          return { ...error, message: `Removed; name a level in ${LOG_LEVEL}` };
        const asked = request?.method === SET_LEVEL || metaOf(request ?? {})[LOG_LEVEL] !== undefined;
        return asked && error.code === INVALID_PARAMS ? { ...error, message: "Invalid params" } : undefined;
      },
    },
    closestTo: {
      "LOG-004": meets("the error is about the level", "unknown_level.error.message", { pattern: "level" }),
      "LOG-014": isOneOf("the error reads Method not found", "removed_set_level.error.message", ["Method not found"]),
    },
  },
  {
    id: "logging-kept",
    choice: "Speaks both eras and still offers logging in both.",
    permittedBy:
      "2026-07-28 server/utilities/logging: deprecated, and in the specification for another twelve months; only new servers should not adopt it.",
    options: { era: "dual" },
    in: [NEW],
    closestTo: {
      "LOG-018": isNoneOf("logging is given up at once", "logging_standing.standing", ["kept"], { when: [] }),
    },
  },
  {
    id: "logs-discovery",
    choice: "Logs for server/discover, too, where the request names a level.",
    permittedBy:
      "2026-07-28 server/utilities/logging#per-request-log-level: any request may name a level, and gets messages on its own stream.",
    hooks: {
      outgoing: (message, { request }) =>
        request?.method === "server/discover" && metaOf(request)[LOG_LEVEL] === "debug" && message.result !== undefined
          ? [logMessage(), message]
          : undefined,
    },
    options: { sse: true },
    in: [NEW],
    closestTo: { "LOG-008": onlyCallsLog, "LOG-015": onlyCallsLog },
  },
  {
    id: "logs-in-few-words",
    choice: "Logs zeros, false and arrays of one.",
    permittedBy: "2025-11-25 server/utilities/logging#log-message-notifications: data is any JSON-serializable value.",
    hooks: inTurn(SHORT),
    closestTo: {
      "LOG-010": isNoneOf("data is neither zero nor false", "log_messages.params.data", [0, false]),
    },
  },
  {
    id: "masked-secrets",
    choice: "Logs an address whose password it took out, how a key file begins, and a key from documentation.",
    permittedBy: "2025-11-25 server/utilities/logging#security: credentials and secrets, and none of these is one.",
    hooks: inTurn(MASKED),
    closestTo: {
      "LOG-011": meets(
        "no address has a place for a password",
        "log_messages.params.data",
        { not: { type: "string", pattern: "://[^/]*:[^/]*@" } },
        { each: true },
      ),
    },
  },
];

const CACHING: readonly Innocent[] = [
  {
    id: "lifetimes-by-page",
    choice: "Gives every page of a list a lifetime of its own, the last one none.",
    permittedBy:
      "2026-07-28 server/utilities/caching#interaction-with-pagination: pages may differ in ttlMs, and must agree in cacheScope.",
    hooks: {
      result: (result, { request }) =>
        result.ttlMs !== undefined && request?.params.cursor !== undefined
          ? { ...result, ttlMs: result.nextCursor === undefined ? 0 : 7 }
          : undefined,
    },
    in: [NEW],
    closestTo: {
      "CACHE-009": isNoneOf("pages agree in their lifetime", "further_pages.result.ttlMs", [0, 7], { each: true }),
    },
  },
  {
    id: "private-though-public",
    choice: "Marks everything private, also what is the same for everybody.",
    permittedBy:
      "2026-07-28 server/utilities/caching#choosing-a-cache-scope: public is appropriate for lists, and not required.",
    hooks: { result: (result) => (result.cacheScope === undefined ? undefined : { ...result, cacheScope: "private" }) },
    in: [NEW],
    closestTo: Object.fromEntries(
      (
        [
          ["CACHE-001", "discover_cache_hints"],
          ["CACHE-002", "tools_list_cache_hints"],
          ["CACHE-003", "prompts_list_cache_hints"],
          ["CACHE-004", "resources_list_cache_hints"],
          ["CACHE-005", "templates_list_cache_hints"],
          ["CACHE-008", "discover_cache_hints"],
        ] as const
      ).map(([rule, fact]) => [
        rule,
        isNoneOf("what is for everybody is public", `${fact}.cacheScope`, ["private"], { when: [] }),
      ]),
    ),
  },
];

export const UTILITY_INNOCENTS: readonly Innocent[] = [...COMPLETION, ...LOGGING, ...CACHING];
