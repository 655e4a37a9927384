import { isObject, type JsonValue } from "../../json-rpc.ts";
import type { Mutant } from "../mutant.ts";

const OLD = ["http/2025-11-25"] as const;

export const PROTO_MESSAGE_MUTANTS: readonly Mutant[] = [
  {
    id: "jsonrpc-number",
    vice: "Writes the jsonrpc member of its lists as the number 2.",
    hooks: {
      outgoing: (message, { request }) => (request?.method === "tools/list" ? [{ ...message, jsonrpc: 2 }] : undefined),
    },
    fails: ["PROTO-003"],
  },
  {
    id: "jsonrpc-missing",
    vice: "Leaves the jsonrpc member out of its errors.",
    hooks: {
      outgoing: (message, { request }) =>
        message.error !== undefined && request?.method === "tools/call"
          ? [{ ...message, jsonrpc: undefined }]
          : undefined,
    },
    fails: ["PROTO-003"],
  },
  {
    id: "response-in-array",
    vice: "Wraps the answer to a single completion request in an array.",
    hooks: {
      outgoing: (message, { request }) => (request?.method === "completion/complete" ? [[message]] : undefined),
    },
    fails: ["PROTO-003"],
  },
  {
    id: "log-text-on-the-channel",
    vice: "Writes plain text where its log notifications should be.",
    hooks: {
      outgoing: (message) => (message.method === "notifications/progress" ? ["working ...", message] : undefined),
    },
    fails: ["PROTO-008"],
    in: ["stdio/2025-11-25"],
  },
  {
    id: "json-log-on-the-channel",
    vice: "Writes its log as JSON lines between the messages.",
    hooks: {
      outgoing: (message) =>
        message.method === "notifications/progress" ? [{ level: "info", msg: "working" }, message] : undefined,
    },
    fails: ["PROTO-008"],
  },
  {
    id: "id-as-text",
    vice: "Turns the ids of its completion answers into text.",
    hooks: {
      outgoing: (message, { request }) =>
        request?.method === "completion/complete" ? [{ ...message, id: String(message.id) }] : undefined,
    },
    fails: ["PROTO-012"],
  },
  {
    id: "error-without-id",
    vice: "Leaves the id out when it does not know a method.",
    hooks: {
      outgoing: (message) =>
        isObject(message.error) && message.error.code === -32601 ? [{ ...message, id: undefined }] : undefined,
    },
    fails: ["PROTO-012"],
  },
  {
    id: "response-twice",
    vice: "Sends every response of tools/list twice.",
    hooks: {
      outgoing: (message, { request }) =>
        request?.method === "tools/list" && message.method === undefined ? [message, message] : undefined,
    },
    options: { sse: true },
    fails: ["PROTO-012"],
  },
  {
    id: "error-null-beside-result",
    vice: "Adds an error of null to its results.",
    hooks: {
      outgoing: (message, { request }) =>
        message.result !== undefined && request?.method === "prompts/list" ? [{ ...message, error: null }] : undefined,
    },
    fails: ["PROTO-013"],
  },
  {
    id: "result-null",
    vice: "Answers a ping with a result of null.",
    hooks: {
      outgoing: (message, { request }) => (request?.method === "ping" ? [{ ...message, result: null }] : undefined),
    },
    fails: ["PROTO-013"],
    in: OLD,
  },
  {
    id: "error-code-text",
    vice: "Writes the code of its errors as text.",
    hooks: { error: (error) => ({ ...error, code: String(error.code) }) },
    fails: ["PROTO-014"],
  },
  {
    id: "error-without-message",
    vice: "Sends errors with nothing but a code.",
    hooks: { error: (error) => ({ code: error.code }) },
    fails: ["PROTO-014"],
  },
  {
    id: "stack-trace-in-message",
    vice: "Puts the stack trace into the message of its errors.",
    hooks: {
      error: (error) => ({
        ...error,
        message: `${String(error.message)}\n    at serve (server.js:12:3)\n    at run (server.js:40:9)`,
      }),
    },
    fails: ["PROTO-015"],
  },
  {
    id: "server-request-id-fraction",
    vice: "Numbers its requests with fractions.",
    hooks: () => {
      const real: JsonValue[] = [];
      return {
        outgoing: (message) =>
          message.method !== undefined && message.id !== undefined
            ? [{ ...message, id: real.push(message.id) + 0.5 }]
            : undefined,
        incoming: (message) =>
          isObject(message) && message.method === undefined && typeof message.id === "number"
            ? { replaceWith: { ...message, id: real[message.id - 1.5] ?? null } }
            : undefined,
      };
    },
    fails: ["PROTO-016"],
    in: OLD,
  },
  {
    id: "server-request-id-reused",
    vice: "Gives all its requests the same id.",
    hooks: () => {
      let real: JsonValue | undefined;
      return {
        outgoing: (message) => {
          if (message.method === undefined || message.id === undefined) return undefined;
          real = message.id;
          return [{ ...message, id: "only" }];
        },
        incoming: (message) =>
          isObject(message) && message.id === "only" ? { replaceWith: { ...message, id: real ?? null } } : undefined,
      };
    },
    fails: ["PROTO-017"],
    in: OLD,
  },
  {
    id: "notification-with-id",
    vice: "Gives its progress notifications an id of null.",
    hooks: {
      outgoing: (message) => (message.method === "notifications/progress" ? [{ ...message, id: null }] : undefined),
    },
    fails: ["PROTO-018"],
  },
  {
    id: "notification-params-array",
    vice: "Sends the params of its progress notifications in an array.",
    hooks: {
      outgoing: (message) =>
        message.method === "notifications/progress" ? [{ ...message, params: [message.params ?? null] }] : undefined,
    },
    fails: ["PROTO-039"],
  },
  {
    id: "latin-1",
    vice: "Writes its completions in Latin-1.",
    hooks: {
      outgoing: (message, { request }) =>
        request?.method === "completion/complete" && isObject(message.result)
          ? [Buffer.from(JSON.stringify({ ...message, result: { ...message.result, note: "café" } }), "latin1")]
          : undefined,
    },
    fails: ["PROTO-038"],
  },
  {
    id: "asks-for-what-was-not-declared",
    vice: "Uses sampling, elicitation and roots whether or not the client has them.",
    hooks: { skip: ["client-capability"] },
    fails: ["PROTO-033"],
  },
];
