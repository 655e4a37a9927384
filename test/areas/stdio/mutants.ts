import type { Hooks } from "../../servers/hooks.ts";
import type { JsonObject, JsonValue } from "../../servers/json-rpc.ts";
import { sentFor } from "../edits.ts";
import { replaceNotice } from "../notice-edits.ts";
import { isCall } from "../tool-edits.ts";
import { type MutantTable, mutant } from "../variant.ts";

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

export const MUTANTS: MutantTable = {
  "stdout-pretty": mutant("STDIO-001", "stdio/2026-07-28", {
    vice: "Writes its notifications as indented JSON.",
    stdoutLine: (line) =>
      line.includes('"method":"notifications/') ? `${JSON.stringify(JSON.parse(line), null, 2)}\n` : undefined,
  }),
  "stdout-messages-joined": mutant("STDIO-001", "stdio/2025-11-25", {
    vice: "Writes no newline between a notification and the next message.",
    stdoutLine: (line) => (line.includes('"method":"notifications/') ? line.trimEnd() : undefined),
  }),
  "stdin-write-is-message": mutant("STDIO-002", "stdio/2025-11-25", {
    vice: "Takes every write for a whole message and gives up on half of one.",
    // What is shorter than a page comes through a pipe as it was written, perhaps behind what was written before.
    stdinChunk: (bytes) => {
      if (bytes.length > 0 && bytes.length < 4096 && bytes.at(-1) !== 0x0a) process.exit(1);
    },
  }),
  "stdout-array": mutant("STDIO-004", "stdio/2026-07-28", "stdio/2025-11-25", {
    vice: "Writes the response to prompts/list as an array.",
    hooks: sentFor("prompts/list", (message) => (message.method === undefined ? [[message]] : undefined)),
  }),
  "stderr-latin1": mutant("STDIO-005", "stdio/2025-11-25", {
    vice: "Writes its log in Latin-1.",
    stdoutStart: () => {
      process.stderr.write(Buffer.from("Server läuft\n", "latin1"));
      return "";
    },
  }),
  "stays-after-end-of-input": mutant("STDIO-006", "stdio/2026-07-28", "stdio/2025-11-25", {
    vice: "Goes on after its input was closed, until it is told to stop.",
    hooks: staying((reason) => reason === "SIGTERM"),
  }),
  "stays-after-sigterm": mutant(["STDIO-006", "STDIO-007"], "stdio/2025-11-25", {
    vice: "Goes on after its input was closed and after SIGTERM.",
    hooks: staying(() => false),
  }),
  "stdout-request": mutant("STDIO-010", "stdio/2026-07-28", {
    vice: "Asks the client for its roots on stdout.",
    hooks: replaceNotice("notifications/progress", (message) => [
      { jsonrpc: "2.0", id: 1, method: "roots/list" },
      message,
    ]),
  }),
  "stdout-idle-log": mutant("STDIO-011", "stdio/2026-07-28", {
    vice: "Writes a log message a moment after it has answered server/discover.",
    incoming: (message, { sendStandalone }) => {
      const log: JsonObject = { jsonrpc: "2.0", method: "notifications/message", params: { level: "info", data: 1 } };
      if (isCall(message, "server/discover")) setTimeout(() => sendStandalone(log), 50);
      return undefined;
    },
  }),
  "stdout-unsubscribed-change": mutant("STDIO-011", "stdio/2026-07-28", {
    vice: "Tells everybody of a changed list of tools.",
    incoming: (message, { sendStandalone }) => {
      if (isCall(message, "tools/list")) sendStandalone({ jsonrpc: "2.0", method: LIST_CHANGED });
      return undefined;
    },
  }),
  "subscriptions-restored": mutant("STDIO-014", "stdio/2026-07-28", {
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
  }),
};
