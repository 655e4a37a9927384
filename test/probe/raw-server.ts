// A server that only keeps the bytes it was sent, connection by connection, and answers with bytes given by the test.

import { type AddressInfo, createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";

export interface RawConnection {
  /** Everything received so far, byte for byte. */
  readonly bytes: Buffer;
  /** Settles when the client has closed its half. */
  readonly ended: Promise<void>;
}

export interface RawServer {
  readonly url: string;
  readonly host: string;
  readonly connections: readonly RawConnection[];
}

export interface RawOptions {
  /** What is written once a whole request has arrived. */
  readonly answer?: (request: string) => string;
  /** What is written when the client closes its half before that. */
  readonly answerToEnd?: string;
}

export const OK = (json: unknown): string => {
  const body = JSON.stringify(json);
  return `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
};

export const EMPTY = (status: number): string => `HTTP/1.1 ${status} Whatever\r\nContent-Length: 0\r\n\r\n`;

export const startRawServer = async (options: RawOptions = {}): Promise<RawServer> => {
  const connections: (RawConnection & { bytes: Buffer })[] = [];
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
    let answered = 0;
    const connection = {
      bytes: Buffer.alloc(0),
      ended: new Promise<void>((resolve) => socket.once("end", resolve)),
    };
    connections.push(connection);
    socket.on("data", (chunk: Buffer) => {
      connection.bytes = Buffer.concat([connection.bytes, chunk]);
      for (const request of wholeRequests(connection.bytes).slice(answered)) {
        answered += 1;
        socket.write(options.answer?.(request) ?? EMPTY(202), "latin1");
      }
    });
    socket.once("end", () => {
      if (options.answerToEnd !== undefined && answered === 0) socket.end(options.answerToEnd, "latin1");
      else socket.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/mcp`, host: `127.0.0.1:${port}`, connections };
};

/** The requests that have arrived in full, by their Content-Length. */
const wholeRequests = (bytes: Buffer): string[] => {
  const requests: string[] = [];
  let rest = bytes.toString("latin1");
  for (;;) {
    const head = /^[\s\S]*?\r\n\r\n/.exec(rest)?.[0];
    if (head === undefined) return requests;
    const length = head.length + Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0);
    if (rest.length < length) return requests;
    requests.push(rest.slice(0, length));
    rest = rest.slice(length);
  }
};
