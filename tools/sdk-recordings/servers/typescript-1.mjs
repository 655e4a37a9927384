// The smallest faultless server on @modelcontextprotocol/sdk 1.x, with McpServer; sessions as the SDK's documentation keeps them.
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { completable } from "@modelcontextprotocol/sdk/server/completable.js";
import { McpServer, ResourceTemplate } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import {
  ErrorCode,
  McpError,
  SetLevelRequestSchema,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";

// Tasks came with 1.24.
const tasks = await import("@modelcontextprotocol/sdk/experimental/tasks").catch(() => undefined);

const [transportName, offers, port] = process.argv.slice(2);

const offerEverything = (server) => {
  const startingWith = (start, ...names) => names.filter((name) => name.startsWith(start));
  server.resource("hello", "memo://hello", { mimeType: "text/plain" }, async (uri) => ({
    contents: [{ uri: uri.href, mimeType: "text/plain", text: "Hello." }],
  }));
  server.resource(
    "note",
    new ResourceTemplate("memo://notes/{name}", {
      list: undefined,
      complete: { name: (start) => startingWith(start, "first") },
    }),
    { mimeType: "text/plain" },
    async (uri, { name }) => {
      if (name !== "first") throw new McpError(-32002, "Resource not found", { uri: uri.href });
      return { contents: [{ uri: uri.href, mimeType: "text/plain", text: "The first note." }] };
    },
  );
  const who = completable(z.string().describe("Whom to greet."), (start) => startingWith(start, "Ada", "Alan"));
  server.prompt("greet", "Greets a person.", { who }, ({ who: name }) => ({
    messages: [{ role: "user", content: { type: "text", text: `Greet ${name}.` } }],
  }));
  // Structured results came with 1.13.
  server.registerTool?.(
    "measure",
    {
      description: "Returns how long the text is.",
      inputSchema: { text: z.string() },
      outputSchema: { length: z.number() },
      annotations: { readOnlyHint: true },
    },
    async ({ text }) => {
      const structuredContent = { length: text.length };
      return { structuredContent, content: [{ type: "text", text: JSON.stringify(structuredContent) }] };
    },
  );
  server.server.setRequestHandler(SubscribeRequestSchema, async ({ params }) => {
    if (params.uri !== "memo://hello") throw new McpError(ErrorCode.InvalidParams, "There is no such resource");
    return {};
  });
  server.server.setRequestHandler(UnsubscribeRequestSchema, async () => ({}));
  // Later versions handle it by themselves.
  if (!tasks) server.server.setRequestHandler(SetLevelRequestSchema, async () => ({}));
};

const capabilities = {
  logging: {},
  resources: { subscribe: true },
  ...(tasks ? { tasks: { cancel: {}, requests: { tools: { call: {} } } } } : {}),
};

const makeServer = () => {
  const all = offers === "all";
  const server = new McpServer(
    { name: "minimal", version: "1.0.0" },
    all ? { capabilities, ...(tasks ? { taskStore: new tasks.InMemoryTaskStore() } : {}) } : {},
  );
  server.tool(
    "echo",
    "Returns the text that it is given.",
    { text: z.string() },
    { readOnlyHint: true },
    async ({ text }) => ({ content: [{ type: "text", text }] }),
  );
  if (all) offerEverything(server);
  return server;
};

/** Remembers what was sent on each stream, so that a client can resume it. */
const makeEventStore = () => {
  const events = [];
  return {
    storeEvent: async (stream, message) => {
      const id = String(events.length + 1);
      events.push({ id, stream, message });
      return id;
    },
    getStreamIdForEventId: async (id) => events.find((event) => event.id === id)?.stream,
    replayEventsAfter: async (last, { send }) => {
      const from = events.findIndex(({ id }) => id === last);
      const stream = events[from]?.stream ?? "";
      for (const event of events.slice(from + 1)) {
        if (event.stream === stream) await send(event.id, event.message);
      }
      return stream;
    },
  };
};

const serveHttp = () => {
  const sessions = new Map();
  const open = async () => {
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      ...(offers === "all" ? { eventStore: makeEventStore() } : {}),
      onsessioninitialized: (id) => sessions.set(id, transport),
    });
    await makeServer().connect(transport);
    return transport;
  };
  const refuse = (response, status, code, message) => {
    response.writeHead(status, { "Content-Type": "application/json" });
    response.end(JSON.stringify({ jsonrpc: "2.0", error: { code, message }, id: null }));
  };
  createServer(async (request, response) => {
    // Early versions cannot check these themselves.
    const { host, origin = `http://${host}`, "mcp-session-id": id } = request.headers;
    if (host !== `127.0.0.1:${port}` || origin !== `http://${host}`) return refuse(response, 403, -32000, "Forbidden");
    const transport = id === undefined ? await open() : sessions.get(id);
    if (!transport) return refuse(response, 404, -32001, "Session not found");
    await transport.handleRequest(request, response);
    if (request.method === "DELETE") sessions.delete(id);
  }).listen(Number(port), "127.0.0.1");
};

if (transportName === "http") serveHttp();
else await makeServer().connect(new StdioServerTransport());
