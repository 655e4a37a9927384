import type { Hooks } from "../../servers/hooks.ts";
import { INTERNAL_ERROR, INVALID_PARAMS, type JsonObject, RpcError } from "../../servers/json-rpc.ts";
import { DUAL, EVENT_STREAM, STATEFUL, STATELESS } from "../contexts.ts";
import { editResult, sentFor } from "../edits.ts";
import { editNotice, LOG, LOG_LEVEL, logMessage, metaOf, replaceNotice } from "../notice-edits.ts";
import { all, always, each, has, isAbsent, isNoneOf, isOneOf, meets, never, some } from "../stricter.ts";
import { type NearMissTable, nearMiss, sameAs } from "../variant.ts";

const LOGGED = ["a plain text", 42, [1, { two: 2 }], { passwordLength: 12, tokens: 900 }];

const SET_LEVEL = "logging/setLevel";

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

export const NEAR_MISSES: NearMissTable = {
  "terse-notifications": sameAs("progress", {
    "LOG-006": has("a log message names its logger", "log_messages.params", "logger"),
  }),
  "odd-log-messages": nearMiss({
    choice: "Logs texts, numbers and arrays, under a logger with a long name, and words that remind of secrets.",
    permittedBy: "2025-11-25 server/utilities/logging#log-message-notifications: data is any JSON-serializable value.",
    hooks: () => {
      let count = 0;
      return editNotice("notifications/message", (params) => {
        count += 1;
        return { ...params, logger: "com.example.notes/worker#7", data: LOGGED[count % LOGGED.length] };
      });
    },
    ...all(["LOG-001", "LOG-015"], each.meets("data is an object", "log_messages.params.data", { type: "object" })),
    ...all(["LOG-006", "LOG-010"], meets("data is an object", "log_messages.params.data", { type: "object" })),
    "LOG-011": meets("nothing is about tokens", "log_messages.params.data", {
      not: { type: "object", required: ["tokens"] },
    }),
  }),
  "logs-nothing": nearMiss({
    choice: "Declares logging and has nothing to log.",
    permittedBy:
      "2025-11-25 server/utilities/logging#capabilities: who emits log messages declares it; no sentence says the reverse.",
    hooks: replaceNotice(LOG, () => []),
    "LOG-001": always.meets("a server that declares logging logs something", "log_messages", { minItems: 1 }),
  }),
  "level-cannot-be-set": nearMiss(STATEFUL, {
    choice: "Cannot set any log level at the moment, and says so with -32603.",
    permittedBy: "2025-11-25 server/utilities/logging#error-handling: configuration errors have the code -32603.",
    hooks: editResult(SET_LEVEL, () => {
      throw new RpcError(INTERNAL_ERROR, "Internal error: the log cannot be opened");
    }),
    "LOG-003": isAbsent("a level can always be set", "set_level.error"),
    "LOG-005": meets("nothing fails within the server", "level_failures", { maxItems: 0 }),
  }),
  "levels-refused-in-few-words": nearMiss({
    choice: "Refuses an unknown level without saying which are known, and logging/setLevel by naming what replaced it.",
    permittedBy: "2026-07-28 server/utilities/logging#error-handling: the code is named, the words are not.",
    error: (error, { request }) => {
      if (request?.method === SET_LEVEL && error.code !== INVALID_PARAMS)
        return { ...error, message: `Removed; name a level in ${LOG_LEVEL}` };
      const asked = request?.method === SET_LEVEL || metaOf(request ?? {})[LOG_LEVEL] !== undefined;
      return asked && error.code === INVALID_PARAMS ? { ...error, message: "Invalid params" } : undefined;
    },
    "LOG-004": meets("the error is about the level", "unknown_level.error.message", { pattern: "level" }),
    "LOG-014": isOneOf("the error reads Method not found", "removed_set_level.error.message", ["Method not found"]),
  }),
  "logging-kept": nearMiss(STATELESS, DUAL, {
    choice: "Speaks both eras and still offers logging in both.",
    permittedBy:
      "2026-07-28 server/utilities/logging: deprecated, and in the specification for another twelve months; only new servers should not adopt it.",
    "LOG-018": always.isNoneOf("logging is given up at once", "logging_standing.standing", ["kept"]),
  }),
  "logs-discovery": nearMiss(STATELESS, EVENT_STREAM, {
    choice: "Logs for server/discover, too, where the request names a level.",
    permittedBy:
      "2026-07-28 server/utilities/logging#per-request-log-level: any request may name a level, and gets messages on its own stream.",
    hooks: sentFor("server/discover", (message, { request }) =>
      metaOf(request)[LOG_LEVEL] === "debug" && message.result !== undefined ? [logMessage(), message] : undefined,
    ),
    ...all(
      ["LOG-008", "LOG-015"],
      never("only calls of tools are logged", {
        request: { method: "server/discover" },
        meanwhile: some({ message: { method: "notifications/message" } }),
      }),
    ),
  }),
  "logs-in-few-words": nearMiss({
    choice: "Logs zeros, false and arrays of one.",
    permittedBy: "2025-11-25 server/utilities/logging#log-message-notifications: data is any JSON-serializable value.",
    hooks: inTurn(SHORT),
    "LOG-010": isNoneOf("data is neither zero nor false", "log_messages.params.data", [0, false]),
  }),
  "masked-secrets": nearMiss({
    choice: "Logs an address whose password it took out, how a key file begins, and a key from documentation.",
    permittedBy: "2025-11-25 server/utilities/logging#security: credentials and secrets, and none of these is one.",
    hooks: inTurn(MASKED),
    "LOG-011": each.meets("no address has a place for a password", "log_messages.params.data", {
      not: { type: "string", pattern: "://[^/]*:[^/]*@" },
    }),
  }),
};
