// Short ways to change HTTP answers and event streams, shared by the tables.

import type { Hooks, HttpAnswer, RawExchange } from "../servers/hooks.ts";
import type { JsonObject, JsonValue } from "../servers/json-rpc.ts";

export const LOG_MESSAGE: JsonObject = {
  jsonrpc: "2.0",
  method: "notifications/message",
  params: { level: "info", data: "done" },
};

type Condition = (exchange: RawExchange) => boolean;

export const bodyHas =
  (text: string): Condition =>
  ({ body }) =>
    body.includes(text);

export const isMethod =
  (method: string): Condition =>
  ({ request }) =>
    request.method === method;

export const hasHeader =
  (name: string): Condition =>
  ({ request }) =>
    request.headers[name] !== undefined;

/** Answers what meets the condition with a bare status. */
export const refusing =
  (status: number, when: Condition): NonNullable<Hooks["httpRequest"]> =>
  (exchange) => {
    if (!when(exchange)) return false;
    exchange.response.writeHead(status).end();
    return true;
  };

/** Changes answers of one status. */
export const onStatus = (status: number, edit: (answer: HttpAnswer) => HttpAnswer): Hooks => ({
  httpAnswer: (answer) => (answer.status === status ? edit(answer) : undefined),
});

/** Adds headers to an answer, or replaces them. */
export const withHeaders =
  (headers: Record<string, string>) =>
  (answer: HttpAnswer): HttpAnswer => ({ ...answer, headers: { ...answer.headers, ...headers } });

/** Answers a POST past the server, for faults that begin before a message is looked at. */
export function answerJson({ response }: RawExchange, value: JsonValue): true {
  response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(value));
  return true;
}

export const addHeaders = (headers: Record<string, string>): Hooks => ({
  httpAnswer: withHeaders(headers),
});

/** Changes the lines of every event. */
export const inLines = (edit: (lines: readonly string[]) => readonly string[], end = "\n"): Hooks => ({
  sseEvent: (text) => [...edit(text.replace(/\n+$/, "").split("\n")), "", ""].join(end),
});
