// Ways to misread the headers of a request: what the check sees is changed before it looks.

import type { IncomingHttpHeaders } from "node:http";
import type { Hooks, RawExchange } from "../servers/hooks.ts";
import { isObject, type JsonObject, type JsonValue } from "../servers/json-rpc.ts";

export interface Message {
  readonly method: JsonValue | undefined;
  readonly params: JsonObject;
  readonly args: JsonObject;
}

export const messageOf = (body: Buffer): Message => {
  let value: unknown;
  try {
    value = JSON.parse(body.toString("utf8"));
  } catch {
    value = undefined;
  }
  const params = isObject(value) && isObject(value.params) ? value.params : {};
  return {
    method: isObject(value) ? value.method : undefined,
    params,
    args: isObject(params.arguments) ? params.arguments : {},
  };
};

/** Changes the headers before anything reads them. */
export const misread = (
  edit: (headers: IncomingHttpHeaders, message: Message, exchange: RawExchange) => void,
): Hooks => ({
  httpRequest: (exchange) => {
    edit(exchange.request.headers, messageOf(exchange.body), exchange);
    return false;
  },
});

/** Changes one header where it was sent. */
export const misreadHeader = (name: string, edit: (value: string, message: Message) => string): Hooks =>
  misread((headers, message) => {
    const value = headers[name];
    if (typeof value === "string") headers[name] = edit(value, message);
  });

/** Refuses requests that are right. */
export const refuseRequest = (
  applies: (headers: IncomingHttpHeaders, message: Message, exchange: RawExchange) => boolean,
  code = -32020,
): Hooks => ({
  httpRequest: (exchange) => {
    const { request, response, body } = exchange;
    if (!applies(request.headers, messageOf(body), exchange)) return false;
    response.writeHead(400, { "Content-Type": "application/json" });
    response.end(JSON.stringify({ jsonrpc: "2.0", id: idOf(body), error: { code, message: "Header mismatch" } }));
    return true;
  },
});

export const idOf = (body: Buffer): JsonValue => {
  const value: unknown = body.length === 0 ? undefined : JSON.parse(body.toString("utf8"));
  return isObject(value) && value.id !== undefined ? value.id : null;
};
