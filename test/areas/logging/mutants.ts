import { INVALID_PARAMS, isObject, METHOD_NOT_FOUND, RpcError } from "../../servers/json-rpc.ts";
import { EVENT_STREAM, STATEFUL, STATELESS } from "../contexts.ts";
import { editResult, hideCapability, onResponse, set, when } from "../edits.ts";
import { LOG_MESSAGE } from "../http-edits.ts";
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
} from "../notice-edits.ts";
import { type MutantTable, mutant } from "../variant.ts";

const FORGOTTEN: readonly unknown[] = ["notice", "alert"];

/** In two parts, so that nobody takes it for a real one. */
const PASSWORD_URL = `postgres://notes:${"correct-horse"}@db.example.com/notes`;

export const MUTANTS: MutantTable = {
  "message-after-response": mutant("LOG-008", STATELESS, EVENT_STREAM, {
    vice: "Sends a log message after the response to prompts/list.",
    hooks: onResponse("prompts/list", (message) => [message, LOG_MESSAGE]),
  }),
  "set-level-unserved": mutant("LOG-002", STATEFUL, {
    vice: "Advertises logging and does not know logging/setLevel.",
    hooks: editResult("logging/setLevel", () => {
      throw new RpcError(METHOD_NOT_FOUND, "Method not found");
    }),
  }),
  "set-level-echo": mutant("LOG-002", STATEFUL, {
    vice: "Answers logging/setLevel with the level.",
    hooks: editResult("logging/setLevel", (_, { request }) => ({ level: request.params.level ?? null })),
  }),
  "log-levels-six": mutant("LOG-003", {
    vice: "Knows neither notice nor alert.",
    result: (_, { request }) => {
      const level = request?.method === "logging/setLevel" ? request.params.level : metaOf(request ?? {})[LOG_LEVEL];
      if (FORGOTTEN.includes(level)) throw new RpcError(INVALID_PARAMS, "Unknown log level");
      return undefined;
    },
  }),
  "log-level-unchecked": mutant("LOG-004", {
    vice: "Takes any log level.",
    skip: ["log-level"],
  }),
  "log-level-internal-error": mutant("LOG-004", {
    vice: "Answers an unknown log level with -32603.",
    error: when((error) => String(error.message).startsWith("Unknown log level"), set({ code: -32603 })),
  }),
  "log-level-failing": mutant("LOG-005", {
    vice: "Cannot set a log level because of an exception, and gives it a code of its own.",
    result: (_, { request }) => {
      const level = request?.method === "logging/setLevel" ? request.params.level : metaOf(request ?? {})[LOG_LEVEL];
      if (level !== undefined && request?.method !== "tools/call")
        throw new RpcError(-32000, "TypeError: Cannot read properties of undefined (reading 'level')");
      return undefined;
    },
  }),
  "set-level-kept": mutant("LOG-014", STATELESS, {
    vice: "Still serves logging/setLevel.",
    hooks: takeIn("logging/setLevel", ({ id = null }) => ({
      answerWith: [{ jsonrpc: "2.0", id, result: { resultType: "complete" } }],
    })),
  }),
  "logging-adopted": mutant("LOG-018", STATELESS, {
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
  }),
  "logging-unused": mutant("LOG-019", STATELESS, {
    vice: "Advertises logging, which is deprecated, and never logs.",
    hooks: replaceNotice(LOG, () => []),
  }),
  "log-unadvertised": mutant(["LOG-001", "LOG-013"], {
    vice: "Logs, and serves logging/setLevel, without having advertised logging.",
    hooks: hideCapability("logging"),
  }),
  "log-level-warn": mutant("LOG-006", {
    vice: "Calls the level warning warn.",
    hooks: editNotice(LOG, (params) => ({
      ...params,
      level: params.level === "warning" ? "warn" : (params.level ?? null),
    })),
  }),
  "log-text-for-data": mutant("LOG-006", {
    vice: "Logs a message in place of data.",
    hooks: editNotice(LOG, ({ data: _, ...params }) => ({ ...params, message: "something happened" })),
  }),
  "log-logger-object": mutant("LOG-006", {
    vice: "Names its logger in an object.",
    hooks: editNotice(LOG, set({ logger: { name: "example" } })),
  }),
  "log-threshold-ignored": mutant(["LOG-007", "LOG-008", "LOG-017"], {
    vice: "Logs everything, whatever level was asked for.",
    skip: ["log-threshold"],
  }),
  "log-flood": mutant("LOG-009", {
    vice: "Repeats every log message sixty times.",
    hooks: replaceNotice(LOG, (message) => Array.from({ length: 60 }, () => message)),
  }),
  "log-data-empty": mutant("LOG-010", {
    vice: "Logs empty objects.",
    hooks: editNotice(LOG, set({ data: {} })),
  }),
  "log-password": mutant("LOG-011", {
    vice: "Logs the address of its database with the password.",
    hooks: editNotice(LOG, set({ data: { connected: PASSWORD_URL } })),
  }),
  "log-level-remembered": mutant(["LOG-008", "LOG-017"], STATELESS, {
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
  }),
  "log-on-listen": mutant("LOG-015", STATELESS, {
    vice: "Logs on the stream of a subscription.",
    hooks: replaceNotice(UPDATED, (message) => [message, logMessage()]),
  }),
  "log-after-response": mutant("LOG-016", STATELESS, {
    vice: "Sends a last log message after the response.",
    hooks: afterResponse(
      ({ request }) => metaOf(request ?? {})[LOG_LEVEL] === "debug" && request?.method === "tools/call",
      logMessage,
    ),
  }),
};
