// The official client of the stateful era talks to the example server over every transport it knows.

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { SSEClientTransport } from "@modelcontextprotocol/sdk/client/sse.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
  LoggingMessageNotificationSchema,
  ResourceUpdatedNotificationSchema,
  ToolListChangedNotificationSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { afterEach, describe, expect, test } from "vitest";
import { type HttpServerOptions, type RunningHttpServer, startHttpServer } from "./http/http-server.ts";
import { isObject } from "./json-rpc.ts";
import { stdioServerCommand } from "./spawn.ts";

interface Connected {
  client: Client;
  server: RunningHttpServer | undefined;
}

const cleanups: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const cleanUp of cleanups.splice(0).reverse()) await cleanUp();
});

async function serve(options: HttpServerOptions): Promise<RunningHttpServer> {
  const server = await startHttpServer(options);
  cleanups.push(() => server.close());
  return server;
}

async function connect(transport: Transport, server?: RunningHttpServer): Promise<Connected> {
  const capabilities = { sampling: {}, elicitation: {}, roots: { listChanged: true } };
  const client = new Client({ name: "test", version: "1.0.0" }, { capabilities });
  client.setRequestHandler(CreateMessageRequestSchema, () => ({
    role: "assistant",
    model: "test",
    content: { type: "text", text: "Tea is good." },
  }));
  client.setRequestHandler(ElicitRequestSchema, () => ({ action: "accept", content: { name: "Ada", colour: "blue" } }));
  client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: [{ uri: "file:///tmp" }] }));
  await client.connect(transport);
  cleanups.push(() => client.close());
  return { client, server };
}

const CONNECTIONS: Record<string, () => Promise<Connected>> = {
  "HTTP with JSON": async () => {
    const server = await serve({ era: "stateful", clientRequestTimeoutMs: 10_000 });
    return connect(streamable(server), server);
  },
  "HTTP with event streams": async () => {
    const server = await serve({ era: "stateful", sse: true });
    return connect(streamable(server), server);
  },
  "HTTP, dual": async () => {
    const server = await serve({ era: "dual" });
    return connect(streamable(server), server);
  },
  "HTTP+SSE": async () => {
    const server = await serve({ era: "http+sse" });
    return connect(new SSEClientTransport(new URL(server.url)), server);
  },
  stdio: () => connect(new StdioClientTransport(stdioServerCommand({ era: "stateful" }))),
  "stdio, dual": () => connect(new StdioClientTransport(stdioServerCommand({ era: "dual" }))),
};

// The transport's own type says sessionId may be undefined, which exactOptionalPropertyTypes does not accept.
function streamable(server: RunningHttpServer): Transport {
  return new StreamableHTTPClientTransport(new URL(server.url)) as Transport;
}

function textOf(result: unknown): string {
  const { content } = result as { content: { type: string; text?: string }[] };
  return content.map((block) => block.text ?? "").join("");
}

describe.each(Object.entries(CONNECTIONS))("the stateful server over %s", (name, open) => {
  const isOld = name === "HTTP+SSE";

  test("agrees on a revision and says what it can", async () => {
    const { client } = await open();
    expect(client.getServerVersion()?.name).toBe("mcptest-example-server");
    expect(Object.keys(client.getServerCapabilities() ?? {})).toContain("tools");
    await client.ping();
  });

  test("lists everything in pages", async () => {
    const { client } = await open();
    const tools = await allPages(async (cursor) => {
      const page = await client.listTools({ ...cursor });
      return { items: page.tools.map((tool) => tool.name), nextCursor: page.nextCursor };
    });
    expect(tools.pages).toBe(isOld ? 2 : 3);
    expect(tools.items).toContain("look_up");
    expect(new Set(tools.items).size).toBe(tools.items.length);
    const resources = await allPages(async (cursor) => {
      const page = await client.listResources({ ...cursor });
      return { items: page.resources.map((one) => one.uri), nextCursor: page.nextCursor };
    });
    expect(resources).toMatchObject({ pages: 3, items: { length: 5 } });
    const templates = await allPages(async (cursor) => {
      const page = await client.listResourceTemplates({ ...cursor });
      return { items: page.resourceTemplates.map((one) => one.uriTemplate), nextCursor: page.nextCursor };
    });
    expect(templates).toMatchObject({ pages: 2, items: ["memo://entry/{id}", "memo://topic/{topic}"] });
    const prompts = await allPages(async (cursor) => {
      const page = await client.listPrompts({ ...cursor });
      return { items: page.prompts.map((one) => one.name), nextCursor: page.nextCursor };
    });
    expect(prompts).toMatchObject({ pages: 2, items: { length: 4 } });
    await expect(client.listTools({ cursor: "bogus" })).rejects.toMatchObject({ code: -32602 });
  });

  test("calls tools", async () => {
    const { client } = await open();
    const args = { category: "books", limit: 3, code: "AB-123", filter: { inStock: true } };
    const found = await client.callTool({ name: "look_up", arguments: args });
    expect(textOf(found)).toBe("Found AB-123 in books.");
    const missing = await client.callTool({ name: "look_up", arguments: { ...args, code: "ZZ-404" } });
    expect(missing.isError).toBe(true);
    const measured = await client.callTool({ name: "measure_text", arguments: { text: "one two" } });
    expect(measured.structuredContent).toEqual(isOld ? undefined : { characters: 7, words: 2 });
    await expect(client.callTool({ name: "no_such_tool" })).rejects.toMatchObject({ code: -32602 });
    const wrong = client.callTool({ name: "look_up", arguments: { ...args, limit: 0 } });
    if (isOld) await expect(wrong).rejects.toMatchObject({ code: -32602 });
    else expect((await wrong).isError).toBe(true);
  });

  test("reads resources, gets prompts and completes arguments", async () => {
    const { client } = await open();
    const text = await client.readResource({ uri: "memo://greetings" });
    expect(text.contents[0]).toMatchObject({ text: "Grüße, 世界! 👋\n" });
    const blob = await client.readResource({ uri: "memo://logo" });
    expect(blob.contents[0]).toHaveProperty("blob");
    const entry = await client.readResource({ uri: "memo://entry/entry-007" });
    expect(entry.contents[0]).toMatchObject({ text: "This is entry-007.\n" });
    await expect(client.readResource({ uri: "memo://nothing" })).rejects.toMatchObject({ code: -32002 });
    const prompt = await client.getPrompt({ name: "summarise", arguments: { topic: "tea" } });
    expect(prompt.messages).toHaveLength(2);
    await expect(client.getPrompt({ name: "summarise" })).rejects.toMatchObject({ code: -32602 });
    if (isOld) return; // The client insists on a capability that 2024-11-05 does not have.
    const ids = await client.complete({
      ref: { type: "ref/resource", uri: "memo://entry/{id}" },
      argument: { name: "id", value: "entry-01" },
    });
    expect(ids.completion).toMatchObject({ total: 10, hasMore: false });
    const tones = await client.complete({
      ref: { type: "ref/prompt", name: "summarise" },
      argument: { name: "tone", value: "f" },
    });
    expect(tones.completion.values).toEqual(["formal", "friendly", "cheerful"]);
  });

  test("reports progress and logs", async () => {
    const { client } = await open();
    const levels: string[] = [];
    client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => void levels.push(params.level));
    const progress: number[] = [];
    const options = { onprogress: (one: { progress: number }) => void progress.push(one.progress) };
    await client.callTool({ name: "count_slowly", arguments: { steps: 4 } }, undefined, options);
    expect(progress).toEqual([1, 2, 3, 4]);
    expect(levels).toEqual(["info", "info", "info", "warning"]);
    await client.setLoggingLevel("warning");
    await client.callTool({ name: "count_slowly", arguments: { steps: 2 } });
    expect(levels.slice(4)).toEqual(["warning"]);
  });

  test("tells about changes", async () => {
    const { client } = await open();
    const updated = new Promise((resolve) => {
      client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => resolve(params.uri));
    });
    const changed = new Promise<void>((resolve) => {
      client.setNotificationHandler(ToolListChangedNotificationSchema, () => resolve());
    });
    await client.subscribeResource({ uri: "memo://counter" });
    await client.callTool({ name: "publish_change", arguments: { what: "counter" } });
    await client.callTool({ name: "publish_change", arguments: { what: "tools" } });
    expect(await updated).toBe("memo://counter");
    await changed;
    await client.unsubscribeResource({ uri: "memo://counter" });
  });

  test("asks the client", async () => {
    const { client } = await open();
    expect(textOf(await client.callTool({ name: "ask_model" }))).toBe("The model says: Tea is good.");
    expect(textOf(await client.callTool({ name: "ask_roots" }))).toBe("The client has 1 roots.");
    if (isOld) return; // Elicitation is younger.
    const greeting = await client.callTool({ name: "ask_user", arguments: { colour: true } });
    expect(textOf(greeting)).toBe("Hello, Ada! You like blue.");
  });

  test("stops when a request is cancelled", async () => {
    const { client, server } = await open();
    const stop = new AbortController();
    const waiting = client.callTool({ name: "wait_a_while" }, undefined, { signal: stop.signal });
    const refused = expect(waiting).rejects.toThrow();
    await server?.log.waitFor((entry) => entry.kind === "tool" && entry.state === "started");
    stop.abort("no longer needed");
    await refused;
    await server?.log.waitFor((entry) => entry.kind === "tool" && entry.state === "cancelled");
    await client.ping();
  });
});

test("a dropped connection is resumed by the client", async () => {
  const server = await serve({ era: "stateful", sse: true, polling: true, slowMs: 20 });
  const { client } = await connect(streamable(server), server);
  expect(textOf(await client.callTool({ name: "wait_a_while" }))).toBe("Nobody cancelled.");
  const resumed = server.log.entries.filter((entry) => entry.kind === "http" && entry.method === "GET");
  expect(resumed.length).toBeGreaterThan(0);
});

test("the client is pinged now and then", async () => {
  const server = await serve({ era: "http+sse", pingIntervalMs: 20 });
  await connect(new SSEClientTransport(new URL(server.url)), server);
  const pong = await server.log.waitFor(
    (entry) => entry.kind === "received" && isObject(entry.message) && entry.message.id === "server-2",
  );
  expect(pong).toMatchObject({ message: { result: {} } });
});

async function allPages(
  read: (cursor: { cursor?: string }) => Promise<{ items: string[]; nextCursor: string | undefined }>,
): Promise<{ items: string[]; pages: number }> {
  const items: string[] = [];
  let pages = 0;
  for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
    const page = await read(cursor === undefined ? {} : { cursor });
    items.push(...page.items);
    pages += 1;
    cursor = page.nextCursor;
  }
  return { items, pages };
}
