// What looks secret in a capture that is about to be published, and what recording has replaced already.

import { expect, test } from "vitest";
import type { Json } from "../../src/base/json.ts";
import type { Capture, Exchange } from "../../src/capture/capture.ts";
import { redactCapture } from "../../src/capture/redact.ts";
import { findUnredacted } from "../../src/capture/unredacted.ts";

const session = (result: Json, changes: Partial<Exchange> = {}, more: Partial<Capture> = {}): Capture => ({
  server_label: "x",
  server_capabilities: {},
  exchanges: [
    {
      id: "call-1",
      request: { jsonrpc: "2.0", id: 1, method: "tools/call", params: {} },
      response: { jsonrpc: "2.0", id: 1, result },
      ...changes,
    },
  ],
  ...more,
});

const text = (value: string): Json => ({ content: [{ type: "text", text: value }] });

const TOKEN = `ghp_${"a1B2".repeat(9)}`;
const HEADERS: Partial<Exchange> = {
  http: { method: "POST", request_headers: [["Authorization", "Bearer abcdefghij0123456789"]] },
};
const STDERR: Partial<Capture> = {
  conversations: [
    {
      id: "main",
      purpose: "x",
      transport: "stdio",
      opened_ms: 0,
      process: {
        exit_code: 0,
        signal: null,
        ended_by: "itself",
        stdout_bytes: 0,
        stderr_bytes: 50,
        stderr: { encoding: "utf8", data: `token ${TOKEN}` },
      },
    },
  ],
};

const FOUND: readonly (readonly [string, Capture, RegExp])[] = [
  ["a token in a result", session(text(`here: ${TOKEN}`)), /exchange call-1: a token/],
  [
    "a private key",
    session(text("-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIE\n-----END PRIVATE KEY-----")),
    /exchange call-1: a token, a private key/,
  ],
  ["a credential in a header", session({}, HEADERS), /exchange call-1: a credential in a header/],
  [
    "a password in the address",
    session({}, {}, { target: { kind: "http", url: "https://me:hunter2hunter2@x.example/", header_names: [] } }),
    /the server's address/,
  ],
  ["a token on stderr", session({}, {}, STDERR), /conversation main/],
];

const said = (capture: Capture): string[] => findUnredacted(capture).map(({ where, what }) => `${where}: ${what}`);

test.each(FOUND)("%s", (_name, capture, words) => {
  expect(said(capture)).toEqual([expect.stringMatching(words)]);
});

test.each(FOUND.slice(0, 4))("%s: what recording replaced is not told again", (_name, capture) => {
  const clean = redactCapture(capture, { values: [], headers: [] }, new Uint8Array(32));
  expect(said(clean)).toEqual([]);
});

test("Publishing: a whole environment is told even where its secrets were replaced", () => {
  const dump = session(text("PATH=/bin\nHOME=/home/x\nUSER=x\nLANG=C\nAPI_TOKEN=abcdefgh12345678"));
  expect(said(dump)).toHaveLength(2);
  const clean = redactCapture(dump, { values: [], headers: [] }, new Uint8Array(32));
  expect(said(clean)).toEqual(["exchange call-1: what looks like the server's whole environment"]);
});

test("an ordinary answer", () => {
  expect(said(session(text("three harbours")))).toEqual([]);
});
