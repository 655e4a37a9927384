import { expect, test } from "vitest";
import { startHttpServer } from "./http/http-server.ts";
test("smoke", async () => {
  const s = await startHttpServer({ era: "dual" });
  const r = await fetch(s.url, { method: "POST", headers: { "content-type": "application/json", accept: "application/json, text/event-stream" }, body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "x", version: "1" } } }) });
  console.log(r.status, Object.fromEntries(r.headers), await r.text());
  const m = { "io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {} };
  const r2 = await fetch(s.url, { method: "POST", headers: { "content-type": "application/json", accept: "application/json, text/event-stream", "mcp-protocol-version": "2026-07-28", "mcp-method": "server/discover" }, body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "server/discover", params: { _meta: m } }) });
  console.log(r2.status, Object.fromEntries(r2.headers), await r2.text());
  await s.close();
  expect(1).toBe(1);
});
