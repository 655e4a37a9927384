// What most servers are: two tools on the official SDK, and nothing else.

import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { createMcpHandler, fromJsonSchema, McpServer } from "@modelcontextprotocol/server";

export interface PlainServer {
  readonly url: string;
  close(): Promise<void>;
}

const build = (): McpServer => {
  const server = new McpServer({ name: "plain", version: "1.0.0" });
  const text = (words: string) => ({ content: [{ type: "text" as const, text: words }] });
  const annotations = { readOnlyHint: true };
  const inputSchema = fromJsonSchema<{ word: string }>({
    type: "object",
    properties: { word: { type: "string" } },
    required: ["word"],
  });
  server.registerTool("echo", { description: "Says it again.", inputSchema, annotations }, async ({ word }) =>
    text(word),
  );
  server.registerTool("hello", { description: "Says hello.", annotations }, async () => text("hello"));
  return server;
};

export async function startPlainServer(): Promise<PlainServer> {
  const handler = createMcpHandler(build, { legacy: "reject" });
  const server = createServer(async (request, response) => {
    const answer = await handler.fetch(await toRequest(request));
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    if (answer.body)
      Readable.fromWeb(answer.body as ReadableStream)
        .on("error", () => {})
        .pipe(response);
    else response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function toRequest(request: IncomingMessage): Promise<Request> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const headers = Object.entries(request.headersDistinct).flatMap(([name, values]) =>
    (values ?? []).map((value): [string, string] => [name, value]),
  );
  const body = request.method === "POST" ? { body: Buffer.concat(chunks) } : {};
  return new Request(`http://${request.headers.host}${request.url}`, {
    method: request.method ?? "GET",
    headers,
    ...body,
  });
}
