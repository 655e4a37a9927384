// An MCP server that is its own authorization server, in which anything can be wrong.

import { createServer, type IncomingMessage } from "node:http";
import { onTestFinished } from "vitest";
import type { JsonObject } from "../../../src/base/json.ts";
import { closing, listenOn } from "./authorization-server.ts";

export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON. */
  readonly body?: string | JsonObject;
  /** Never answered. */
  readonly silent?: boolean;
}

export interface ScriptedIssuer {
  readonly origin: string;
  readonly url: string;
  /** The paths that were asked for, in order. */
  readonly asked: string[];
}

/** Paths with answers of their own; everything else is as it should be. */
export type Script = (origin: string) => Readonly<Record<string, Answer>>;

const usual = (origin: string): Readonly<Record<string, Answer>> => ({
  "/mcp": { status: 401, headers: { "www-authenticate": `Bearer resource_metadata="${origin}/meta"` } },
  "/meta": { body: { resource: `${origin}/mcp`, authorization_servers: [origin] } },
  "/.well-known/oauth-authorization-server": { body: metadataOf(origin) },
  "/token": { body: { access_token: "scripted-access-token", token_type: "Bearer", expires_in: 60 } },
});

export const metadataOf = (origin: string): JsonObject => ({
  issuer: origin,
  authorization_endpoint: `${origin}/authorize`,
  token_endpoint: `${origin}/token`,
  code_challenge_methods_supported: ["S256"],
  authorization_response_iss_parameter_supported: true,
});

/** `holds` sees every request as it comes; one that it holds is never answered. */
export const startScriptedIssuer = async (
  script: Script = () => ({}),
  holds: () => boolean = () => false,
): Promise<ScriptedIssuer> => {
  const asked: string[] = [];
  const server = createServer((request: IncomingMessage, response) => {
    const path = new URL(request.url ?? "/", "http://127.0.0.1").pathname;
    asked.push(path);
    if (holds()) return;
    const origin = `http://${request.headers.host}`;
    const {
      status = 200,
      headers = {},
      body,
      silent,
    } = { ...usual(origin), ...script(origin) }[path] ?? { status: 404 };
    if (silent) return;
    const isJson = typeof body === "object";
    response.writeHead(status, { "content-type": isJson ? "application/json" : "text/html", ...headers });
    response.end(isJson ? JSON.stringify(body) : body);
  });
  const origin = `http://127.0.0.1:${await listenOn(server)}`;
  onTestFinished(() => closing(server));
  return { origin, url: `${origin}/mcp`, asked };
};
