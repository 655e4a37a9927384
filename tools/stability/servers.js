import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const EVERYTHING = "node_modules/@modelcontextprotocol/server-everything/dist/index.js";

const byFlag = (flag, path = "/mcp") => ({ path, port: (port) => [flag, String(port)] });
/** The server reads the port from its environment. */
const byEnvironment = (path) => ({ path });

const example = (era, revision) => ["--era", era, ...(revision ? ["--revisions", revision] : [])];
const overStdio = (era, revision) => ({
  what: `the example server of the tests over stdio, ${revision ?? era}`,
  args: [".cache/test-servers/stdio-main.js", ...example(era, revision)],
});
const overHttp = (era, revision, path = "/mcp") => ({
  what: `the example server of the tests over HTTP, ${revision ?? era}`,
  args: [".cache/test-servers/http-main.js", ...example(era, revision)],
  http: byFlag("--port", path),
});

/** What is judged: each with its arguments to node; `http` for those that are started once per run. */
export const SERVERS = {
  "notes-stdio": { what: "examples/notes-server.js over stdio, both eras", args: ["examples/notes-server.js"] },
  "notes-http": {
    what: "examples/notes-server.js over HTTP, both eras",
    args: ["examples/notes-server.js"],
    http: byFlag("--http"),
  },
  "mcptest-stdio": { what: "mcptest mcp over stdio", args: ["bin/mcptest.js", "mcp"] },
  "mcptest-http": { what: "mcptest mcp over HTTP", args: ["bin/mcptest.js", "mcp"], http: byFlag("--http") },
  "example-2026-stdio": overStdio("stateless"),
  "example-2026-http": overHttp("stateless"),
  "example-2025-11-stdio": overStdio("stateful", "2025-11-25"),
  "example-2025-03-http": overHttp("stateful", "2025-03-26"),
  "example-2024-sse": overHttp("http+sse", "2024-11-05", "/sse"),
  "everything-stdio": { what: "server-everything over stdio", args: [EVERYTHING, "stdio"] },
  "everything-http": {
    what: "server-everything over Streamable HTTP",
    args: [EVERYTHING, "streamableHttp"],
    http: byEnvironment("/mcp"),
  },
  "everything-sse": { what: "server-everything over HTTP+SSE", args: [EVERYTHING, "sse"], http: byEnvironment("/sse") },
};

/** The tests bundle their example servers before they start. */
export const buildExampleServers = () => {
  execFileSync(process.execPath, ["node_modules/vitest/vitest.mjs", "run", "test/servers/hooks.test.ts"], {
    cwd: ROOT,
    stdio: "ignore",
  });
};
