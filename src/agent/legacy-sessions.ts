import { type McpServer, WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";

/** The revisions before 2026-07-28 over HTTP. */
export interface LegacySessions {
  fetch(request: Request): Promise<Response>;
  close(): Promise<void>;
}

/** Clients of one machine; the one that was silent longest makes room. */
const MOST_SESSIONS = 64;

/** The last revision in which several messages may come as one. */
const LAST_WITH_BATCHES = "2025-03-26";

/**
 * These revisions cancel a request by a notification of its own, so what belongs together has to be known: the SDK's
 * stateless answer to them would let a cancelled run go on to its end.
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
    if (open.size <= MOST_SESSIONS || !oldest) return;
    open.delete(oldest[0]);
    oldest[1].close().catch(onBug);
  };
  const begin = async (request: Request): Promise<Response> => {
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: makeId,
      onsessioninitialized: (id) => {
        touch(id, transport);
        makeRoom();
      },
      onsessionclosed: (id) => void open.delete(id),
    });
    await build(request).connect(transport);
    const response = await transport.handleRequest(request);
    if (transport.sessionId !== undefined) return response;
    await transport.close();
    return request.headers.has("mcp-session-id") ? refusal(404, -32001, "Session not found") : response;
  };
  return {
    async fetch(request) {
      if (await isForbiddenBatch(request))
        return refusal(
          400,
          -32600,
          `Invalid Request: batches ended with ${LAST_WITH_BATCHES}; post one message at a time`,
        );
      const id = request.headers.get("mcp-session-id");
      const transport = id === null ? undefined : open.get(id);
      if (id === null || !transport) return await begin(request);
      touch(id, transport);
      return await transport.handleRequest(request);
    },
    async close() {
      await Promise.all([...open.values()].map((transport) => transport.close()));
      open.clear();
    },
  };
};

const isForbiddenBatch = async (request: Request): Promise<boolean> =>
  request.method === "POST" &&
  (request.headers.get("mcp-protocol-version") ?? "") > LAST_WITH_BATCHES &&
  (await request.clone().text()).trimStart().startsWith("[");

const refusal = (status: number, code: number, message: string): Response =>
  Response.json({ jsonrpc: "2.0", error: { code, message }, id: null }, { status });
