// Why nothing could be asked at a URL: reasons that have nothing to do with the address.

import { expect, test } from "vitest";
import type { Capture, Exchange } from "../../../src/capture/capture.ts";
import { blockedAddress } from "../../../src/judge/blocked/blocked-address.ts";

const TARGET = { kind: "http", url: "http://127.0.0.1:9/mcp", header_names: [] } as const;

const blocked = (exchange: Partial<Exchange>, reached: boolean) =>
  blockedAddress(
    { format: "mcptest-capture/1", server_label: "x", exchanges: [exchange] } as unknown as Capture,
    TARGET,
    reached,
  );

test("a limit of ours names the limit, and nobody is asked about TLS", () => {
  const trouble = { kind: "limit-exceeded", detail: "the response head is larger than allowed", limit: "headerBytes" };
  expect(blocked({ trouble } as Partial<Exchange>, false)).toMatchObject({
    reason: "127.0.0.1:9: the response head is larger than allowed",
    help: ["to allow more: --limit headerBytes=<value>"],
  });
});

test("the end of the run is not the server's", () => {
  const trouble = { kind: "aborted", detail: "the run ended before the answer" };
  expect(blocked({ trouble } as Partial<Exchange>, false)).toMatchObject({
    help: ["to wait longer: --run-timeout 5m"],
  });
});

test("429 for ever is a refusal, not a missing endpoint", () => {
  const http = { method: "POST", url: TARGET.url, status: 429, response_headers: [] };
  expect(blocked({ http } as unknown as Partial<Exchange>, true)).toMatchObject({
    kind: "handshake-refused",
    reason: expect.stringContaining("429"),
    help: ["try again later, or raise its limit for this machine"],
  });
});
