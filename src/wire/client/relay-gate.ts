import { createConnection, createServer, type Socket } from "node:net";
import type { Readable, Writable } from "node:stream";
import { startListening } from "../start-listening.ts";

/** Where the processes that a client starts in place of a server report to us. */
export interface RelayGate {
  /** What `mcptest client-stdio` is given. */
  readonly id: string;
  stop(): Promise<void>;
}

/** The first line of a connection is the key; nobody else on this machine knows it. */
export const openRelayGate = async (key: string, onConnection: (socket: Socket) => void): Promise<RelayGate> => {
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.once("close", () => sockets.delete(socket));
    readKey(socket, key, onConnection);
  });
  const port = await startListening(server, 0, "127.0.0.1");
  return {
    id: `${port}-${key}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
};

const readKey = (socket: Socket, key: string, onConnection: (socket: Socket) => void): void => {
  const wanted = Buffer.from(`${key}\n`);
  let seen = Buffer.alloc(0);
  const read = (chunk: Buffer): void => {
    seen = Buffer.concat([seen, chunk]);
    if (seen.length < wanted.length) return;
    socket.off("data", read);
    socket.pause();
    if (!seen.subarray(0, wanted.length).equals(wanted)) {
      socket.destroy();
      return;
    }
    const rest = seen.subarray(wanted.length);
    if (rest.length > 0) socket.unshift(rest);
    onConnection(socket);
  };
  socket.on("data", read);
};

/** The relay's end: connects what a client writes and reads with the run that waits for it. Resolves when it is over. */
export const relayToGate = (id: string, input: Readable, output: Writable): Promise<"done" | "refused"> => {
  const [port = "", key = ""] = id.split("-");
  return new Promise((resolve) => {
    const socket = createConnection({ host: "127.0.0.1", port: Number(port), allowHalfOpen: true }, () => {
      socket.write(`${key}\n`);
      input.pipe(socket);
      socket.pipe(output, { end: false });
    });
    socket.once("error", () => resolve("refused"));
    socket.once("end", () => {
      socket.end();
      resolve("done");
    });
    socket.once("close", () => resolve("done"));
  });
};
