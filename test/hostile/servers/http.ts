// A raw TCP server that may say anything: node:http would refuse to misbehave. One instance per vice.

import { createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer, type TlsOptions } from "node:tls";
import type { Header } from "../../../src/base/header.ts";
import type { Json } from "../../../src/base/json.ts";

/** One request as our own client sends it: always with a Content-Length where there is a body. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: readonly Header[];
  readonly body: Buffer;
  /** The JSON-RPC message of the body, if there is one. */
  readonly message: { readonly id?: Json; readonly method?: string; readonly params?: Json } | undefined;
  /** Which connection it came on, counted from 1. */
  readonly connection: number;
}

/** What a vice does with a connection. `seen` is told of the requests it cares to read. */
export type HttpVice = (socket: Socket, server: ViceSide) => void;

export interface ViceSide {
  readonly requests: SeenRequest[];
  readonly origin: string;
  readonly connection: number;
}

export interface ViceServer {
  readonly url: string;
  readonly origin: string;
  readonly requests: readonly SeenRequest[];
  readonly connections: number;
  /** Resolves when every connection is gone; rejects when some stay. */
  drained(ms: number): Promise<void>;
  close(): Promise<void>;
}

export interface Identity
  extends Pick<TlsOptions, "minVersion" | "maxVersion" | "ciphers" | "requestCert" | "rejectUnauthorized"> {
  readonly key: string;
  readonly cert: string;
}

export const startViceServer = async (vice: HttpVice, tls?: Identity): Promise<ViceServer> => {
  const open = new Set<Socket>();
  const requests: SeenRequest[] = [];
  let connections = 0;
  let origin = "";
  let onDrained = (): void => {};
  const onConnection = (socket: Socket): void => {
    connections += 1;
    open.add(socket);
    // What is written in two pieces shall arrive in two.
    socket.setNoDelay(true);
    socket.on("error", () => {});
    socket.on("close", () => {
      open.delete(socket);
      if (open.size === 0) onDrained();
    });
    vice(socket, { requests, origin, connection: connections });
    // A vice that does not read must still notice that the other side has gone.
    socket.resume();
  };
  const server: Server = tls ? createTlsServer(tls, onConnection) : createServer(onConnection);
  // A refused handshake is the client's right.
  server.on("tlsClientError", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the hostile server has no port");
  origin = `${tls ? "https" : "http"}://127.0.0.1:${address.port}`;
  return {
    url: `${origin}/mcp`,
    origin,
    requests,
    get connections() {
      return connections;
    },
    drained: (ms) =>
      new Promise((resolve, reject) => {
        if (open.size === 0) return resolve();
        const timer = setTimeout(() => reject(new Error(`${open.size} connections are still open`)), ms);
        onDrained = () => {
          clearTimeout(timer);
          resolve();
        };
        return undefined;
      }),
    close: () =>
      new Promise((resolve) => {
        for (const socket of open) socket.destroy();
        server.close(() => resolve());
      }),
  };
};

/** Reads requests off the connection, one after the other, and hands each to the handler. */
export const onRequest =
  (handler: (request: SeenRequest, socket: Socket, server: ViceSide) => void): HttpVice =>
  (socket, server) => {
    let pending = Buffer.alloc(0);
    socket.on("data", (chunk: Buffer) => {
      pending = Buffer.concat([pending, chunk]);
      for (;;) {
        const taken = takeRequest(pending, server.connection);
        if (!taken) return;
        pending = pending.subarray(taken.length);
        server.requests.push(taken.request);
        handler(taken.request, socket, server);
      }
    });
  };

const takeRequest = (bytes: Buffer, connection: number): { request: SeenRequest; length: number } | undefined => {
  const end = bytes.indexOf("\r\n\r\n");
  if (end < 0) return undefined;
  const [first = "", ...lines] = bytes.toString("latin1", 0, end).split("\r\n");
  const [method = "", path = ""] = first.split(" ");
  const headers = lines.map((line): Header => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
  const length = Number(headerOf(headers, "content-length") ?? 0);
  if (bytes.length < end + 4 + length) return undefined;
  const body = Buffer.from(bytes.subarray(end + 4, end + 4 + length));
  return {
    request: { method, path, headers, body, message: messageIn(body), connection },
    length: end + 4 + length,
  };
};

const messageIn = (body: Buffer): SeenRequest["message"] => {
  try {
    const value: unknown = JSON.parse(body.toString("utf8"));
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
};

export const headerOf = (headers: readonly Header[], name: string): string | undefined =>
  headers.find(([key]) => key.toLowerCase() === name)?.[1];

/** A whole, correct response. */
export const response = (
  status: string,
  headers: readonly string[],
  body: string | Uint8Array = "",
  length = Buffer.byteLength(body),
): Buffer =>
  Buffer.concat([
    Buffer.from(`HTTP/1.1 ${status}\r\n${[...headers, `Content-Length: ${length}`].join("\r\n")}\r\n\r\n`, "latin1"),
    Buffer.from(body),
  ]);

export const JSON_TYPE = "Content-Type: application/json";
export const SSE_TYPE = "Content-Type: text/event-stream";

export const jsonResponse = (body: string | Uint8Array, ...headers: string[]): Buffer =>
  response("200 OK", [JSON_TYPE, ...headers], body);

/** The head of an event stream; what follows ends with the connection. */
export const streamHead = (...headers: string[]): string =>
  `HTTP/1.1 200 OK\r\n${[SSE_TYPE, "Connection: close", ...headers].join("\r\n")}\r\n\r\n`;
