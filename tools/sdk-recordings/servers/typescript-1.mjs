// The smallest faultless server on @modelcontextprotocol/sdk 1.x, with McpServer; sessions as the SDK's documentation keeps them.
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { z } from "zod";

const [transportName, offers, port] = process.argv.slice(2);

const makeServer = () => {
  const server = new McpServer({ name: "minimal", version: "1.0.0" });
  server.tool(
    "echo",
    "Returns the text that it is given.",
    { text: z.string() },
    { readOnlyHint: true },
    async ({ text }) => ({ content: [{ type: "text", text }] }),
  );
  if (offers === "all") {
    server.resource("hello", "memo://hello", { mimeType: "text/plain" }, async (uri) => ({
      contents: [{ uri: uri.href, mimeType: "text/plain", text: "Hello." }],
    }));
    server.prompt("greet", "Greets a person.", { who: z.string().describe("Whom to greet.") }, ({ who }) => ({
      messages: [{ role: "user", content: { type: "text", text: `Greet ${who}.` } }],
    }));
  }
  return server;
};

const serveHttp = () => {
  const sessions = new Map();
  const open = async () => {
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
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
