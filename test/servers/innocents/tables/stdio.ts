// stdio: lines, the other stream, start and end.

import { INVALID_REQUEST, RpcError } from "../../json-rpc.ts";
import type { Context } from "../../mutants/context.ts";
import type { Innocent } from "../innocent.ts";
import { meets, recordedAs } from "./stricter.ts";

const PIPES: readonly Context[] = ["stdio/2026-07-28", "stdio/2025-11-25"];

const escaped = (line: string): string =>
  line.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

const quiet = meets("nothing is written to stderr", "raw_processes.stderr_bytes", { maximum: 0 }, { when: [] });

const TWICE = recordedAs("a process shakes hands as often as it is asked", {
  not: {
    properties: {
      step: { const: "initialize" },
      request: { properties: { method: { const: "initialize" } }, required: ["method"] },
      response: { required: ["error"] },
    },
    required: ["step", "request", "response"],
  },
});

export const STDIO_INNOCENTS: readonly Innocent[] = [
  {
    id: "talks-on-stderr",
    choice: "Writes a banner, JSON and long lines to stderr.",
    permittedBy:
      "2025-11-25 basic/transports#stdio: the server may write UTF-8 strings to its standard error for logging purposes.",
    hooks: {
      stdoutStart: () => {
        process.stderr.write(
          `Notes 1.0 is ready\n{"jsonrpc":"2.0","method":"notifications/message"}\n${"x".repeat(5_000)}\n`,
        );
        return "";
      },
    },
    in: PIPES,
    closestTo: { "PROTO-008": quiet, "STDIO-004": quiet, "STDIO-010": quiet, "PROTO-057": quiet, "AUTH-003": quiet },
  },
  {
    id: "one-handshake",
    choice: "Shakes hands once for each process, and refuses every further initialize.",
    permittedBy:
      "2025-11-25 basic/lifecycle#initialization: the initialization phase is the first interaction between client and server; no sentence asks for a second.",
    hooks: () => {
      let isOver = false;
      return {
        result: (_, { request }) => {
          if (request?.method !== "initialize") return undefined;
          if (isOver) throw new RpcError(INVALID_REQUEST, "This session is already initialized");
          isOver = true;
          return undefined;
        },
      };
    },
    in: ["stdio/2025-11-25", "stdio/2024-11-05"],
    closestTo: { "PROTO-001": TWICE },
  },
  {
    id: "lines-with-crlf",
    choice: "Ends its lines with CR LF, pads them with spaces and escapes everything that is not ASCII.",
    permittedBy:
      "2025-11-25 basic/transports#stdio: messages are delimited by newlines and must not contain any; whitespace around a JSON text is part of JSON.",
    hooks: { stdoutLine: (line) => `  ${escaped(line.trimEnd())} \r\n` },
    in: PIPES,
    closestTo: {
      "STDIO-001": recordedAs("lines end with LF", {
        not: {
          required: ["response_notes"],
          properties: { response_notes: { contains: { properties: { kind: { const: "carriage-return" } } } } },
        },
      }),
      "PROTO-038": recordedAs("lines end with LF", {
        not: {
          required: ["response_notes"],
          properties: { response_notes: { contains: { properties: { kind: { const: "carriage-return" } } } } },
        },
      }),
    },
  },
  {
    id: "leaves-slowly",
    choice: "Takes half a second to leave after its input was closed.",
    permittedBy:
      "2025-11-25 basic/lifecycle#stdio: the client waits for the server to exit; no sentence says how long.",
    hooks: {
      shutdown: (_reason, exit) => {
        setTimeout(() => exit(0), 500);
      },
    },
    in: ["stdio/2026-07-28"],
    closestTo: {
      "STDIO-006": meets("a server leaves within 400 ms", "raw_processes.shutdown_ms", { maximum: 400 }, { when: [] }),
    },
  },
];
