// The official client of the stateless era talks to the example server, alone and on a dual one.

import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterEach, describe, expect, test } from "vitest";
import { type HttpServerOptions, type RunningHttpServer, startHttpServer } from "./http/http-server.ts";
import { stdioServerCommand } from "./spawn.ts";

interface Connected {
  client: Client;
  server: RunningHttpServer | undefined;
}

type Negotiation = "auto" | "legacy" | { pin: string };

const cleanups: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const cleanUp of cleanups.splice(0).reverse()) await cleanUp();
});

function newClient(mode: Negotiation): Client {
  const client = new Client(
    { name: "test", version: "1.0.0" },
    {
      capabilities: { sampling: {}, elicitation: { form: {} }, roots: {} },
      versionNegotiation: { mode },
    },
  );
  client.setRequestHandler("sampling/createMessage", () => ({
    role: "assistant",
    model: "test",
    content: { type: "text", text: "Tea is good." },
  }));
  client.setRequestHandler("elicitation/create", ({ params }) => ({
    action: "accept",
    content: params.message.includes("colour") ? { colour: "blue" } : { name: "Ada" },
  }));
  client.setRequestHandler("roots/list", () => ({ roots: [{ uri: "file:///tmp" }] }));
  return client;
}

async function overHttp(options: HttpServerOptions, mode: Negotiation): Promise<Connected> {
  const server = await startHttpServer(options);
  cleanups.push(() => server.close());
  const client = newClient(mode);
  await client.connect(new StreamableHTTPClientTransport(new URL(server.url)));
  cleanups.push(() => client.close());
  return { client, server };
}

async function overStdio(era: "stateless" | "dual", mode: Negotiation): Promise<Connected> {
  const client = newClient(mode);
  await client.connect(new StdioClientTransport(stdioServerCommand({ era })));
  cleanups.push(() => client.close());
  return { client, server: undefined };
}

const PIN = { pin: "2026-07-28" };

const CONNECTIONS: Record<string, () => Promise<Connected>> = {
  "HTTP with JSON": () => overHttp({ era: "stateless" }, PIN),
  "HTTP with event streams": () => overHttp({ era: "stateless", sse: true }, PIN),
  "HTTP, dual": () => overHttp({ era: "dual" }, "auto"),
  stdio: () => overStdio("stateless", PIN),
  "stdio, dual": () => overStdio("dual", "auto"),
};

function textOf(result: { content: { type: string; text?: string }[] }): string {
  return result.content.map((block) => block.text ?? "").join("");
}

describe.each(Object.entries(CONNECTIONS))("the stateless server over %s", (_name, open) => {
  test("is discovered", async () => {
    const { client } = await open();
    expect(client.getProtocolEra()).toBe("modern");
    const discovered = await client.discover();
    expect(discovered.supportedVersions).toEqual(["2026-07-28"]);
    expect(client.getServerVersion()?.name).toBe("mcptest-example-server");
  });

  test("lists everything, reads, gets and completes", async () => {
    const { client } = await open();
    const { tools } = await client.listTools();
    expect(tools).toHaveLength(18);
    expect((await client.listResources()).resources).toHaveLength(5);
    expect((await client.listResourceTemplates()).resourceTemplates).toHaveLength(2);
    expect((await client.listPrompts()).prompts).toHaveLength(4);
    const read = await client.readResource({ uri: "memo://greetings" });
    expect(read.contents[0]).toMatchObject({ text: "Grüße, 世界! 👋\n" });
    await expect(client.readResource({ uri: "memo://nothing" })).rejects.toMatchObject({ code: -32602 });
    const prompt = await client.getPrompt({ name: "summarise", arguments: { topic: "tea" } });
    expect(prompt.messages).toHaveLength(2);
    const ids = await client.complete({
      ref: { type: "ref/resource", uri: "memo://entry/{id}" },
      argument: { name: "id", value: "" },
    });
    expect(ids.completion).toMatchObject({ total: 120, hasMore: true });
  });

  test("calls tools, also with mirrored arguments", async () => {
    const { client } = await open();
    await client.listTools();
    const measured = await client.callTool({ name: "measure_text", arguments: { text: "one two" } });
    expect(measured.structuredContent).toEqual({ characters: 7, words: 2 });
    const routed = await client.callTool({
      name: "route_request",
      arguments: { region: "Süd", weight: -7, dryRun: true, target: { zone: " a " } },
    });
    expect(textOf(routed)).toBe("Routed to Süd, zone  a .");
    await expect(client.callTool({ name: "no_such_tool" })).rejects.toMatchObject({ code: -32602 });
    const wrong = await client.callTool({ name: "describe_shape", arguments: { kind: "circle", size: 11 } });
    expect(wrong.isError).toBe(true);
  });

  test("reports progress, and logs only when asked", async () => {
    const { client } = await open();
    const levels: string[] = [];
    client.setNotificationHandler("notifications/message", ({ params }) => void levels.push(params.level));
    const progress: number[] = [];
    const onprogress = (one: { progress: number }): void => void progress.push(one.progress);
    const params = { name: "count_slowly", arguments: { steps: 3 } };
    await client.callTool(params, { onprogress });
    expect(progress).toEqual([1, 2, 3]);
    expect(levels).toEqual([]);
    const _meta = { "io.modelcontextprotocol/logLevel": "info" };
    await client.callTool({ ...params, _meta });
    expect(levels).toEqual(["info", "info", "warning"]);
  });

  test("asks the client in rounds", async () => {
    const { client } = await open();
    expect(textOf(await client.callTool({ name: "ask_model" }))).toBe("The model says: Tea is good.");
    expect(textOf(await client.callTool({ name: "ask_roots" }))).toBe("The client has 1 roots.");
    const greeting = await client.callTool({ name: "ask_user", arguments: { colour: true } });
    expect(textOf(greeting)).toBe("Hello, Ada! You like blue.");
    const prompt = await client.getPrompt({ name: "interview", arguments: { ask: "yes" } });
    expect(prompt.messages[0]?.content).toMatchObject({ text: "Interview Ada." });
    const memo = await client.readResource({ uri: "memo://topic/tea" });
    expect(memo.contents[0]).toMatchObject({ text: "Dear Ada, on tea.\n" });
  });

  test("tells subscribers about changes", async () => {
    const { client } = await open();
    const updated = new Promise((resolve) => {
      client.setNotificationHandler("notifications/resources/updated", ({ params }) => resolve(params.uri));
    });
    const changed = new Promise<void>((resolve) => {
      client.setNotificationHandler("notifications/tools/list_changed", () => resolve());
    });
    const asked = { toolsListChanged: true, resourceSubscriptions: ["memo://counter", "memo://nothing"] };
    const subscription = await client.listen(asked);
    expect(subscription.honoredFilter).toEqual({ toolsListChanged: true, resourceSubscriptions: ["memo://counter"] });
    await client.callTool({ name: "publish_change", arguments: { what: "counter" } });
    await client.callTool({ name: "publish_change", arguments: { what: "tools" } });
    expect(await updated).toBe("memo://counter");
    await changed;
    await subscription.close();
    expect(await subscription.closed).toBe("local");
  });

  test("stops when a request is cancelled", async () => {
    const { client, server } = await open();
    const stop = new AbortController();
    const waiting = client.callTool({ name: "wait_a_while" }, { signal: stop.signal });
    const refused = expect(waiting).rejects.toThrow();
    await server?.log.waitFor((entry) => entry.kind === "tool" && entry.state === "started");
    stop.abort("no longer needed");
    await refused;
    await server?.log.waitFor((entry) => entry.kind === "tool" && entry.state === "cancelled");
    await client.discover();
  });
});

describe("the dual server", () => {
  test("still speaks the older era over HTTP and stdio", async () => {
    const http = await overHttp({ era: "dual" }, "legacy");
    expect(http.client.getNegotiatedProtocolVersion()).toBe("2025-11-25");
    const stdio = await overStdio("dual", "legacy");
    expect(stdio.client.getNegotiatedProtocolVersion()).toBe("2025-11-25");
    const greeting = await stdio.client.callTool({ name: "ask_user", arguments: {} });
    expect(textOf(greeting)).toBe("Hello, Ada!");
  });

  test("ends a subscription gracefully when it shuts down", async () => {
    const { client, server } = await overHttp({ era: "stateless" }, PIN);
    const subscription = await client.listen({ toolsListChanged: true });
    await server?.close();
    expect(await subscription.closed).toBe("graceful");
  });
});
