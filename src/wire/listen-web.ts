import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { pairs } from "./http/http-call.ts";
import { startListening, stopListening } from "./start-listening.ts";

/** Serves a web-standard handler on a port of this machine only. */
export interface WebListener {
  readonly port: number;
  close(): Promise<void>;
}

export type WebHandler = (request: Request) => Promise<Response>;

export interface ListenOptions {
  readonly port: number;
  readonly host: "127.0.0.1";
  readonly onBug: (error: unknown) => void;
}

export const listenWeb = async (handler: WebHandler, { port, host, onBug }: ListenOptions): Promise<WebListener> => {
  const server = createServer((incoming, outgoing) => {
    const gone = new AbortController();
    outgoing.once("close", () => gone.abort());
    respond(handler, incoming, outgoing, gone.signal).catch((error) => {
      if (!gone.signal.aborted) onBug(error);
      if (!outgoing.headersSent) outgoing.writeHead(500);
      outgoing.end();
    });
  });
  // A pooled connection that is closed just when a client reuses it looks like a fault of ours.
  server.keepAliveTimeout = 65_000;
  return { port: await startListening(server, port, host), close: () => stopListening(server) };
};

const respond = async (
  handler: WebHandler,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  signal: AbortSignal,
): Promise<void> => {
  const request = toRequest(incoming, signal);
  if (!request) {
    outgoing.writeHead(400).end();
    return;
  }
  const response = await handler(request);
  outgoing.writeHead(response.status, [...response.headers].flat());
  if (!response.body) {
    outgoing.end();
    return;
  }
  // Each event goes out as it is made; the other end hanging up ends the source.
  const body = Readable.fromWeb(response.body as ReadableStream);
  outgoing.once("close", () => body.destroy());
  outgoing.flushHeaders();
  for await (const chunk of body) if (!outgoing.write(chunk)) await drained(outgoing, signal);
  outgoing.end();
};

const drained = (outgoing: ServerResponse, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    outgoing.once("drain", resolve);
    signal.addEventListener("abort", () => resolve(), { once: true });
  });

/** Undefined: Node lets through what a web header cannot be. */
const readHeaders = (raw: readonly string[]): Headers | undefined => {
  try {
    const headers = new Headers();
    for (const [name, value] of pairs(raw)) headers.append(name, value);
    return headers;
  } catch {
    return undefined;
  }
};

/** Undefined: Node lets through what a web request cannot be, a Host that is no host or the method TRACE. */
const toRequest = (incoming: IncomingMessage, signal: AbortSignal): Request | undefined => {
  const headers = readHeaders(incoming.rawHeaders);
  if (!headers) return undefined;
  const method = incoming.method ?? "GET";
  const base = `http://${incoming.headers.host ?? "127.0.0.1"}`;
  if (!URL.canParse(incoming.url ?? "/", base) || /^(?:TRACE|CONNECT)$/.test(method)) return undefined;
  const url = new URL(incoming.url ?? "/", base);
  const bare = method === "GET" || method === "HEAD";
  const body = bare
    ? {}
    : { body: Readable.toWeb(incoming) as unknown as NonNullable<RequestInit["body"]>, duplex: "half" as const };
  try {
    return new Request(url, { method, headers, signal, ...body });
  } catch {
    return undefined;
  }
};
