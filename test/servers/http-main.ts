// Process entry: an example server over HTTP. It prints its URL on stderr.

import { startHttpServer } from "./http/http-server.ts";
import { readArguments } from "./main-arguments.ts";

const { port, ...options } = readArguments(process.argv.slice(2));
const server = await startHttpServer({ ...options, port });
process.stderr.write(`${server.url}\n`);
process.on("SIGTERM", () => {
  server.close().then(() => process.exit(0));
});
