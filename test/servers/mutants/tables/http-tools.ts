// What several mutants of the HTTP tables are made of.

import type { Hooks, RawExchange } from "../../hooks.ts";

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
