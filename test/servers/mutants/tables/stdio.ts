import type { Hooks } from "../../hooks.ts";
import { isObject, type JsonObject, type JsonValue } from "../../json-rpc.ts";
import type { Mutant } from "../mutant.ts";

const isCall = (message: JsonValue, method: string): boolean => isObject(message) && message.method === method;

/** One process of the run: the client of the future (stateful), or the one with many requests at once (stateless). */
const isOneProcess = (message: JsonValue): boolean => {
  const text = JSON.stringify(message);
  return text.includes('"2999-12-31"') || text.includes('"mcptest-3"');
};

/** Ignores the end of input in one process, because every such process costs the whole patience of the client. */
const staying = (leaves: (reason: "stdin-closed" | "SIGTERM") => boolean) => (): Hooks => {
  let stays = false;
  return {
    incoming: (message) => {
      stays ||= isOneProcess(message);
      return undefined;
    },
    shutdown: (reason, exit) => {
      if (!stays || leaves(reason)) exit();
      else setInterval(() => undefined, 1_000);
    },
  };
};

const LIST_CHANGED = "notifications/tools/list_changed";

export const STDIO_MUTANTS: readonly Mutant[] = [
  {
    id: "stdout-banner",
    vice: "Writes a banner on stdout before its first message.",
    hooks: { stdoutStart: () => "Example server 1.0 ready\n" },
    fails: ["PROTO-008"],
    in: ["stdio/2025-11-25"],
  },
  {
    id: "stdout-pretty",
    vice: "Writes its notifications as indented JSON.",
    hooks: {
      stdoutLine: (line) =>
        line.includes('"method":"notifications/') ? `${JSON.stringify(JSON.parse(line), null, 2)}\n` : undefined,
    },
    fails: ["STDIO-001"],
    in: ["stdio/2026-07-28"],
  },
  {
    id: "stdout-content-length",
    vice: "Writes a Content-Length header before every message.",
    hooks: { stdoutLine: (line) => `Content-Length: ${Buffer.byteLength(line)}\r\n\r\n${line}` },
    fails: ["PROTO-008"],
    in: ["stdio/2024-11-05"],
  },
  {
    id: "stdout-messages-joined",
    vice: "Writes no newline between a notification and the next message.",
    hooks: {
      stdoutLine: (line) => (line.includes('"method":"notifications/') ? line.trimEnd() : undefined),
    },
    fails: ["STDIO-001"],
    in: ["stdio/2025-11-25"],
  },
  {
    id: "stdin-write-is-message",
    vice: "Takes every write for a whole message and gives up on half of one.",
    hooks: {
      // What is shorter than a page comes through a pipe as it was written, perhaps behind what was written before.
      stdinChunk: (bytes) => {
        if (bytes.length > 0 && bytes.length < 4096 && bytes.at(-1) !== 0x0a) process.exit(1);
      },
    },
    fails: ["STDIO-002"],
    in: ["stdio/2025-11-25"],
  },
  {
    id: "stdin-batch-refused",
    vice: "Refuses an array on a line.",
    hooks: {
      incoming: (message) =>
        Array.isArray(message)
          ? { answerWith: [{ jsonrpc: "2.0", id: null, error: { code: -32600, message: "Invalid Request" } }] }
          : undefined,
    },
    fails: ["PROTO-026"],
    in: ["stdio/2025-03-26"],
  },
  {
    id: "stdout-array",
    vice: "Writes the response to prompts/list as an array.",
    hooks: {
      outgoing: (message, { request }) =>
        request?.method === "prompts/list" && message.method === undefined ? [[message]] : undefined,
    },
    fails: ["STDIO-004"],
    in: ["stdio/2026-07-28", "stdio/2025-11-25"],
  },
  {
    id: "stderr-latin1",
    vice: "Writes its log in Latin-1.",
    hooks: {
      stdoutStart: () => {
        process.stderr.write(Buffer.from("Server läuft\n", "latin1"));
        return "";
      },
    },
    fails: ["STDIO-005"],
    in: ["stdio/2025-11-25"],
  },
  {
    id: "stays-after-end-of-input",
    vice: "Goes on after its input was closed, until it is told to stop.",
    hooks: staying((reason) => reason === "SIGTERM"),
    fails: ["STDIO-006"],
    in: ["stdio/2026-07-28", "stdio/2025-11-25"],
  },
  {
    id: "stays-after-sigterm",
    vice: "Goes on after its input was closed and after SIGTERM.",
    hooks: staying(() => false),
    fails: ["STDIO-006", "STDIO-007"],
    in: ["stdio/2025-11-25"],
  },
  {
    id: "falls-over-many-requests",
    vice: "Falls over when many requests come at once.",
    hooks: {
      incoming: (message) => {
        if (JSON.stringify(message).includes('"mcptest-3"')) process.exit(1);
        return undefined;
      },
    },
    fails: ["STDIO-009"],
    in: ["stdio/2026-07-28"],
  },
  {
    id: "stdout-request",
    vice: "Asks the client for its roots on stdout.",
    hooks: {
      outgoing: (message) =>
        message.method === "notifications/progress"
          ? [{ jsonrpc: "2.0", id: 1, method: "roots/list" }, message]
          : undefined,
    },
    fails: ["STDIO-010"],
    in: ["stdio/2026-07-28"],
  },
  {
    id: "stdout-idle-log",
    vice: "Writes a log message a moment after it has answered server/discover.",
    hooks: {
      incoming: (message, { sendStandalone }) => {
        const log: JsonObject = { jsonrpc: "2.0", method: "notifications/message", params: { level: "info", data: 1 } };
        if (isCall(message, "server/discover")) setTimeout(() => sendStandalone(log), 50);
        return undefined;
      },
    },
    fails: ["STDIO-011"],
    in: ["stdio/2026-07-28"],
  },
  {
    id: "stdout-unsubscribed-change",
    vice: "Tells everybody of a changed list of tools.",
    hooks: {
      incoming: (message, { sendStandalone }) => {
        if (isCall(message, "tools/list")) sendStandalone({ jsonrpc: "2.0", method: LIST_CHANGED });
        return undefined;
      },
    },
    fails: ["STDIO-011"],
    in: ["stdio/2026-07-28"],
  },
  {
    id: "initialize-ends-process",
    vice: "Exits when a client greets it in the old way.",
    hooks: {
      incoming: (message) => {
        if (isCall(message, "initialize") && !JSON.stringify(message).includes('"_meta"')) process.exit(1);
        return undefined;
      },
    },
    fails: ["STDIO-012"],
    in: ["stdio/2026-07-28"],
  },
  {
    id: "stdin-discover-first",
    vice: "Serves lists only to a process that was asked server/discover before.",
    hooks: () => {
      let greeted = false;
      return {
        incoming: (message) => {
          greeted ||= isCall(message, "server/discover");
          if (greeted || !isObject(message) || message.id === undefined) return undefined;
          const error = { code: -32600, message: "Say server/discover first" };
          return { answerWith: [{ jsonrpc: "2.0", id: message.id, error }] };
        },
      };
    },
    fails: ["DISC-009"],
    in: ["stdio/2026-07-28"],
  },
  {
    id: "subscriptions-restored",
    vice: "Restores the subscriptions of an earlier process when it starts.",
    hooks: () => {
      let started = false;
      return {
        incoming: (_message, { sendStandalone }) => {
          const _meta = { "io.modelcontextprotocol/subscriptionId": "mcptest-sub" };
          if (!started) sendStandalone({ jsonrpc: "2.0", method: LIST_CHANGED, params: { _meta } });
          started = true;
          return undefined;
        },
      };
    },
    fails: ["STDIO-014"],
    in: ["stdio/2026-07-28"],
  },
];
