// The HTTP headers that mirror the body of a stateless request, and their comparison with it.

import type { IncomingHttpHeaders } from "node:http";
import { findTool } from "../features/tools.ts";
import { HEADER_MISMATCH, isObject, type JsonObject, type JsonValue, RpcError, type RpcRequest } from "../json-rpc.ts";
import { STATELESS_REVISION } from "../revisions.ts";
import type { ServerCore } from "../server-core.ts";
import type { RequestMeta } from "./request-meta.ts";

const NAMED_BY: Record<string, string> = {
  "tools/call": "name",
  "prompts/get": "name",
  "resources/read": "uri",
  "tasks/get": "taskId",
  "tasks/update": "taskId",
  "tasks/cancel": "taskId",
};

export function checkVersionHeaderPresent(core: ServerCore, headers: IncomingHttpHeaders): void {
  if (headerValue(headers, "mcp-protocol-version") !== undefined || !core.checks("header-version-present")) return;
  throw mismatch("The header MCP-Protocol-Version is missing");
}

export function checkHeaders(
  core: ServerCore,
  request: RpcRequest,
  meta: RequestMeta,
  headers: IncomingHttpHeaders,
): void {
  const version = headerValue(headers, "mcp-protocol-version");
  if (version !== undefined && version !== meta.version && core.checks("header-version-match")) {
    throw mismatch("The header MCP-Protocol-Version differs from the protocolVersion in _meta");
  }
  if (core.checks("header-method")) checkMethod(request, headers);
  if (core.checks("header-name")) checkName(request, headers);
  if (core.checks("header-param")) checkParams(core, request, headers);
}

function checkMethod(request: RpcRequest, headers: IncomingHttpHeaders): void {
  const method = headerValue(headers, "mcp-method");
  if (method === undefined) throw mismatch("The header Mcp-Method is missing");
  if (method !== request.method) throw mismatch("The header Mcp-Method differs from the method of the body");
}

// A body without a usable name is left to the check of the params, whose error says more.
function checkName(request: RpcRequest, headers: IncomingHttpHeaders): void {
  const member = NAMED_BY[request.method];
  const named = member === undefined ? undefined : request.params[member];
  if (typeof named !== "string") return;
  const header = headerValue(headers, "mcp-name");
  if (header === undefined) throw mismatch("The header Mcp-Name is missing");
  if (decode(header) !== named) throw mismatch(`The header Mcp-Name differs from params.${member}`);
}

function checkParams(core: ServerCore, request: RpcRequest, headers: IncomingHttpHeaders): void {
  const { name, arguments: args } = request.params;
  if (request.method !== "tools/call" || typeof name !== "string") return;
  const tool = findTool(core, STATELESS_REVISION, name);
  if (tool === undefined) return;
  for (const { header, path } of mirrored(tool.definition(1).inputSchema, [])) {
    const sent = headerValue(headers, `mcp-param-${header.toLowerCase()}`);
    const value = valueAt(isObject(args) ? args : {}, path);
    // Null and absent arguments need no header; a header without its argument is not settled by the text: served.
    if (value === undefined || value === null) continue;
    if (sent === undefined) throw mismatch(`The header Mcp-Param-${header} is missing`);
    if (!sameValue(decode(sent), value)) throw mismatch(`The header Mcp-Param-${header} differs from the argument`);
  }
}

// Only a chain of properties keys leads to a mirrored argument.
function mirrored(schema: JsonObject, path: string[]): { header: string; path: string[] }[] {
  const { properties } = schema;
  if (!isObject(properties)) return [];
  return Object.entries(properties).flatMap(([name, property]) => {
    if (!isObject(property)) return [];
    const header = property["x-mcp-header"];
    const own = typeof header === "string" ? [{ header, path: [...path, name] }] : [];
    return [...own, ...mirrored(property, [...path, name])];
  });
}

function valueAt(args: JsonObject, path: string[]): JsonValue | undefined {
  let value: JsonValue | undefined = args;
  for (const step of path) value = isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
  return value;
}

function sameValue(sent: string, value: JsonValue): boolean {
  if (typeof value !== "number") return sent === String(value);
  return /^-?\d+(\.\d+)?$/.test(sent) && Number(sent) === value;
}

// Node reads header bytes as Latin-1, so anything beyond visible ASCII, space and tab was not allowed there.
function headerValue(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  if (typeof value !== "string") return undefined;
  if (!/^[\t\x20-\x7e]*$/.test(value)) throw mismatch(`The header ${name} contains characters that are not allowed`);
  return value;
}

const SENTINEL = /^=\?base64\?(.*)\?=$/;

function decode(value: string): string {
  const encoded = SENTINEL.exec(value)?.[1];
  if (encoded === undefined) return value;
  const bytes = Buffer.from(encoded, "base64");
  const text = bytes.toString("utf8");
  // Node's decoder is lenient; only what encodes back to the same text was proper Base64 of proper UTF-8.
  if (bytes.toString("base64") !== encoded || !Buffer.from(text, "utf8").equals(bytes)) {
    throw mismatch("A Base64 header value cannot be decoded");
  }
  return text;
}

function mismatch(message: string): RpcError {
  return new RpcError(HEADER_MISMATCH, `Header mismatch: ${message}`, undefined, 400);
}
