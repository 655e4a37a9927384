// A server that refuses the name in its address wants no credentials: another name is the way in.

import { expect, test } from "vitest";
import type { Exchange } from "../../src/capture/capture.ts";
import { refusesName } from "../../src/capture/refused-name.ts";
import { adviseOtherName } from "../../src/probe/detect/read-answer.ts";

type Http = NonNullable<Exchange["http"]>;

const answered = (status: number, text: string, more: Partial<Http> = {}): Exchange => ({
  http: { method: "POST", request_headers: [], status, body: { encoding: "utf8", data: text }, ...more },
});

test.each([
  ["Playwright", answered(403, "Access is only allowed at localhost:8931")],
  ["the Python SDK", answered(421, "Invalid Host header")],
  ["the Go SDK", answered(403, 'Forbidden: invalid Host header "127.0.0.1:1"')],
  [
    "the TypeScript SDK",
    {
      http: { method: "POST", request_headers: [], status: 403 },
      response: { jsonrpc: "2.0", error: { code: -32000, message: "Invalid Host: 127.0.0.1" }, id: null },
    },
  ],
])("the refusal of %s is one of the name", (_of, exchange) => {
  expect(refusesName(exchange)).toBe(true);
});

test.each([
  ["no reason given", answered(403, "Forbidden")],
  ["a key that is missing", answered(403, "Missing API key")],
  ["a challenge", answered(403, "this host wants a token", { response_headers: [["WWW-Authenticate", "Bearer"]] })],
  ["a foreign Host of our own", answered(403, "Invalid Host", { request_headers: [["Host", "mcptest.invalid"]] })],
  ["a foreign Origin of our own", answered(403, "Invalid Origin", { request_headers: [["Origin", "http://x"]] })],
  ["another status", answered(404, "no such host")],
])("%s is none", (_of, exchange) => {
  expect(refusesName(exchange)).toBe(false);
});

test("the advice names the address to try", () => {
  expect(adviseOtherName("http://127.0.0.1:8931/mcp")).toContain("try http://localhost:8931/mcp,");
  expect(adviseOtherName("http://[::1]:8931/mcp")).toContain("try http://localhost:8931/mcp,");
  expect(adviseOtherName("http://localhost:8931/mcp")).toContain("try http://127.0.0.1:8931/mcp,");
  expect(adviseOtherName("https://example.com/mcp")).toContain("allowed hosts");
});
