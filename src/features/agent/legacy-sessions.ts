import { type McpServer, WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import { type Json, member } from "../../base/json.ts";

/** HTTP sessions of the revisions before 2026-07-28. */
export interface LegacySessions {
  fetch(request: Request): Promise<Response>;
  close(): Promise<void>;
}

/** Enough for the clients of one machine; the least recently used session is closed first. */
const MAX_SESSIONS = 64;

/** The last revision with JSON-RPC batches. */
const LAST_WITH_BATCHES = "2025-03-26";

/**
 * These revisions cancel a request with a separate notification, so we must know which session it belongs to. The SDK's
 * stateless handler for them would let a cancelled run go on to its end.
 */
export const openLegacySessions = (
  build: (request: Request) => McpServer,
  makeId: () => string,
  onBug: (error: unknown) => void,
): LegacySessions => {
  const open = new Map<string, WebStandardStreamableHTTPServerTransport>();
  const touch = (id: string, transport: WebStandardStreamableHTTPServerTransport): void => {
    open.delete(id);
    open.set(id, transport);
  };
  const makeRoom = (): void => {
    const [oldest] = open;
    if (open.size <= MAX_SESSIONS || !oldest) return;
    open.delete(oldest[0]);
    oldest[1].close().catch(onBug);
  };
  const begin = async (request: Request, body: Json | undefined): Promise<Response> => {
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: makeId,
      onsessioninitialized: (id) => {
        touch(id, transport);
        makeRoom();
      },
      onsessionclosed: (id) => void open.delete(id),
    });
    await build(request).connect(transport);
    const response = await transport.handleRequest(request, { parsedBody: body });
    if (transport.sessionId !== undefined) return response;
    await transport.close();
    if (request.headers.has("mcp-session-id")) return refusal(404, -32001, "Session not found");
    // The SDK mistakes it for a request that came before initialize.
    if (member(body, "method") === "initialize" && response.status === 400)
      return refusal(400, -32602, INITIALIZE_PARAMS, member(body, "id"));
    return response;
  };
  return {
    async fetch(request) {
      const body = await bodyOf(request);
      if (Array.isArray(body) && (request.headers.get("mcp-protocol-version") ?? "") > LAST_WITH_BATCHES)
        return refusal(400, -32600, `Invalid Request: batches ended with ${LAST_WITH_BATCHES}`);
      const id = request.headers.get("mcp-session-id");
      const transport = id === null ? undefined : open.get(id);
      if (id === null || !transport) return await begin(request, body);
      touch(id, transport);
      return await transport.handleRequest(request, { parsedBody: body });
    },
    async close() {
      await Promise.all([...open.values()].map((transport) => transport.close()));
      open.clear();
    },
  };
};

/** Undefined: no body, or not JSON, which the transport reports. The listener has already limited its size. */
const bodyOf = async (request: Request): Promise<Json | undefined> => {
  if (request.method !== "POST") return undefined;
  try {
    return JSON.parse(await request.clone().text()) as Json;
  } catch {
    return undefined;
  }
};

const INITIALIZE_PARAMS = "Invalid params: initialize needs protocolVersion, capabilities and clientInfo";

const refusal = (status: number, code: number, message: string, id: Json = null): Response =>
  Response.json({ jsonrpc: "2.0", error: { code, message }, id }, { status });
