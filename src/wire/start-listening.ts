import type { Server as HttpServer } from "node:http";
import type { AddressInfo, Server } from "node:net";

/** Resolves with the port; rejects when the address cannot be had. What fails later is not the whole server's end. */
export const startListening = async (server: Server, port: number, host: string): Promise<number> => {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
  server.on("error", () => {});
  return (server.address() as AddressInfo).port;
};

export const originOf = (host: string, port: number): string =>
  `http://${host.includes(":") ? `[${host}]` : host}:${port}`;

/** Gives the port back without waiting for those who are still connected. */
export const stopListening = (server: HttpServer): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
