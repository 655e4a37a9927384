// The stdio binding, line by line.

import { afterEach, describe, expect, test } from "vitest";
import type { JsonObject } from "./json-rpc.ts";
import { type StdioServerArguments, stdioServerCommand } from "./spawn.ts";
import { modernRequest } from "./testing/raw-http.ts";
import { RawStdio } from "./testing/raw-stdio.ts";

let stdio: RawStdio;

afterEach(async () => {
  await stdio.close();
});

function start(options: StdioServerArguments): RawStdio {
  stdio = new RawStdio(stdioServerCommand(options));
  return stdio;
}

function initialize(protocolVersion: string, capabilities: JsonObject = {}): void {
  const params = { protocolVersion, capabilities, clientInfo: { name: "raw", version: "1" } };
  stdio.send({ jsonrpc: "2.0", id: "init", method: "initialize", params });
  stdio.send({ jsonrpc: "2.0", method: "notifications/initialized" });
}

describe("the stateful server", () => {
  test("serves nothing but ping before initialize", async () => {
    start({ era: "stateful" });
    stdio.send({ jsonrpc: "2.0", id: 1, method: "ping" });
    stdio.send({ jsonrpc: "2.0", id: 2, method: "tools/list" });
    expect(await stdio.answerTo(1)).toEqual({ jsonrpc: "2.0", id: 1, result: {} });
    expect(await stdio.answerTo(2)).toMatchObject({ error: { code: -32600 } });
  });

  test("survives broken lines and reads messages across chunks", async () => {
    start({ era: "stateful" });
    initialize("2025-11-25");
    stdio.write('{oops\n\n{"jsonrpc":"2.0","id":1,');
    await stdio.answerTo("init");
    stdio.write('"method":"ping"}\n');
    await stdio.answerTo(1);
    const refusal = await stdio.waitFor((message) => message.error !== undefined);
    expect(refusal).toMatchObject({ error: { code: -32700 } });
    expect(refusal).not.toHaveProperty("id");
  });

  test("answers a batch of 2025-03-26 with one line, and refuses it later", async () => {
    start({ era: "stateful" });
    initialize("2025-03-26");
    const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
    stdio.send([ping, { ...ping, id: 2 }]);
    const lines = await stdio.waitForLines(2);
    expect(JSON.parse(lines[1] ?? "")).toHaveLength(2);
    await stdio.close();
    start({ era: "stateful" });
    initialize("2025-06-18");
    stdio.send([ping]);
    expect(await stdio.waitFor((message) => message.error !== undefined)).toMatchObject({ error: { code: -32600 } });
  });

  test("sends no response for a cancelled request", async () => {
    start({ era: "stateful", slowMs: 60_000 });
    initialize("2025-11-25");
    stdio.send({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "wait_a_while" } });
    stdio.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } });
    stdio.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: "unknown" } });
    stdio.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: {} });
    stdio.send({ jsonrpc: "2.0", id: 2, method: "ping" });
    await stdio.answerTo(2);
    await stdio.close();
    expect(stdio.lines.filter((line) => line.includes('"id":1'))).toEqual([]);
  });
});

describe("roots", () => {
  test("are asked for once, and again when they changed", async () => {
    start({ era: "stateful" });
    initialize("2025-11-25", { roots: { listChanged: true } });
    const answer = (id: unknown): void =>
      stdio.send({ jsonrpc: "2.0", id: String(id), result: { roots: [{ uri: "file:///tmp" }] } });
    const askRoots = (id: number): void =>
      stdio.send({ jsonrpc: "2.0", id, method: "tools/call", params: { name: "ask_roots" } });
    const asked = (id: string): ReturnType<RawStdio["waitFor"]> =>
      stdio.waitFor((message) => message.method === "roots/list" && message.id === id);
    askRoots(1);
    answer((await asked("server-1")).id);
    await stdio.answerTo(1);
    askRoots(2);
    await stdio.answerTo(2);
    stdio.send({ jsonrpc: "2.0", method: "notifications/roots/list_changed" });
    answer((await asked("server-2")).id);
    expect(stdio.lines.filter((line) => line.includes("roots/list"))).toHaveLength(2);
  });
});

describe("the stateless server", () => {
  test("needs no handshake and names its versions to those who want one", async () => {
    start({ era: "stateless" });
    stdio.send(modernRequest("tools/list", {}, 1));
    initialize("2025-11-25");
    stdio.send({ jsonrpc: "2.0", id: 2, method: "tools/list" });
    expect(await stdio.answerTo(1)).toMatchObject({ result: { resultType: "complete" } });
    expect(await stdio.answerTo("init")).toMatchObject({
      error: { code: -32022, data: { supported: ["2026-07-28"], requested: "2025-11-25" } },
    });
    expect(await stdio.answerTo(2)).toMatchObject({ error: { code: -32602 } });
  });

  test("keeps subscriptions apart and ends them when told", async () => {
    start({ era: "stateless" });
    const listen = (id: number, notifications: Record<string, boolean>): void =>
      stdio.send(modernRequest("subscriptions/listen", { notifications }, id));
    listen(1, { toolsListChanged: true });
    listen(2, { promptsListChanged: true });
    const change = (what: string, id: number): void =>
      stdio.send(modernRequest("tools/call", { name: "publish_change", arguments: { what } }, id));
    change("tools", 3);
    const changed = await stdio.waitFor((message) => message.method === "notifications/tools/list_changed");
    expect(changed.params).toEqual({ _meta: { "io.modelcontextprotocol/subscriptionId": 1 } });
    stdio.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } });
    change("tools", 4);
    change("prompts", 5);
    await stdio.answerTo(5);
    const notices = stdio.lines.filter((line) => line.includes("list_changed"));
    expect(notices).toHaveLength(2);
    await stdio.close();
    // The subscription still open is ended with its result.
    expect(stdio.lines.at(-1)).toContain('"id":2,"result"');
  });
});

describe("the dual server", () => {
  test("serves both eras in one process", async () => {
    start({ era: "dual" });
    stdio.send(modernRequest("server/discover", {}, 1));
    expect(await stdio.answerTo(1)).toMatchObject({ result: { supportedVersions: ["2026-07-28"] } });
    stdio.send({ jsonrpc: "2.0", id: 2, method: "tools/list" });
    expect(await stdio.answerTo(2)).toMatchObject({ error: { code: -32602 } });
    initialize("2025-06-18");
    expect(await stdio.answerTo("init")).toMatchObject({ result: { protocolVersion: "2025-06-18" } });
    stdio.send({ jsonrpc: "2.0", id: 3, method: "tools/list" });
    expect((await stdio.answerTo(3)).result).not.toHaveProperty("resultType");
    stdio.send(modernRequest("tools/list", {}, 4));
    expect((await stdio.answerTo(4)).result).toHaveProperty("resultType");
  });
});

describe("shutdown", () => {
  test("pending quick requests are answered, then the process ends", async () => {
    start({ era: "dual", slowMs: 60_000 });
    stdio.send(modernRequest("tools/call", { name: "wait_a_while" }, 1));
    stdio.send(modernRequest("tools/call", { name: "catalogue_info" }, 2));
    expect(await stdio.close()).toBe(0);
    expect(stdio.lines).toHaveLength(1);
  });

  test("SIGTERM ends the process", async () => {
    start({ era: "stateful" });
    initialize("2025-11-25");
    await stdio.answerTo("init");
    stdio.child.kill("SIGTERM");
    const code = await new Promise((resolve) => stdio.child.once("exit", resolve));
    expect(code).toBe(0);
  });
});
