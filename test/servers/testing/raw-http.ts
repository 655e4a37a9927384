// Plain fetch against an example server: exact headers, statuses and messages.

import { isObject, type JsonObject, type JsonValue, type RequestId } from "../json-rpc.ts";
import type { Revision } from "../revisions.ts";

export interface RawAnswer {
  status: number;
  headers: Headers;
  text: string;
  /** The JSON-RPC messages of the body or of the events, in order. */
  messages: JsonObject[];
}

export type RawHeaders = Record<string, string | undefined>;

const BASE = { "Content-Type": "application/json", Accept: "application/json, text/event-stream" };

export const MODERN_META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1.0.0" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

export async function postRaw(url: string, body: string, headers: RawHeaders = {}): Promise<RawAnswer> {
  const response = await fetch(url, { method: "POST", body, headers: present({ ...BASE, ...headers }) });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, messages: readMessages(response.headers, text) };
}

export function post(url: string, message: JsonValue, headers: RawHeaders = {}): Promise<RawAnswer> {
  return postRaw(url, JSON.stringify(message), headers);
}

// A complete stateless request; headers set to undefined are left out.
export function postModern(
  url: string,
  method: string,
  params: JsonObject = {},
  headers: RawHeaders = {},
  id: RequestId = 1,
): Promise<RawAnswer> {
  return post(url, modernRequest(method, params, id), { ...modernHeaders(method, params), ...headers });
}

export function modernRequest(method: string, params: JsonObject = {}, id: RequestId = 1): JsonObject {
  return { jsonrpc: "2.0", id, method, params: { _meta: MODERN_META, ...params } };
}

export function modernHeaders(method: string, params: JsonObject = {}): RawHeaders {
  const name = params.name ?? params.uri;
  const named = typeof name === "string" ? { "Mcp-Name": name } : {};
  return { "MCP-Protocol-Version": "2026-07-28", "Mcp-Method": method, ...named };
}

export interface RawSession {
  id: string;
  headers: RawHeaders;
  call(method: string, params?: JsonObject, id?: RequestId): Promise<RawAnswer>;
}

export async function openSession(url: string, revision: Revision, capabilities: JsonObject = {}): Promise<RawSession> {
  const params = { protocolVersion: revision, capabilities, clientInfo: { name: "raw", version: "1.0.0" } };
  const opened = await post(url, { jsonrpc: "2.0", id: 0, method: "initialize", params });
  const id = opened.headers.get("mcp-session-id") ?? "";
  const version = revision >= "2025-06-18" ? { "MCP-Protocol-Version": revision } : {};
  const headers = { "Mcp-Session-Id": id, ...version };
  await post(url, { jsonrpc: "2.0", method: "notifications/initialized" }, headers);
  let count = 0;
  return {
    id,
    headers,
    call(method, callParams = {}, requestId) {
      count += 1;
      return post(url, { jsonrpc: "2.0", id: requestId ?? count, method, params: callParams }, headers);
    },
  };
}

export function present(headers: RawHeaders): Record<string, string> {
  const entries = Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return Object.fromEntries(entries);
}

export function errorOf(answer: RawAnswer): JsonObject {
  const error = answer.messages[0]?.error;
  return isObject(error) ? error : {};
}

export function resultOf(answer: RawAnswer): JsonObject {
  const result = answer.messages.at(-1)?.result;
  return isObject(result) ? result : {};
}

function readMessages(headers: Headers, text: string): JsonObject[] {
  if (headers.get("content-type") === "application/json") return listOf(JSON.parse(text));
  return readEvents(text).flatMap((event) => (event.data === "" ? [] : listOf(JSON.parse(event.data))));
}

export interface RawEvent {
  name: string | undefined;
  id: string | undefined;
  data: string;
}

export function readEvents(text: string): RawEvent[] {
  return text
    .split("\n\n")
    .filter((block) => /^(data|id|event):/m.test(block))
    .map((block) => {
      const field = (name: string): string[] =>
        block
          .split("\n")
          .filter((line) => line.startsWith(`${name}: `))
          .map((line) => line.slice(name.length + 2));
      return { name: field("event")[0], id: field("id")[0], data: field("data").join("\n") };
    });
}

function listOf(value: JsonValue): JsonObject[] {
  return (Array.isArray(value) ? value : [value]).filter(isObject);
}
