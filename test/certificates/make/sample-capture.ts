// A short session with a good server, as a capture of mcptest's own would hold it.

import type { Json, JsonObject } from "../../../src/base/json.ts";
import type { Capture, Exchange } from "../../../src/capture/capture.ts";
import { issueCertificate } from "../../../src/certificate/issue.ts";
import type { CertificateBody, CertificateObservation } from "../../../src/library/verify.ts";
import { makeAudit } from "../../../src/scores/result/discoverability.ts";
import { ISSUER } from "./keys.ts";
import { URL_OF_SAMPLE } from "./sample.ts";

const TOOL = { name: "mcptest", version: "0.0.0-test" } as const;

const exchange = (index: number, step: string, method: string, params: Json, answer: JsonObject): Exchange => ({
  id: `main/${index}`,
  conversation: "main",
  step,
  request: { jsonrpc: "2.0", id: index, method, params },
  response: { jsonrpc: "2.0", id: index, ...answer },
  seq: 2 * index,
  response_seq: 2 * index + 1,
  http: {
    method: "POST",
    request_headers: [["Content-Type", "application/json"]],
    status: 200,
    response_headers: [["Content-Type", "application/json"]],
  },
  timing: { start_ms: 20 * index, head_ms: 20 * index + 9, response_ms: 20 * index + 10, end_ms: 20 * index + 10 },
});

const tool = (name: string, description: string): JsonObject => ({
  name,
  description,
  inputSchema: { type: "object", properties: {} },
  annotations: { readOnlyHint: true },
});

/** `changes` are laid over the whole; `tools` stand in the list. */
export const sampleCapture = (
  changes: Partial<Capture> = {},
  tools: readonly JsonObject[] = [
    tool("list_harbours", "Lists every harbour of the coast with its depth and the hours of its lights."),
    tool("read_tide_table", "Reads the tide table of one harbour for the seven days to come."),
  ],
): Capture => ({
  format: "mcptest-capture/1",
  server_label: URL_OF_SAMPLE,
  server_capabilities: { tools: {} },
  tool: TOOL,
  started_at: "2026-03-01T12:00:00.000Z",
  target: { kind: "http", url: URL_OF_SAMPLE, header_names: [] },
  transport: "streamable-http",
  server_info: { name: "harbours", version: "1.0.0" },
  conversations: [],
  exchanges: [
    exchange(
      1,
      "initialize",
      "initialize",
      { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "mcptest", version: "0.0.0" } },
      {
        result: {
          protocolVersion: "2025-11-25",
          capabilities: { tools: {} },
          serverInfo: { name: "harbours", version: "1.0.0" },
        },
      },
    ),
    exchange(2, "tools/list", "tools/list", {}, { result: { tools: [...tools] } }),
    exchange(
      3,
      "tools/call",
      "tools/call",
      { name: "list_harbours", arguments: {} },
      {
        result: {
          content: [
            { type: "text", text: "Three harbours: Aker (4 m), Lind (7 m) and Sund (11 m); lights from dusk." },
          ],
        },
      },
    ),
    exchange(
      4,
      "unknown-method",
      "mcptest/no-such-method",
      {},
      { error: { code: -32601, message: "Method not found" } },
    ),
  ],
  outcome: "complete",
  ...changes,
});

export const auditOf = (capture: Capture) => makeAudit(capture, { tool: TOOL, standard: "0.2" });

/** What mcptest issues for a capture; throws when it refuses to. */
export const issueFor = (
  capture: Capture,
  observed: CertificateObservation = "live",
): { readonly text: string; readonly body: CertificateBody } => {
  const issued = issueCertificate({
    audit: auditOf(capture),
    capture,
    observed,
    key: ISSUER,
    issuer: "Example Observatory",
    now: Date.parse("2026-03-01T12:05:00Z"),
    // The words of the standard may change; what a case holds must not change with them.
    ruleset: { made: "for tests" },
  });
  if (!issued.ok) throw new Error(issued.reason);
  return { text: `${JSON.stringify(issued.envelope, null, 2)}\n`, body: issued.body };
};
