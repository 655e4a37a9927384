// The smallest server that a full check gets through quickly: stateful, one tool.

import type { IncomingMessage, ServerResponse } from "node:http";

const TOOL = {
  name: "read_note",
  description: "Reads a note.",
  inputSchema: { type: "object", properties: { id: { type: "string", description: "Which note." } } },
  annotations: { readOnlyHint: true },
};

interface Message {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: { readonly protocolVersion?: string };
}

const resultOf = ({ method, params }: Message, tools: readonly object[]): object | undefined => {
  switch (method) {
    case "initialize":
      return {
        protocolVersion: params?.protocolVersion === "2025-03-26" ? "2025-03-26" : "2025-06-18",
        capabilities: { tools: {} },
        serverInfo: { name: "example", version: "1.0.0" },
      };
    case "ping":
      return {};
    case "tools/list":
      return { tools };
    case "tools/call":
      return { content: [{ type: "text", text: "a note" }] };
  }
  return undefined;
};

export const createMcpExample = (tools: () => readonly object[] = () => [TOOL]) => {
  const answer = (text: string, response: ServerResponse): void => {
    let message: Message;
    try {
      message = JSON.parse(text) as Message;
    } catch {
      response.writeHead(400, { "Content-Type": "application/json" });
      response.end(JSON.stringify({ jsonrpc: "2.0", id: null, error: { code: -32_700, message: "no JSON" } }));
      return;
    }
    if (message.id === undefined) {
      response.writeHead(202).end();
      return;
    }
    const result = resultOf(message, tools());
    const body = result ? { result } : { error: { code: -32_601, message: "no such method" } };
    response.writeHead(200, { "Content-Type": "application/json" });
    response.end(JSON.stringify({ jsonrpc: "2.0", id: message.id, ...body }));
  };
  return (request: IncomingMessage, response: ServerResponse): void => {
    if (request.method !== "POST") {
      response.writeHead(405).end();
      return;
    }
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => answer(Buffer.concat(chunks).toString("utf8"), response));
  };
};

export const EXAMPLE_TOOL = TOOL;
