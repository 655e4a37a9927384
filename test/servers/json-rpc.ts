// JSON-RPC at the level the example servers need: tell the kinds of messages apart, and build answers.

export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;

// Members may be undefined so that optional members can be written inline; JSON.stringify leaves them out.
export interface JsonObject {
  [key: string]: JsonValue | undefined;
}

export type RequestId = string | number;

export interface RpcRequest {
  id: RequestId;
  method: string;
  params: JsonObject;
}

export type Incoming =
  | ({ kind: "request" } & RpcRequest)
  | { kind: "notification"; method: string; params: JsonObject }
  | { kind: "response"; id: RequestId; result: JsonObject | undefined; error: JsonObject | undefined }
  | { kind: "invalid"; id: RequestId | undefined; error: RpcError };

export const PARSE_ERROR = -32700;
export const INVALID_REQUEST = -32600;
export const METHOD_NOT_FOUND = -32601;
export const INVALID_PARAMS = -32602;
export const INTERNAL_ERROR = -32603;
export const RESOURCE_NOT_FOUND = -32002;
export const HEADER_MISMATCH = -32020;
export const MISSING_CAPABILITY = -32021;
export const UNSUPPORTED_VERSION = -32022;

export class RpcError extends Error {
  readonly code: number;
  readonly data: JsonValue | undefined;
  // Only the stateless HTTP binding ties a status to an error; a handler's own error travels with 200.
  readonly httpStatus: number;

  constructor(code: number, message: string, data?: JsonValue, httpStatus = 200) {
    super(message);
    this.code = code;
    this.data = data;
    this.httpStatus = httpStatus;
  }
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isRequestId(value: unknown): value is RequestId {
  return typeof value === "string" || (typeof value === "number" && Number.isFinite(value));
}

export function classify(value: JsonValue): Incoming {
  if (!isObject(value)) return invalid(undefined, "A message is a JSON object");
  const id = isRequestId(value.id) ? value.id : undefined;
  if (value.jsonrpc !== "2.0") return invalid(id, 'The member jsonrpc is not "2.0"');
  if (value.method === undefined) return classifyResponse(value, id);
  if (typeof value.method !== "string") return invalid(id, "The method is not a string");
  if ("id" in value && id === undefined) return invalid(undefined, "A request id is a string or a number");
  const params = value.params;
  if (params !== undefined && (typeof params !== "object" || params === null)) {
    return invalid(id, "The params are not an object");
  }
  // A positional array is fine in JSON-RPC but fits no MCP method.
  if (Array.isArray(params)) {
    return { kind: "invalid", id, error: new RpcError(INVALID_PARAMS, "The params are an array, not an object") };
  }
  if (id === undefined) return { kind: "notification", method: value.method, params: params ?? {} };
  return { kind: "request", id, method: value.method, params: params ?? {} };
}

function classifyResponse(value: JsonObject, id: RequestId | undefined): Incoming {
  const hasResult = isObject(value.result);
  const hasError = isObject(value.error);
  if (hasResult === hasError || id === undefined) return invalid(id, "Neither a request nor a response");
  return {
    kind: "response",
    id,
    result: isObject(value.result) ? value.result : undefined,
    error: isObject(value.error) ? value.error : undefined,
  };
}

function invalid(id: RequestId | undefined, reason: string): Incoming {
  return { kind: "invalid", id, error: new RpcError(INVALID_REQUEST, `Invalid request: ${reason}`, undefined, 400) };
}

export function resultMessage(id: RequestId, result: JsonObject): JsonObject {
  return { jsonrpc: "2.0", id, result };
}

// An unreadable id is written as null (JSON-RPC) or left out (schemas from 2025-11-25): the caller decides.
export function errorMessage(id: RequestId | null | undefined, error: RpcError): JsonObject {
  return {
    jsonrpc: "2.0",
    ...(id === undefined ? {} : { id }),
    error: { code: error.code, message: error.message, ...(error.data === undefined ? {} : { data: error.data }) },
  };
}

export function notificationMessage(method: string, params?: JsonObject): JsonObject {
  return { jsonrpc: "2.0", method, ...(params === undefined ? {} : { params }) };
}

export function requestMessage(id: RequestId, method: string, params?: JsonObject): JsonObject {
  return { jsonrpc: "2.0", id, method, ...(params === undefined ? {} : { params }) };
}

export function isResponseMessage(message: JsonObject): boolean {
  return message.method === undefined;
}

// Whatever a handler throws becomes an error a client may see: never a stack, never internal text.
export function toRpcError(thrown: unknown): RpcError {
  return thrown instanceof RpcError ? thrown : new RpcError(INTERNAL_ERROR, "Internal error");
}
