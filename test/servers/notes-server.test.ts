// The bundled example, driven by the official clients of both eras over both transports.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as OlderClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as OlderStdioTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterEach, describe, expect, test } from "vitest";
import { isObject, type JsonObject } from "./json-rpc.ts";
import {
  errorOf,
  modernHeaders,
  modernRequest,
  openSession,
  post,
  postModern,
  postRaw,
  present,
  resultOf,
} from "./testing/raw-http.ts";
import { RawStdio } from "./testing/raw-stdio.ts";

const SCRIPT = fileURLToPath(new URL("../../examples/notes-server.js", import.meta.url));
const STDIO = { command: process.execPath, args: [SCRIPT] };

const cleanups: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const cleanUp of cleanups.splice(0).reverse()) await cleanUp();
});

async function startHttp(): Promise<string> {
  const child: ChildProcess = spawn(process.execPath, [SCRIPT, "--http", "0"], { stdio: ["ignore", "ignore", "pipe"] });
  const exited = once(child, "exit");
  cleanups.push(() => {
    child.kill("SIGTERM");
    return exited;
  });
  const [bytes] = (await once(child.stderr ?? child, "data")) as [Buffer];
  return bytes.toString().trim();
}

async function connect(mode: "auto" | "legacy", transport: "stdio" | "HTTP"): Promise<Client> {
  const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode } });
  const chosen =
    transport === "stdio"
      ? new StdioClientTransport(STDIO)
      : new StreamableHTTPClientTransport(new URL(await startHttp()));
  await client.connect(chosen);
  cleanups.push(() => client.close());
  return client;
}

function firstText(result: unknown): string {
  const content = isObject(result) && Array.isArray(result.content) ? result.content[0] : undefined;
  return isObject(content) ? String(content.text) : "";
}

describe.each([
  ["auto", "stdio", "2026-07-28"],
  ["auto", "HTTP", "2026-07-28"],
  ["legacy", "stdio", "2025-11-25"],
  ["legacy", "HTTP", "2025-11-25"],
] as const)("a client in mode %s over %s", (mode, transport, revision) => {
  test("uses every feature", async () => {
    const client = await connect(mode, transport);
    expect(client.getNegotiatedProtocolVersion()).toBe(revision);
    const { tools } = await client.listTools();
    expect(tools.map((tool) => tool.name)).toEqual(["list_notes", "read_note", "add_note", "delete_note"]);
    const note = await client.callTool({ name: "read_note", arguments: { id: "shopping" } });
    expect(note.structuredContent).toMatchObject({ title: "Shopping" });
    const added = await client.callTool({ name: "add_note", arguments: { title: "Ünique", text: "New" } });
    const id = /Kept as (.*)\./.exec(firstText(added))?.[1] ?? "";
    const { resources } = await client.listResources();
    expect(resources.map((resource) => resource.uri)).toContain(`note://${id}`);
    const read = await client.readResource({ uri: `note://${id}` });
    expect(read.contents[0]).toMatchObject({ text: "New" });
    await client.callTool({ name: "delete_note", arguments: { id } });
    const gone = await client.callTool({ name: "read_note", arguments: { id } });
    expect(gone.isError).toBe(true);
    await expect(client.readResource({ uri: `note://${id}` })).rejects.toThrow("Resource not found");
    expect((await client.listResourceTemplates()).resourceTemplates).toHaveLength(1);
    const prompt = await client.getPrompt({ name: "summarise_note", arguments: { id: "welcome" } });
    expect(prompt.messages).toHaveLength(1);
    const ref = { type: "ref/resource" as const, uri: "note://{id}" };
    const completed = await client.complete({ ref, argument: { name: "id", value: "we" } });
    expect(completed.completion.values).toEqual(["welcome"]);
  });
});

test("the older official client gets along over stdio", async () => {
  const client = new OlderClient({ name: "test", version: "1.0.0" });
  await client.connect(new OlderStdioTransport(STDIO));
  cleanups.push(() => client.close());
  expect(firstText(await client.callTool({ name: "list_notes" }))).toContain("welcome");
});

test("stdio survives broken input and ends with its input", async () => {
  const stdio = new RawStdio(STDIO);
  stdio.write("{oops\nnull\n\n");
  stdio.send(modernRequest("tools/list", {}, 1));
  stdio.send({ jsonrpc: "2.0", id: 2, method: "tools/list" });
  expect(await stdio.answerTo(1)).toMatchObject({ result: { resultType: "complete", ttlMs: 60_000 } });
  expect(await stdio.answerTo(2)).toMatchObject({ error: { code: -32602 } });
  expect(stdio.lines.slice(0, 2).map((line) => JSON.parse(line).error.code)).toEqual([-32700, -32600]);
  expect(await stdio.close()).toBe(0);
});

test("HTTP refuses what it must, in both eras", async () => {
  const url = await startHttp();
  const outcomes = async (...answers: ReturnType<typeof post>[]): Promise<unknown[]> =>
    (await Promise.all(answers)).map((answer) => [answer.status, errorOf(answer).code]);
  const session = await openSession(url, "2025-03-26");
  const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
  const old: JsonObject = { "io.modelcontextprotocol/protocolVersion": "1900-01-01" };
  const _meta = { ...old, "io.modelcontextprotocol/clientCapabilities": {} };
  const seen = await outcomes(
    post(url, ping),
    post(url, ping, { "Mcp-Session-Id": "unknown" }),
    post(url, ping, { ...session.headers, "MCP-Protocol-Version": "1900-01-01" }),
    postRaw(url, "null", session.headers),
    postModern(url, "tools/list", {}, { "Mcp-Method": "tools/call" }),
    postModern(url, "tools/list", { _meta: undefined }),
    postModern(url, "tools/list", { _meta }, { "MCP-Protocol-Version": "1900-01-01" }),
    postModern(url, "initialize"),
    post(url, [modernRequest("tools/list")], modernHeaders("tools/list")),
  );
  expect(seen).toEqual([
    [400, -32600],
    [404, -32600],
    [400, -32600],
    [400, -32600],
    [400, -32020],
    [400, -32602],
    [400, -32022],
    [404, -32601],
    [400, -32600],
  ]);
  expect((await post(url, ping, { Origin: "http://evil.example" })).status).toBe(403);
  expect((await fetch(url)).status).toBe(405);
  const batch = await post(url, [ping, { ...ping, id: 2 }], session.headers);
  expect(batch.messages).toHaveLength(2);
  expect(resultOf(await session.call("tools/list"))).not.toHaveProperty("resultType");
  expect(errorOf(await session.call("resources/read", { uri: "note://none" })).code).toBe(-32002);
  expect((await fetch(url, { method: "DELETE", headers: present(session.headers) })).status).toBe(204);
  expect((await session.call("ping")).status).toBe(404);
});
