// A server that is correct and large: one long description, long results, many small values, or white space in every answer.

import { type HttpVice, jsonResponse, onRequest, response, type SeenRequest } from "./http.ts";

export interface LargeServer {
  readonly description?: string;
  readonly result?: string;
  readonly padding?: string;
  /** So many small values in every result, and none of them the same twice. */
  readonly values?: number;
}

export const largeServer = ({
  description = "Echoes.",
  result = "ok",
  padding = "",
  values = 0,
}: LargeServer): HttpVice => {
  const annotations = { readOnlyHint: true };
  const tools = [
    { name: "echo", description, inputSchema: { type: "object" }, annotations },
    { name: "other", description: "Another.", inputSchema: { type: "object" }, annotations },
  ];
  let calls = 0;
  const structured = (): object => {
    calls += 1;
    return values === 0
      ? {}
      : { structuredContent: { values: Array.from({ length: values }, (_, at) => [at + calls]) } };
  };
  const answerTo = ({ message }: SeenRequest): object => {
    const params = message?.params as { readonly name?: unknown } | undefined;
    switch (message?.method) {
      case "initialize":
        return {
          result: {
            protocolVersion: "2025-11-25",
            capabilities: { tools: {} },
            serverInfo: { name: "large", version: "1.0.0" },
          },
        };
      case "ping":
        return { result: {} };
      case "tools/list":
        return { result: { tools } };
      case "tools/call":
        return tools.some(({ name }) => name === params?.name)
          ? { result: { content: [{ type: "text", text: result }], ...structured() } }
          : { error: { code: -32602, message: "Unknown tool" } };
      default:
        return { error: { code: -32601, message: "Method not found" } };
    }
  };
  return onRequest((request, socket) => {
    if (request.method !== "POST") return void socket.write(response("405 Method Not Allowed", [], ""));
    if (request.message?.id === undefined) return void socket.write(response("202 Accepted", [], ""));
    const text = JSON.stringify({ jsonrpc: "2.0", id: request.message.id, ...answerTo(request) });
    return void socket.write(jsonResponse(`${text.slice(0, -1)}${padding}}`));
  });
};
