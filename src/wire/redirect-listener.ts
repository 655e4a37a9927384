import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { deferred } from "./deferred.ts";
import { startListening, stopListening } from "./start-listening.ts";

/** Waits on this machine for the one request with which a browser comes back. */
export interface RedirectListener {
  readonly port: number;
  /** The query of that request. Never settles if nobody comes. */
  readonly answer: Promise<URLSearchParams>;
  /** Ends it at once; nothing listens any more when this resolves. */
  close(): Promise<void>;
}

export interface RedirectPlace {
  /** 0 picks a free one. */
  readonly port: number;
  readonly path: string;
}

/** An answer to an authorization request has one of these. */
const TELLING = ["code", "error", "state"];

const LONGEST_QUERY = 8_192;

/**
 * On 127.0.0.1 only. The first request to the path that is an answer ends it; anything else, such as a request for an icon, is
 * refused and changes nothing. What is shown in the browser repeats nothing of what came. Rejects where the port is taken.
 */
export const listenForRedirect = async ({ port: wanted, path }: RedirectPlace): Promise<RedirectListener> => {
  const { promise: answer, resolve: onAnswer } = deferred<URLSearchParams>();
  let answered = false;
  const server = createServer((incoming, outgoing) => {
    const query = answered ? undefined : readAnswer(incoming, path, (server.address() as AddressInfo | null)?.port);
    respond(outgoing, query !== undefined);
    if (!query) return;
    answered = true;
    // The page is on its way before the port is given back.
    outgoing.once("close", () => onAnswer(query));
  });
  server.maxConnections = 16;
  return { port: await startListening(server, wanted, "127.0.0.1"), answer, close: () => stopListening(server) };
};

const readAnswer = (
  { method, url = "", headers }: IncomingMessage,
  path: string,
  port: number | undefined,
): URLSearchParams | undefined => {
  // A page elsewhere may have a name of its own lead here.
  const isOurs = headers.host === `127.0.0.1:${port}` || headers.host === `localhost:${port}`;
  if (method !== "GET" || !isOurs || url.length > LONGEST_QUERY || !URL.canParse(url, "http://127.0.0.1"))
    return undefined;
  const { pathname, searchParams } = new URL(url, "http://127.0.0.1");
  return pathname === path && TELLING.some((name) => searchParams.has(name)) ? searchParams : undefined;
};

const PAGE = `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>mcptest</title>
<p>mcptest has received the answer. You can close this page and go back to the terminal.</p></html>
`;

const respond = (outgoing: ServerResponse, isAnswer: boolean): void => {
  outgoing.writeHead(isAnswer ? 200 : 404, {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
    Connection: "close",
  });
  outgoing.end(isAnswer ? PAGE : undefined);
};
