import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { probeTarget } from "../../src/areas/probe-target.ts";
import { makeResult } from "../../src/scores/result/make-result.ts";

const CARD = { name: "com.acme/notes", version: "2.0.0", description: "Notes", remotes: [] };

/** What the address of the card answers with. */
let atCard: "card" | "stream" | "missing";
let asked: { readonly accept: string | undefined; readonly authorization: string | undefined }[];
let server: Server;
let url: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.method === "GET" && request.url === "/mcp/server-card") {
      asked.push({ accept: request.headers.accept, authorization: request.headers.authorization });
      if (atCard === "stream")
        return void response.writeHead(200, { "content-type": "text/event-stream" }).write(": on\n\n");
      if (atCard === "missing") return void response.writeHead(404).end();
      response.writeHead(200, {
        "content-type": "application/mcp-server-card+json",
        "access-control-allow-origin": "*",
      });
      return void response.end(JSON.stringify(CARD));
    }
    if (request.method !== "POST") return void response.writeHead(405).end();
    let body = "";
    request.on("data", (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on("end", () => {
      const { id, method } = JSON.parse(body) as { id?: number; method: string };
      if (id === undefined) return void response.writeHead(202).end();
      const initialized = {
        protocolVersion: "2025-11-25",
        capabilities: {},
        serverInfo: { name: "notes", version: "1.0.0" },
      };
      const answer =
        method === "initialize" ? { result: initialized } : { error: { code: -32601, message: `no method ${method}` } };
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ jsonrpc: "2.0", id, ...answer }));
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
});
afterAll(() => {
  server.closeAllConnections();
  return new Promise((done) => server.close(done));
});

const run = async (at: typeof atCard, card = true) => {
  [atCard, asked] = [at, []];
  const capture = await probeTarget(
    { kind: "http", url, headers: [["Authorization", "Bearer secret-of-mine"]], origin: "user" },
    { client: { name: "test", version: "0" }, revision: "2025-11-25", part: { asked: { quick: true } }, card },
  );
  const { verdicts, invariants, notes } = await makeResult(capture, { tool: { name: "mcptest", version: "0" } });
  const failed = [...verdicts, ...invariants].flatMap((one) => (one.state === "fail" ? [one.id] : []));
  return { failed, notes, exchanges: capture.exchanges.filter(({ step }) => step === "server-card") };
};

test("Entries of a registry: a card is one request beside the others, without credentials; what differs is a note, and no rule hears of it", async () => {
  const without = await run("card", false);
  expect([asked, without.exchanges]).toEqual([[], []]);
  const found = await run("card");
  expect(asked).toEqual([{ accept: "application/mcp-server-card+json", authorization: undefined }]);
  expect(found.exchanges).toHaveLength(1);
  expect(found.notes).toEqual([
    "Server card (draft, advisory): it lacks $schema.",
    'Server card (draft, advisory): its version is "2.0.0" there and "1.0.0" in the server.',
  ]);
  expect(found.failed).toEqual(without.failed);
});

test("no card is no note, and a stream at its place is left at once", async () => {
  const missing = await run("missing");
  const stream = await run("stream");
  expect([missing.notes, stream.notes]).toEqual([[], []]);
  expect(stream.exchanges[0]?.http?.status).toBe(200);
  expect(stream.failed).toEqual(missing.failed);
});
