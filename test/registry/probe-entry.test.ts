import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Json } from "../../src/base/json.ts";
import { type LiveFlags, probeEntry } from "../../src/cli/target/probe-entry.ts";
import type { Console } from "../../src/cli/terminal/console.ts";

const QUIET: Console = {
  out: () => {},
  err: () => {},
  color: false,
  errColor: false,
  width: 100,
  live: false,
  ci: false,
};
const REQUEST = { client: { name: "test", version: "0" }, part: { asked: { quick: true } }, tools: "none" } as const;

/** Two servers, each at an origin of its own, and the credentials that each was sent. */
const servers: Server[] = [];
const urls: string[] = [];
const sent: Set<string | undefined>[] = [new Set(), new Set()];

beforeAll(async () => {
  for (const index of [0, 1]) {
    const server = createServer((request, response) => {
      sent[index]?.add(request.headers.authorization);
      if (request.method !== "POST") return void response.writeHead(405).end();
      let body = "";
      request.on("data", (chunk: Buffer) => {
        body += chunk.toString();
      });
      request.on("end", () => {
        const { id, method } = JSON.parse(body) as { id?: number; method: string };
        if (id === undefined) return void response.writeHead(202).end();
        const result = {
          protocolVersion: "2025-11-25",
          capabilities: {},
          serverInfo: { name: "notes", version: "1.0.0" },
        };
        const answer = method === "initialize" ? { result } : { error: { code: -32601, message: "no such method" } };
        response.writeHead(200, { "content-type": "application/json" });
        response.end(JSON.stringify({ jsonrpc: "2.0", id, ...answer }));
      });
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    servers.push(server);
    urls.push(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
  }
});
afterAll(() =>
  Promise.all(
    servers.map((server) => {
      server.closeAllConnections();
      return new Promise((done) => server.close(done));
    }),
  ),
);

const run = (entry: Json, flags: LiveFlags) => probeEntry(entry, REQUEST, flags, QUIET);

describe("Entries of a registry: what an entry names is run within bounds", () => {
  test("not at a private address, and no command, unless the user allows it", async () => {
    const entry = {
      remotes: [{ type: "streamable-http", url: urls[0] ?? "" }],
      packages: [{ registryType: "npm", identifier: "notes", version: "1.0.0", transport: { type: "stdio" } }],
    };
    const { outcomes, findings } = await run(entry, {});
    expect(outcomes.map(({ place, state, reason }) => [place, state, /--allow-\w+/.exec(reason ?? "")?.[0]])).toEqual([
      ["remotes[0]", "skipped", "--allow-private"],
      ["packages[0]", "skipped", "--allow-commands"],
    ]);
    expect(findings).toEqual([]);
    expect(sent[0]?.size).toBe(0);
  });

  test("credentials go to the origin of the first remote alone; what differs is found", async () => {
    const remotes = urls.map((url, index) => ({ type: index === 0 ? "streamable-http" : "sse", url }));
    const entry = { name: "io.github.acme/notes", version: "1.1.0", remotes };
    const { outcomes, findings } = await run(entry, { allowPrivate: true, header: ["Authorization: Bearer abcdefgh"] });
    expect(outcomes.map(({ state, name, version }) => [state, name, version])).toEqual([
      ["answered", "notes", "1.0.0"],
      ["answered", "notes", "1.0.0"],
    ]);
    expect(sent[0]?.has("Bearer abcdefgh")).toBe(true);
    expect([...(sent[1] ?? [])]).toEqual([undefined]);
    expect(findings.map(({ level, rule, pointer }) => `${level} ${rule} ${pointer}`)).toEqual([
      "warning live-version /version",
      "warning live-version /version",
      "error live-transport /remotes/1/type",
    ]);
  });

  test("a header that cannot be sent is the entry's mistake, and the server is asked without it", async () => {
    const headers = [
      { name: "bad name", value: "x" },
      { name: "X-Broken", value: "a\r\nX-Other: b" },
      { name: "Content-Length", value: "5" },
    ];
    const entry = {
      name: "notes",
      version: "1.0.0",
      remotes: [{ type: "streamable-http", url: urls[0] ?? "", headers }],
    };
    const { outcomes } = await run(entry, { allowPrivate: true });
    expect(outcomes).toMatchObject([{ state: "answered", name: "notes" }]);
  });
});
