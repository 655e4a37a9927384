// A listener on loopback that no page may reach, over TCP and over UDP.

import { createSocket } from "node:dgram";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";

export interface Canary {
  readonly tcp: number;
  readonly udp: number;
  /** What reached it; nothing, if all is well. */
  readonly reached: readonly string[];
  close(): Promise<void>;
}

export const openCanary = async (): Promise<Canary> => {
  const reached: string[] = [];
  const server = createServer((socket) => {
    reached.push("tcp");
    socket.destroy();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const datagrams = createSocket("udp4", () => void reached.push("udp"));
  datagrams.bind(0, "127.0.0.1");
  await once(datagrams, "listening");
  return {
    tcp: (server.address() as AddressInfo).port,
    udp: datagrams.address().port,
    reached,
    close: async () => {
      server.close();
      datagrams.close();
      await once(server, "close");
    },
  };
};
