// Small servers on addresses of 127.0.0.0/8: each stands for one state in which a fleet finds its targets.

import { createServer, type Server } from "node:http";
import { createMcpExample } from "./example.ts";

export interface TestServer {
  readonly url: string;
  readonly requests: { readonly at: number; readonly path: string; readonly userAgent: string }[];
  close(): Promise<void>;
}

export type Behaviour = "good" | "wall" | "limited" | "hanging" | "web" | "slow";

export const startServer = (
  behaviour: Behaviour,
  address = "127.0.0.1",
  tools?: () => readonly object[],
): Promise<TestServer> => {
  const requests: { at: number; path: string; userAgent: string }[] = [];
  const example = createMcpExample(tools);
  const server: Server = createServer((request, response) => {
    requests.push({ at: performance.now(), path: request.url ?? "", userAgent: request.headers["user-agent"] ?? "" });
    switch (behaviour) {
      case "good":
        return example(request, response);
      case "slow":
        return void setTimeout(() => example(request, response), 60);
      case "wall":
        return void response.writeHead(401, { "WWW-Authenticate": "Bearer" }).end();
      case "limited":
        return void response.writeHead(429, { "Retry-After": "600" }).end();
      case "web":
        return void response.writeHead(200, { "Content-Type": "text/html" }).end("<h1>hello</h1>");
      case "hanging":
        return undefined;
    }
  });
  return new Promise((resolve, reject) => {
    server.on("error", reject);
    server.listen(0, address, () => {
      const { port } = server.address() as { port: number };
      resolve({
        url: `http://${address}:${port}/mcp`,
        requests,
        close: () =>
          new Promise((closed) => {
            server.closeAllConnections();
            server.close(() => closed());
          }),
      });
    });
  });
};
