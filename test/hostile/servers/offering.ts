// A polite server that offers what a case wants it to: tools, resources, prompts, and what their calls return.

import type { Json, JsonObject } from "../../../src/base/json.ts";
import { type HttpVice, jsonResponse, onRequest, response, type SeenRequest } from "./http.ts";
import { politeResponse } from "./polite.ts";

export interface Offer {
  readonly tools?: readonly Json[];
  readonly resources?: readonly Json[];
  readonly templates?: readonly Json[];
  readonly prompts?: readonly Json[];
  /** The result of every tools/call. */
  readonly result?: Json | ((request: SeenRequest) => Json);
  readonly serverInfo?: Json;
  readonly protocolVersion?: Json;
  readonly capabilities?: JsonObject;
}

/** What mcptest asks for at any server, besides the address it was given. */
export const OUR_PATHS = /^\/(?:mcp|sse)(?:$|\?)|^\/\.well-known\//;

export const tool = (name: string, more: JsonObject = {}): JsonObject => ({
  name,
  description: "Looks something up.",
  inputSchema: { type: "object" },
  annotations: { readOnlyHint: true },
  ...more,
});

const TEXT: JsonObject = { content: [{ type: "text", text: "found" }] };

export const offering = (offer: Offer): HttpVice => {
  const call = offer.result ?? TEXT;
  const results: Readonly<Record<string, (request: SeenRequest) => Json>> = {
    initialize: (request) => ({
      protocolVersion: offer.protocolVersion ?? versionIn(request),
      capabilities: offer.capabilities ?? {
        tools: {},
        ...(offer.resources || offer.templates ? { resources: {} } : {}),
        ...(offer.prompts ? { prompts: {} } : {}),
      },
      serverInfo: offer.serverInfo ?? { name: "offering", version: "1" },
    }),
    "tools/list": () => ({ tools: [...(offer.tools ?? [tool("find")])] }),
    "tools/call": (request) => (typeof call === "function" ? call(request) : call),
    "resources/list": () => ({ resources: [...(offer.resources ?? [])] }),
    "resources/templates/list": () => ({ resourceTemplates: [...(offer.templates ?? [])] }),
    "resources/read": ({ message }) => ({
      contents: [{ uri: (message?.params as JsonObject | undefined)?.["uri"] ?? "", text: "read" }],
    }),
    "prompts/list": () => ({ prompts: [...(offer.prompts ?? [])] }),
  };
  return onRequest((request, socket) => {
    const { id, method = "" } = request.message ?? {};
    const result = Object.hasOwn(results, method) ? results[method] : undefined;
    if (request.method !== "POST" || id === undefined || !result) return void socket.write(politeResponse(request));
    return void socket.write(jsonResponse(JSON.stringify({ jsonrpc: "2.0", id, result: result(request) })));
  });
};

const versionIn = ({ message }: SeenRequest): Json =>
  (message?.params as JsonObject | undefined)?.["protocolVersion"] ?? "2025-11-25";

/** Refuses everything with a challenge. */
export const challenging = (...challenges: string[]): HttpVice =>
  onRequest(
    (_request, socket) =>
      void socket.write(
        response(
          "401 Unauthorized",
          challenges.map((value) => `WWW-Authenticate: ${value}`),
          "",
        ),
      ),
  );
