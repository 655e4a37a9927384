// A server of the handshake era that does everything right, for vices that show only in one answer.

import type { Json, JsonObject } from "../../../src/base/json.ts";
import { jsonResponse, response, type SeenRequest } from "./http.ts";

export const CAPABILITIES: JsonObject = { tools: {} };

/** The result of a request, or undefined when the server does not know the method. */
export const politeResult = (method: string, params: Json | undefined): JsonObject | undefined => {
  switch (method) {
    case "initialize":
      return {
        protocolVersion: versionIn(params),
        capabilities: CAPABILITIES,
        serverInfo: { name: "polite", version: "1" },
      };
    case "ping":
      return {};
    case "tools/list":
      return { tools: [] };
    default:
      return undefined;
  }
};

const versionIn = (params: Json | undefined): string => {
  const version = (params as JsonObject | undefined)?.["protocolVersion"];
  return typeof version === "string" ? version : "2025-11-25";
};

/** The answer as a message; undefined for a notification. */
export const politeMessage = (request: SeenRequest): JsonObject | undefined => {
  const { id, method = "", params } = request.message ?? {};
  if (id === undefined) return undefined;
  const result = politeResult(method, params);
  return result
    ? { jsonrpc: "2.0", id, result }
    : { jsonrpc: "2.0", id, error: { code: -32601, message: "Method not found" } };
};

/** The answer as it goes over the wire. */
export const politeResponse = (request: SeenRequest, ...headers: string[]): Buffer => {
  if (request.method === "GET") return response("405 Method Not Allowed", headers);
  if (request.method === "DELETE") return response("200 OK", headers);
  const message = politeMessage(request);
  return message ? jsonResponse(JSON.stringify(message), ...headers) : response("202 Accepted", headers);
};

/** The message that answers initialize, as text: what most vices answer everything with. */
export const resultText = (request: SeenRequest): string => JSON.stringify(politeMessage(request) ?? {});
