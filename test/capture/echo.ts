import { expect } from "vitest";
import type { Header } from "../../src/base/header.ts";
import type { Capture, Exchange } from "../../src/capture/capture.ts";
import { readCaptures } from "../../src/capture/read.ts";
import { redactCapture } from "../../src/capture/redact.ts";
import { secretsOf } from "../../src/capture/secrets.ts";
import { toJson } from "../../src/capture/serialize.ts";
import type { HttpTarget, StdioTarget, Target } from "../../src/capture/target.ts";

export const KEY = Buffer.alloc(32, 7);
export const TAG = /\[redacted:[0-9a-f]{12}\]/;

export const http = (headers: Header[], url = "https://example.org/mcp"): HttpTarget => ({
  kind: "http",
  url,
  headers,
  origin: "user",
});

export const stdio = (args: string[], env: Record<string, string> = {}): StdioTarget => ({
  kind: "stdio",
  command: "node",
  args,
  env,
});

/** A capture in which the texts stand in every place where a server can put one. */
export const echoing = (target: Target, texts: readonly string[], more: Exchange[] = []): Capture => ({
  format: "mcptest-capture/1",
  server_label: target.kind === "http" ? target.url : `stdio:${[target.command, ...target.args].join(" ")}`,
  server_capabilities: { experimental: { [texts[0] ?? ""]: {} } },
  target:
    target.kind === "http"
      ? { kind: "http", url: target.url, header_names: target.headers.map(([name]) => name) }
      : { kind: "stdio", command: [target.command, ...target.args], env_names: Object.keys(target.env) },
  server_info: { name: texts[0] ?? "" },
  conversations: [
    {
      id: "main",
      purpose: "p",
      transport: "stdio",
      opened_ms: 0,
      process: {
        exit_code: 1,
        signal: null,
        ended_by: "itself",
        stdout_bytes: 0,
        stderr_bytes: 9,
        stderr: { encoding: "utf8", data: texts.join(" ") },
      },
    },
  ],
  exchanges: [
    ...texts.map(
      (text, index): Exchange => ({
        id: `main/${index}`,
        conversation: "main",
        response: {
          jsonrpc: "2.0",
          id: 1,
          result: { content: [{ type: "text", text: `you sent ${text}!` }], [`x${text}y`]: [text] },
        },
        response_raw: { encoding: "utf8", data: `{"result":"${text}","result":1}` },
        meanwhile: [
          { seq: 1, at_ms: 1, message: { error: { code: 1, message: `bad ${text}` } }, sse: { event: text, id: text } },
          {
            seq: 2,
            at_ms: 1,
            raw: { encoding: "base64", data: withBadByte(text) },
            notes: [{ kind: "not-json", at: `/${text}` }],
          },
        ],
        http: {
          method: "POST",
          request_headers: target.kind === "http" ? target.headers : [],
          status: 400,
          status_text: text,
          response_headers: [
            ["x-echo", text],
            ["www-authenticate", `Bearer error="${text}"`],
          ],
          body: { encoding: "utf8", data: `<p>${text}</p>` },
          stream: {
            events: 1,
            comments: 0,
            line_endings: ["lf"],
            ended_by: "trouble",
            last_event_id: text,
            odd_text: { encoding: "utf8", data: text },
            unfinished: { encoding: "utf8", data: `data: ${text}` },
          },
        },
      }),
    ),
    ...more,
  ],
  unsolicited: [{ conversation: "main", seq: 9, at_ms: 1, message: texts[0] ?? "" }],
});

const withBadByte = (text: string): string =>
  Buffer.concat([Buffer.from([0xff]), Buffer.from(text), Buffer.from([0xfe])]).toString("base64");

export const redact = (target: Target, capture: Capture, key: Uint8Array = KEY): Capture => {
  const clean = redactCapture(capture, secretsOf(target, {}), key);
  // Whatever was replaced, it must still be a capture.
  expect(readCaptures(toJson(clean), "f").sessions).toEqual([clean]);
  return clean;
};
