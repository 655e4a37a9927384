import {
  createMcpHandler,
  hostHeaderValidationResponse,
  isLegacyRequest,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
} from "@modelcontextprotocol/server";
import type { Json } from "../../base/json.ts";
import { listenWeb, type WebListener } from "../../wire/listen-web.ts";
import { type AgentServices, buildServer } from "./build-server.ts";
import { openLegacySessions } from "./legacy-sessions.ts";
import { repairRefusal } from "./repair-sdk-errors.ts";

export const PATH = "/mcp";

/** Streamable HTTP on this machine: a page in a browser cannot get in, whatever name it gives us. */
export const serveHttp = async (services: AgentServices, port: number): Promise<WebListener> => {
  const modern = createMcpHandler((context) => buildServer(services, context), {
    legacy: "reject",
    onerror: () => {},
  });
  const legacy = openLegacySessions(
    (requestInfo) => buildServer(services, { era: "legacy", requestInfo }),
    services.makeId,
    services.onBug,
  );
  const listener = await listenWeb(
    async (request) => {
      const refused =
        hostHeaderValidationResponse(request, localhostAllowedHostnames()) ??
        originValidationResponse(request, localhostAllowedOrigins());
      if (refused) return await mended(refused);
      if (new URL(request.url).pathname !== PATH) return new Response("mcptest serves MCP at /mcp\n", { status: 404 });
      return await mended((await isLegacyRequest(request)) ? await legacy.fetch(request) : await modern.fetch(request));
    },
    { port, host: "127.0.0.1", onBug: services.onBug },
  );
  return {
    port: listener.port,
    close: async () => {
      await Promise.all([legacy.close(), modern.close()]);
      await listener.close();
    },
  };
};

/** Only refusals are read again: what succeeds may be a stream. */
const mended = async (response: Response): Promise<Response> => {
  if (response.ok || !(response.headers.get("content-type") ?? "").includes("application/json")) return response;
  const text = await response.text();
  const { status, headers } = response;
  headers.delete("content-length");
  return new Response(repairText(text), { status, headers });
};

const repairText = (text: string): string => {
  try {
    return JSON.stringify(repairRefusal(JSON.parse(text) as Json));
  } catch {
    return text;
  }
};
