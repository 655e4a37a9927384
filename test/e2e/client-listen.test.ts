// mcptest client --listen as a user runs it: how it ends, whatever connects or does not.

import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { beforeAll, expect, test } from "vitest";
import { ensureBuilt, type Finished, mcptest, temporaryFolder } from "./cli.ts";

beforeAll(ensureBuilt, 300_000);

/** A port that was free a moment ago. */
const freePort = async (): Promise<number> => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
};

/** Waits until the page of the run can be had: then it listens. */
const whenListening = async (port: number): Promise<string> => {
  const origin = `http://127.0.0.1:${port}`;
  for (;;) {
    const answer = await fetch(origin).catch(() => undefined);
    if (answer?.ok) return origin;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};

const listening = async (args: readonly string[], use: (origin: string) => Promise<void>): Promise<Finished> => {
  const port = await freePort();
  let kill: (signal: NodeJS.Signals) => void = () => {};
  const finished = mcptest(["client", "--listen", String(port), ...args], {
    onStart: (end) => {
      kill = end;
    },
  });
  await use(await whenListening(port));
  kill("SIGINT");
  return finished;
};

test("nobody connects: one line and exit 4, after Ctrl-C and after --wait", { timeout: 120_000 }, async () => {
  const [stopped, waited] = await Promise.all([
    listening([], async () => {}),
    mcptest(["client", "--listen", "--wait", "1"]),
  ]);
  for (const { code, stderr, stdout } of [stopped, waited]) {
    expect(stderr).toContain("mcptest: no client connected; put the address into a client");
    expect(stdout).toBe("");
    expect(code).toBe(4);
  }
});

test("something that is no client: one line and exit 5", { timeout: 120_000 }, async () => {
  const { code, stderr } = await listening([], async (origin) => {
    await fetch(`${origin}/mcp`, { method: "POST", body: "<xml/>" });
  });
  expect(stderr).toContain("mcptest: something connected, but sent no message of the protocol");
  expect(code).toBe(5);
});

test("a port in use, and flags that do not fit, are one line each", { timeout: 120_000 }, async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const [taken, both, waits] = await Promise.all([
    mcptest(["client", "--listen", String(port)]),
    mcptest(["client", "--listen", "--", "node", "client.js"]),
    mcptest(["client", "--wait", "3", "--", "node", "client.js"]),
  ]);
  await new Promise((resolve) => server.close(resolve));
  expect(taken.stderr).toBe(
    `mcptest: cannot listen on port ${port} (EADDRINUSE: it is in use); name another with --listen, or none for any free one\n`,
  );
  expect(both.stderr).toMatch(/^mcptest: --listen waits for any client[^\n]*\n$/);
  expect(waits.stderr).toMatch(/^mcptest: --wait is for --listen[^\n]*\n$/);
  expect([taken.code, both.code, waits.code]).toEqual([1, 1, 1]);
});

test("Ctrl-C prints the verdicts, and the saved capture says the same", { timeout: 120_000 }, async () => {
  const saved = join(temporaryFolder(), "session.json");
  const { code, stdout, stderr } = await listening(["--save", saved, "--reporter", "json"], async (origin) => {
    const client = new Client({ name: "someone", version: "1.0.0" }, { capabilities: {} });
    await client.connect(new StreamableHTTPClientTransport(new URL(`${origin}/mcp`)));
    await client.listTools();
    await client.callTool({ name: "server_requests", arguments: {} });
    await client.close();
  });
  const result = JSON.parse(stdout) as { role: string; target: string; counts: { states: { pass: number } } };
  expect(result).toMatchObject({ role: "client", target: "someone 1.0.0" });
  expect(result.counts.states.pass).toBeGreaterThan(10);
  expect(stderr).toContain("claude mcp add --transport http mcptest http://127.0.0.1:");
  expect(code).toBe(0);
  expect(readFileSync(saved, "utf8")).toContain('"guided"');
  const judged = await mcptest(["judge", "--client", saved, "--reporter", "json"]);
  expect((JSON.parse(judged.stdout) as { counts: unknown }).counts).toEqual(result.counts);
});
