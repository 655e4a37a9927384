// A protected MCP server on @modelcontextprotocol/server 2.x: its own bearer gate and metadata, tokens checked against the issuer's keys.

import {
  createMcpHandler,
  getOAuthProtectedResourceMetadataUrl,
  McpServer,
  OAuthError,
  OAuthErrorCode,
  oauthMetadataResponse,
  requireBearerAuth,
} from "@modelcontextprotocol/server";
import { createRemoteJWKSet, jwtVerify } from "jose";
import { listenWeb, type WebHandler } from "../../../src/wire/listen-web.ts";
import type { ProtectedServer } from "./protected-server.ts";

const SCOPES = ["notes:read"];

const makeServer = (): McpServer => {
  const server = new McpServer({ name: "protected-notes-2", version: "1.0.0" });
  server.registerTool("count_notes", { description: "Counts the notes.", annotations: { readOnlyHint: true } }, () => ({
    content: [{ type: "text", text: "3" }],
  }));
  return server;
};

/** `issuer` has its keys at /jwks. */
export const startProtectedServer2 = async (issuer: string): Promise<ProtectedServer> => {
  const keys = createRemoteJWKSet(new URL(`${issuer}/jwks`));
  const response = await fetch(`${issuer}/.well-known/openid-configuration`);
  const oauthMetadata = (await response.json()) as Parameters<typeof oauthMetadataResponse>[1]["oauthMetadata"];
  const { fetch: serve } = createMcpHandler(makeServer);
  let handle: WebHandler = () => Promise.resolve(new Response(null, { status: 503 }));
  const listener = await listenWeb((request) => handle(request), {
    port: 0,
    host: "127.0.0.1",
    onBug: (error) => console.error(error),
  });
  const url = new URL(`http://127.0.0.1:${listener.port}/mcp`);
  const metadata = {
    oauthMetadata,
    resourceServerUrl: url,
    scopesSupported: SCOPES,
    dangerouslyAllowInsecureIssuerUrl: true,
  };
  const gate = requireBearerAuth({
    requiredScopes: SCOPES,
    resourceMetadataUrl: getOAuthProtectedResourceMetadataUrl(url),
    verifier: {
      verifyAccessToken: async (token) => {
        try {
          const { payload } = await jwtVerify(token, keys, { issuer, audience: url.href });
          const scopes = String(payload["scope"] ?? "").split(" ");
          return { token, clientId: String(payload["client_id"]), scopes, expiresAt: payload.exp ?? 0 };
        } catch {
          throw new OAuthError(OAuthErrorCode.InvalidToken, "not a token for this server");
        }
      },
    },
  });
  handle = async (request) => {
    const published = oauthMetadataResponse(request, metadata);
    if (published) return published;
    if (new URL(request.url).pathname !== url.pathname) return new Response(null, { status: 404 });
    const allowed = await gate(request);
    return allowed instanceof Response ? allowed : serve(request, { authInfo: allowed });
  };
  return { url: url.href, close: () => listener.close() };
};
