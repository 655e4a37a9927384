// The smallest faultless server on @modelcontextprotocol/server 2.x.
import { createServer } from "node:http";
import { localhostHostValidation, localhostOriginValidation, toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";

const [transportName, offers, port] = process.argv.slice(2);

const makeServer = () => {
  const server = new McpServer({ name: "minimal", version: "1.0.0" });
  server.registerTool(
    "echo",
    {
      description: "Returns the text that it is given.",
      inputSchema: z.object({ text: z.string() }),
      annotations: { readOnlyHint: true },
    },
    async ({ text }) => ({ content: [{ type: "text", text }] }),
  );
  if (offers === "all") {
    server.registerResource("hello", "memo://hello", { mimeType: "text/plain" }, async (uri) => ({
      contents: [{ uri: uri.href, mimeType: "text/plain", text: "Hello." }],
    }));
    server.registerPrompt(
      "greet",
      { description: "Greets a person.", argsSchema: z.object({ who: z.string().describe("Whom to greet.") }) },
      ({ who }) => ({ messages: [{ role: "user", content: { type: "text", text: `Greet ${who}.` } }] }),
    );
  }
  return server;
};

if (transportName === "http") {
  const handle = toNodeHandler(createMcpHandler(makeServer));
  const [validHost, validOrigin] = [localhostHostValidation(), localhostOriginValidation()];
  createServer((request, response) => {
    if (validHost(request, response) && validOrigin(request, response)) handle(request, response);
  }).listen(Number(port), "127.0.0.1");
} else serveStdio(makeServer);
