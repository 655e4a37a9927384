// Serves a capture inside the test, over the transport it was recorded with, and says how it is reached.

import { type AddressInfo, createServer, type Socket } from "node:net";
import { fileURLToPath } from "node:url";
import type { Capture } from "../../src/capture/capture.ts";
import type { Target } from "../../src/capture/target.ts";
import { Player } from "../../src/features/playback/player.ts";
import { serveHttpPlayback } from "../../src/wire/playback/serve-http.ts";
import { serveStdioPlayback } from "../../src/wire/playback/serve-stdio.ts";

const PIPE = fileURLToPath(new URL("pipe.mjs", import.meta.url));

export interface Served {
  readonly target: Target;
  stop(): Promise<void>;
}

export const serveCapture = (capture: Capture): Promise<Served> =>
  capture.transport === "stdio" || capture.transport === undefined ? overStdio(capture) : overHttp(capture);

const overHttp = async (capture: Capture): Promise<Served> => {
  const player = new Player(capture);
  const { origin, stop } = await serveHttpPlayback({
    hear: (heard) => player.hearHttp(heard),
    closed: (stream) => player.closed(stream),
    host: "127.0.0.1",
    port: 0,
    latency: "none",
    anyOrigin: true,
    onBug: (error) => {
      throw error;
    },
  });
  return { target: { kind: "http", url: `${origin}${player.path}`, headers: [], origin: "user" }, stop };
};

const overStdio = async (capture: Capture): Promise<Served> => {
  const player = new Player(capture);
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    const { greeting, hear } = player.openProcess();
    const { signal } = new AbortController();
    void serveStdioPlayback({ greeting, hear, input: socket, output: socket, latency: "none", signal }).then(() =>
      socket.end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    target: { kind: "stdio", command: process.execPath, args: [PIPE, String(port)], env: {} },
    stop: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
};
