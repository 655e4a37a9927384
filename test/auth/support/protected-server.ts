// A protected MCP server on the official SDK: its bearer middleware, its metadata router, tokens checked against the issuer's keys.

import { createServer } from "node:http";
import { requireBearerAuth } from "@modelcontextprotocol/sdk/server/auth/middleware/bearerAuth.js";
import {
  getOAuthProtectedResourceMetadataUrl,
  mcpAuthMetadataRouter,
} from "@modelcontextprotocol/sdk/server/auth/router.js";
import { InvalidTokenError } from "@modelcontextprotocol/sdk/server/auth/errors.js";
import { createMcpExpressApp } from "@modelcontextprotocol/sdk/server/express.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { createRemoteJWKSet, jwtVerify } from "jose";
import { closing, listenOn } from "./authorization-server.ts";

export interface ProtectedServer {
  readonly url: string;
  close(): Promise<void>;
}

const verifierFor = (issuer: string, audience: string) => {
  const keys = createRemoteJWKSet(new URL(`${issuer}/jwks`));
  return {
    verifyAccessToken: async (token: string) => {
      try {
        const { payload } = await jwtVerify(token, keys, { issuer, audience });
        const scopes = String(payload["scope"] ?? "").split(" ");
        return { token, clientId: String(payload["client_id"]), scopes, expiresAt: payload.exp ?? 0 };
      } catch {
        throw new InvalidTokenError("not a token for this server");
      }
    },
  };
};

export const startProtectedServer = async (issuer: string): Promise<ProtectedServer> => {
  const app = createMcpExpressApp();
  const server = createServer(app);
  const port = await listenOn(server);
  const url = new URL(`http://127.0.0.1:${port}/mcp`);
  const response = await fetch(`${issuer}/.well-known/openid-configuration`);
  const oauthMetadata = (await response.json()) as Parameters<typeof mcpAuthMetadataRouter>[0]["oauthMetadata"];
  app.use(mcpAuthMetadataRouter({ oauthMetadata, resourceServerUrl: url, scopesSupported: ["notes:read"] }));
  const bearer = requireBearerAuth({
    verifier: verifierFor(issuer, url.href),
    requiredScopes: ["notes:read"],
    resourceMetadataUrl: getOAuthProtectedResourceMetadataUrl(url),
  });
  app.post("/mcp", bearer, async (request, answer) => {
    const mcp = new McpServer({ name: "protected-notes", version: "1.0.0" });
    mcp.registerTool("count_notes", { description: "Counts the notes.", annotations: { readOnlyHint: true } }, () => ({
      content: [{ type: "text", text: "3" }],
    }));
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
    await mcp.connect(transport as Transport);
    await transport.handleRequest(request, answer, request.body);
  });
  app.all("/mcp", (_request, answer) => void answer.status(405).set("Allow", "POST").end());
  return { url: url.href, close: () => closing(server) };
};
