import {
  createMcpHandler,
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
} from "@modelcontextprotocol/server";
import { listenWeb, type WebListener } from "../wire/listen-web.ts";
import { type AgentSetting, buildServer } from "./build-server.ts";

export const PATH = "/mcp";

/** Streamable HTTP on this machine: a page in a browser cannot get in, whatever name it gives us. */
export const serveHttp = (setting: AgentSetting, port: number): Promise<WebListener> => {
  const handler = createMcpHandler((context) => buildServer(setting, context), { onerror: () => {} });
  return listenWeb(
    async (request) => {
      const refused =
        hostHeaderValidationResponse(request, localhostAllowedHostnames()) ??
        originValidationResponse(request, localhostAllowedOrigins());
      if (refused) return refused;
      if (new URL(request.url).pathname !== PATH) return new Response("mcptest serves MCP at /mcp\n", { status: 404 });
      return await handler.fetch(request);
    },
    { port, host: "127.0.0.1", onBug: setting.onBug },
  );
};
