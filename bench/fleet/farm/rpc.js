export const INVALID_REQUEST = -32600;
export const INVALID_PARAMS = -32602;

/** Codes with an HTTP status of their own; all others travel with 200. */
const STATUS = { "-32700": 400, "-32600": 400, "-32601": 404, "-32020": 400, "-32022": 400 };

export class RpcError extends Error {
  constructor(code, message, data, status = STATUS[code] ?? 200) {
    super(message);
    Object.assign(this, { code, data, status });
  }
}

export const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

export const isRequest = (message) => isObject(message) && message.method !== undefined && "id" in message;
