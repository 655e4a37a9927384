// Servers that say exact bytes, and clients that do.

import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type RequestOptions,
  type Server,
  type ServerResponse,
} from "node:http";
import { type AddressInfo, connect, createServer as createTcpServer } from "node:net";
import { httpTarget, openProxy } from "./helpers.ts";

export const cleanups: (() => unknown)[] = [];
/** For afterEach: closes everything that was opened, the last first. */
export async function closeAll(): Promise<void> {
  for (const cleanUp of cleanups.splice(0).reverse()) await cleanUp();
}

export async function serve(handle: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server: Server = createServer({ requestTimeout: 0 }, handle);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  cleanups.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}

/** A server that answers every connection with exact bytes, once the request's head has come. */
export async function serveRaw(bytes: string | Buffer): Promise<{ url: string; received: () => string }> {
  let received = "";
  const server = createTcpServer((socket) => {
    socket.on("error", () => {});
    socket.on("data", (chunk) => {
      received += chunk.toString("latin1");
      if (received.includes("\r\n\r\n")) socket.end(bytes);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  cleanups.push(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, received: () => received };
}

export async function proxyTo(url: string, more: Parameters<typeof httpTarget>[1] = {}) {
  const proxy = await openProxy(httpTarget(url, more));
  cleanups.push(proxy.stop);
  return proxy;
}

export interface Answer {
  message: IncomingMessage;
  body: Buffer;
}

export function ask(url: string, options: RequestOptions, chunks: readonly Uint8Array[] = []): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(url, { ...options, agent: false }, (message) => {
      const parts: Buffer[] = [];
      message.on("data", (chunk: Buffer) => parts.push(chunk));
      message.on("end", () => resolve({ message, body: Buffer.concat(parts) }));
      message.on("error", reject);
    });
    outgoing.on("error", reject);
    for (const chunk of chunks) if (chunk.length > 0) outgoing.write(chunk);
    outgoing.end();
  });
}

/** Bytes to the proxy, everything that comes back. */
export function askRaw(url: string, bytes: string): Promise<string> {
  const { port, hostname } = new URL(url);
  return new Promise((resolve, reject) => {
    let answer = "";
    const socket = connect(Number(port), hostname, () => socket.write(bytes, "latin1"));
    socket.on("data", (chunk) => {
      answer += chunk.toString("latin1");
    });
    socket.on("end", () => resolve(answer));
    socket.on("error", reject);
  });
}

export const readAll = async (message: IncomingMessage): Promise<Buffer> => {
  const parts: Buffer[] = [];
  for await (const chunk of message) parts.push(chunk as Buffer);
  return Buffer.concat(parts);
};
