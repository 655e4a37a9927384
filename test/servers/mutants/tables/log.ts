import { INVALID_PARAMS, isObject, METHOD_NOT_FOUND, RpcError } from "../../json-rpc.ts";
import type { Mutant } from "../mutant.ts";
import { editResult, hideCapability } from "./edits.ts";
import {
  afterResponse,
  editNotice,
  LOG,
  LOG_LEVEL,
  logMessage,
  metaOf,
  replaceNotice,
  takeIn,
  UPDATED,
} from "./notices.ts";

const STATEFUL = ["http/2025-11-25"] as const;
const STATELESS = ["http/2026-07-28"] as const;

const FORGOTTEN: readonly unknown[] = ["notice", "alert"];

/** In two parts, so that nobody takes it for a real one. */
const PASSWORD_URL = `postgres://notes:${"correct-horse"}@db.example.com/notes`;

const SETTING: readonly Mutant[] = [
  {
    id: "set-level-unserved",
    vice: "Advertises logging and does not know logging/setLevel.",
    hooks: editResult("logging/setLevel", () => {
      throw new RpcError(METHOD_NOT_FOUND, "Method not found");
    }),
    fails: ["LOG-002"],
    in: STATEFUL,
  },
  {
    id: "set-level-echo",
    vice: "Answers logging/setLevel with the level.",
    hooks: editResult("logging/setLevel", (_, { request }) => ({ level: request?.params.level ?? null })),
    fails: ["LOG-002"],
    in: STATEFUL,
  },
  {
    id: "log-levels-six",
    vice: "Knows neither notice nor alert.",
    hooks: {
      result: (_, { request }) => {
        const level = request?.method === "logging/setLevel" ? request.params.level : metaOf(request ?? {})[LOG_LEVEL];
        if (FORGOTTEN.includes(level)) throw new RpcError(INVALID_PARAMS, "Unknown log level");
        return undefined;
      },
    },
    fails: ["LOG-003"],
  },
  {
    id: "log-level-unchecked",
    vice: "Takes any log level.",
    hooks: { skip: ["log-level"] },
    fails: ["LOG-004"],
  },
  {
    id: "log-level-internal-error",
    vice: "Answers an unknown log level with -32603.",
    hooks: {
      error: (error) =>
        String(error.message).startsWith("Unknown log level") ? { ...error, code: -32603 } : undefined,
    },
    fails: ["LOG-004"],
  },
  {
    id: "log-level-failing",
    vice: "Cannot set a log level because of an exception, and gives it a code of its own.",
    hooks: {
      result: (_, { request }) => {
        const level = request?.method === "logging/setLevel" ? request.params.level : metaOf(request ?? {})[LOG_LEVEL];
        if (level !== undefined && request?.method !== "tools/call")
          throw new RpcError(-32000, "TypeError: Cannot read properties of undefined (reading 'level')");
        return undefined;
      },
    },
    fails: ["LOG-005"],
  },
  {
    id: "set-level-kept",
    vice: "Still serves logging/setLevel.",
    hooks: takeIn("logging/setLevel", ({ id = null }) => ({
      answerWith: [{ jsonrpc: "2.0", id, result: { resultType: "complete" } }],
    })),
    fails: ["LOG-014"],
    in: STATELESS,
  },
];

const ADOPTING: readonly Mutant[] = [
  {
    id: "logging-adopted",
    vice: "Adds logging in the revision that deprecates it: older clients are offered none.",
    hooks: takeIn("initialize", ({ id = null }) => ({
      answerWith: [
        {
          jsonrpc: "2.0",
          id,
          result: {
            protocolVersion: "2025-11-25",
            capabilities: { tools: {} },
            serverInfo: { name: "mcptest-example-server", version: "1.0.0" },
          },
        },
      ],
    })),
    fails: ["LOG-018"],
    in: STATELESS,
  },
];

const UNUSED: readonly Mutant[] = [
  {
    id: "logging-unused",
    vice: "Advertises logging, which is deprecated, and never logs.",
    hooks: replaceNotice(LOG, () => []),
    fails: ["LOG-019"],
    in: STATELESS,
  },
];

const SENDING: readonly Mutant[] = [
  {
    id: "log-unadvertised",
    vice: "Logs, and serves logging/setLevel, without having advertised logging.",
    hooks: hideCapability("logging"),
    fails: ["LOG-001", "LOG-013"],
  },
  {
    id: "log-level-warn",
    vice: "Calls the level warning warn.",
    hooks: editNotice(LOG, (params) => ({
      ...params,
      level: params.level === "warning" ? "warn" : (params.level ?? null),
    })),
    fails: ["LOG-006"],
  },
  {
    id: "log-text-for-data",
    vice: "Logs a message in place of data.",
    hooks: editNotice(LOG, ({ data: _, ...params }) => ({ ...params, message: "something happened" })),
    fails: ["LOG-006"],
  },
  {
    id: "log-logger-object",
    vice: "Names its logger in an object.",
    hooks: editNotice(LOG, (params) => ({ ...params, logger: { name: "example" } })),
    fails: ["LOG-006"],
  },
  {
    id: "log-threshold-ignored",
    vice: "Logs everything, whatever level was asked for.",
    hooks: { skip: ["log-threshold"] },
    fails: ["LOG-007", "LOG-008", "LOG-017"],
  },
  {
    id: "log-flood",
    vice: "Repeats every log message sixty times.",
    hooks: replaceNotice(LOG, (message) => Array.from({ length: 60 }, () => message)),
    fails: ["LOG-009"],
  },
  {
    id: "log-data-empty",
    vice: "Logs empty objects.",
    hooks: editNotice(LOG, (params) => ({ ...params, data: {} })),
    fails: ["LOG-010"],
  },
  {
    id: "log-password",
    vice: "Logs the address of its database with the password.",
    hooks: editNotice(LOG, (params) => ({ ...params, data: { connected: PASSWORD_URL } })),
    fails: ["LOG-011"],
  },
];

const PER_REQUEST: readonly Mutant[] = [
  {
    id: "log-level-remembered",
    vice: "Goes on logging for later requests once one of them asked for it.",
    hooks: () => {
      let level: unknown;
      return takeIn("tools/call", (message) => {
        const meta = metaOf(message);
        if (meta[LOG_LEVEL] === "debug") level = "debug";
        if (level === undefined || meta[LOG_LEVEL] !== undefined || !isObject(message.params)) return undefined;
        return { replaceWith: { ...message, params: { ...message.params, _meta: { ...meta, [LOG_LEVEL]: "debug" } } } };
      });
    },
    fails: ["LOG-008", "LOG-017"],
    in: STATELESS,
  },
  {
    id: "log-on-listen",
    vice: "Logs on the stream of a subscription.",
    hooks: replaceNotice(UPDATED, (message) => [message, logMessage()]),
    fails: ["LOG-015", "SUBS-019"],
    in: STATELESS,
  },
  {
    id: "log-after-response",
    vice: "Sends a last log message after the response.",
    hooks: afterResponse(
      ({ request }) => metaOf(request ?? {})[LOG_LEVEL] === "debug" && request?.method === "tools/call",
      logMessage,
    ),
    fails: ["LOG-016"],
    in: STATELESS,
  },
];

export const LOG_MUTANTS: readonly Mutant[] = [...SETTING, ...ADOPTING, ...UNUSED, ...SENDING, ...PER_REQUEST];
