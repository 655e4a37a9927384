// The smallest faultless server on @modelcontextprotocol/server 2.x.
import { createServer } from "node:http";
import { localhostHostValidation, localhostOriginValidation, toNodeHandler } from "@modelcontextprotocol/node";
import {
  completable,
  createMcpHandler,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceTemplate,
} from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";

const [transportName, offers, port] = process.argv.slice(2);

const startingWith = (start, ...names) => names.filter((name) => name.startsWith(start));

const offerEverything = (server) => {
  server.registerResource("hello", "memo://hello", { mimeType: "text/plain" }, async (uri) => ({
    contents: [{ uri: uri.href, mimeType: "text/plain", text: "Hello." }],
  }));
  server.registerResource(
    "note",
    new ResourceTemplate("memo://notes/{name}", {
      list: undefined,
      complete: { name: (start) => startingWith(start, "first") },
    }),
    { mimeType: "text/plain" },
    async (uri, { name }) => {
      if (name !== "first")
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, "Resource not found", { uri: uri.href });
      return { contents: [{ uri: uri.href, mimeType: "text/plain", text: "The first note." }] };
    },
  );
  const who = completable(z.string().describe("Whom to greet."), (start) => startingWith(start, "Ada", "Alan"));
  server.registerPrompt(
    "greet",
    { description: "Greets a person.", argsSchema: z.object({ who }) },
    ({ who: name }) => ({ messages: [{ role: "user", content: { type: "text", text: `Greet ${name}.` } }] }),
  );
  server.registerTool(
    "measure",
    {
      description: "Returns how long the text is.",
      inputSchema: z.object({ text: z.string() }),
      outputSchema: z.object({ length: z.number() }),
      annotations: { readOnlyHint: true },
    },
    async ({ text }) => {
      const structuredContent = { length: text.length };
      return { structuredContent, content: [{ type: "text", text: JSON.stringify(structuredContent) }] };
    },
  );
};

const makeServer = () => {
  const all = offers === "all";
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
  if (all) offerEverything(server);
  return server;
};

if (transportName === "http") {
  const handle = toNodeHandler(createMcpHandler(makeServer));
  const [validHost, validOrigin] = [localhostHostValidation(), localhostOriginValidation()];
  createServer((request, response) => {
    if (validHost(request, response) && validOrigin(request, response)) handle(request, response);
  }).listen(Number(port), "127.0.0.1");
} else serveStdio(makeServer);
