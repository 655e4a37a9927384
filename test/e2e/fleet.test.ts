// `mcptest fleet` as a user runs it, with workers and a database that are killed on the way.

import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { NO_POSTGRES, startPostgres } from "../fleet/support/postgres.ts";
import { type Behaviour, startServer, type TestServer } from "../fleet/support/servers.ts";
import { ensureBuilt, mcptest, temporaryFolder } from "./cli.ts";

const servers: TestServer[] = [];
const serve = async (behaviour: Behaviour, address: string): Promise<TestServer> => {
  const server = await startServer(behaviour, address);
  servers.push(server);
  return server;
};
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});
beforeAll(ensureBuilt);

const QUICK = ["--allow-private", "--contact", "tests@example.com", "--gap", "50ms", "--quick"];

const until = async (condition: () => boolean): Promise<void> => {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 20));
};

interface Line {
  readonly url: string;
  readonly state: string | null;
  readonly run: number | null;
}

const exported = async (...args: readonly string[]): Promise<Line[]> => {
  const { stdout } = await mcptest(["fleet", "export", ...args]);
  return stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
};

describe("mcptest fleet", () => {
  it("adds a list with broken lines, runs, and says what it found", { timeout: 300_000 }, async () => {
    const folder = temporaryFolder();
    const data = ["--data", join(folder, "fleet")];
    const good = await serve("good", "127.1.0.1");
    const wall = await serve("wall", "127.1.0.2");
    const list = join(folder, "servers.txt");
    writeFileSync(list, `# a list\n${good.url} Good one\nnonsense\n${wall.url}\nhttp://127.1.0.3:9/mcp\n`);
    const refused = await mcptest(["fleet", "add", list, ...data]);
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.stderr).toContain("servers.txt:2: 127.1.0.1 is a loopback or private address");
    const added = await mcptest(["fleet", "add", list, "--allow-private", ...data]);
    expect(added).toMatchObject({ code: 1, stdout: expect.stringMatching(/^3 added, 1 not usable/) });
    expect(added.stderr).toContain("servers.txt:3: ");
    expect((await mcptest(["fleet", "add", list, "--allow-private", ...data])).stdout).toMatch(
      /^0 added, 3 known already/,
    );

    const ran = await mcptest(["fleet", "run", "--allow-private", "--gap", "50ms", ...data]);
    expect(ran).toMatchObject({ code: 0, stdout: expect.stringMatching(/^3 asked: /) });
    expect(ran.stderr).toContain("give an address with --contact");
    expect(await mcptest(["fleet", "run", ...QUICK, ...data])).toMatchObject({
      code: 0,
      stdout: "nothing is due; --all asks every target now\n",
    });
    const lines = await exported(...data);
    expect(lines.map(({ state }) => state)).toEqual(["reachable", "walled", "dead"]);
    expect(Object.keys(lines[0]!)).toEqual(
      expect.arrayContaining(["target", "url", "state", "run", "at", "revision", "grade", "tier", "lanes"]),
    );
    const status = await mcptest(["fleet", "status", ...data]);
    expect(status.stdout).toContain("3 targets: 1 reachable, 1 walled, 1 dead");
    expect(status.stdout).toContain("dead (connection-refused)");
    const again = await mcptest(["fleet", "rejudge", ...data]);
    expect(again).toMatchObject({ code: 0, stdout: expect.stringMatching(/^3 captures judged, 0 changed/) });
    const diff = await mcptest(["fleet", "diff", ...data]);
    expect(diff.stdout).toContain("asked for the first time: reachable");
    const csv = await mcptest(["fleet", "export", "--format", "csv", ...data]);
    expect(csv.stdout.split("\r\n")).toHaveLength(5);
    const registry = await mcptest(["fleet", "export", "--format", "registry", ...data]);
    expect(registry.stdout).toContain("io.modelcontextprotocol.registry/publisher-provided");
  });

  it("adds what a registry lists, and says what it cannot use", { timeout: 120_000 }, async () => {
    const entry = (name: string, more: object, status = "active"): object => ({
      server: { name, description: "a server", version: "1.0.0", ...more },
      _meta: { "io.modelcontextprotocol.registry/official": { status, isLatest: true } },
    });
    const remote = (url: string): object => ({ remotes: [{ type: "streamable-http", url }] });
    const packages = [{ registryType: "npm", identifier: "notes", version: "1.0.0", transport: { type: "stdio" } }];
    const pages: Record<string, object> = {
      "": {
        servers: [
          entry("a.example/remote", remote("https://a.example/mcp")),
          entry("a.example/package", { packages }),
          entry("a.example/gone", remote("https://gone.example/mcp"), "deleted"),
        ],
        metadata: { nextCursor: "2" },
      },
      "2": { servers: [entry("b.example/inside", remote("http://10.0.0.1/mcp"))], metadata: {} },
    };
    const registry = createServer((request, response) => {
      const { searchParams } = new URL(request.url ?? "/", "http://registry.example");
      response.writeHead(200, { "Content-Type": "application/json" });
      response.end(JSON.stringify(pages[searchParams.get("cursor") ?? ""]));
    });
    await new Promise<void>((listening) => registry.listen(0, "127.0.0.1", listening));
    try {
      const api = `http://127.0.0.1:${(registry.address() as AddressInfo).port}`;
      const data = ["--data", join(temporaryFolder(), "fleet")];
      const added = await mcptest(["fleet", "add", "--registry", api, ...data]);
      expect(added).toMatchObject({ code: 1, stdout: expect.stringMatching(/^2 added, 1 not usable/) });
      expect(added.stderr).toContain("b.example/inside: 10.0.0.1 is a loopback or private address");
      const lines = await exported(...data);
      expect(lines.map(({ url, state }) => [url, state])).toEqual([
        ["https://a.example/mcp", null],
        [null, "package-only"],
      ]);
      pages[""] = { nonsense: true };
      expect((await mcptest(["fleet", "add", "--registry", api, ...data])).code).not.toBe(0);
    } finally {
      registry.close();
    }
  });

  it("goes on where it was killed, and asks nothing twice that was finished", { timeout: 300_000 }, async () => {
    const folder = temporaryFolder();
    const data = ["--data", join(folder, "fleet")];
    const all = await Promise.all(Array.from({ length: 12 }, (_, n) => serve("slow", `127.2.0.${n + 1}`)));
    await mcptest(["fleet", "add", ...all.map(({ url }) => url), "--allow-private", ...data]);
    const asked = (): TestServer[] => all.filter(({ requests }) => requests.length > 0);
    let kill: (signal: NodeJS.Signals) => void = () => {};
    const killed = mcptest(["fleet", "run", ...QUICK, "--at-once", "2", ...data], {
      onStart: (end) => {
        kill = end;
      },
    });
    await until(() => asked().length >= 6);
    kill("SIGKILL");
    expect((await killed).signal).toBe("SIGKILL");
    const finished = (await exported(...data)).filter(({ run }) => run !== null);
    expect(finished.length).toBeGreaterThan(0);
    const before = new Map(all.map(({ url, requests }) => [url, requests.length]));
    const rest = await mcptest(["fleet", "run", ...QUICK, ...data]);
    expect(rest).toMatchObject({ code: 0 });
    const lines = await exported(...data);
    expect(lines.map(({ state, run }) => [state, run])).toEqual(all.map(() => ["reachable", 1]));
    for (const { url } of finished)
      expect(all.find((server) => server.url === url)?.requests).toHaveLength(before.get(url)!);
  });

  it("finishes within a grace when it is interrupted", { timeout: 300_000 }, async () => {
    const data = ["--data", join(temporaryFolder(), "fleet")];
    const hanging = await serve("hanging", "127.3.0.1");
    await mcptest(["fleet", "add", hanging.url, "--allow-private", ...data]);
    let kill: (signal: NodeJS.Signals) => void = () => {};
    const running = mcptest(["fleet", "run", ...QUICK, "--grace", "200ms", ...data], {
      onStart: (end) => {
        kill = end;
      },
    });
    await until(() => hanging.requests.length > 0);
    kill("SIGINT");
    expect(await running).toMatchObject({ code: 130, stderr: expect.stringContaining("1 were given back") });
  });

  it.skipIf(NO_POSTGRES !== undefined)(
    "loses nothing when a worker and the database are killed",
    { timeout: 300_000 },
    async () => {
      const postgres = await startPostgres();
      try {
        const place = ["--database", postgres.database("fleet")];
        const all = await Promise.all(Array.from({ length: 24 }, (_, n) => serve("slow", `127.4.0.${n + 1}`)));
        await mcptest(["fleet", "add", ...all.map(({ url }) => url), "--allow-private", ...place]);
        const asked = (): number => all.filter(({ requests }) => requests.length > 0).length;
        let kill: (signal: NodeJS.Signals) => void = () => {};
        const first = mcptest(["fleet", "run", ...QUICK, "--at-once", "2", ...place]);
        await until(() => asked() >= 2);
        const second = mcptest(["fleet", "work", ...QUICK.slice(0, -1), "--at-once", "2", ...place], {
          onStart: (end) => {
            kill = end;
          },
        });
        await until(() => asked() >= 8);
        postgres.kill();
        postgres.start();
        await until(() => asked() >= 14);
        kill("SIGKILL");
        await second;
        const ran = await first;
        expect(ran).toMatchObject({ code: 0 });
        const lines = await exported(...place);
        expect(lines.map(({ state, run }) => [state, run])).toEqual(all.map(() => ["reachable", 1]));
        // Gone in mid-run for longer than the patience lasts: what was finished stays, the rest is done by the next run.
        for (const { requests } of all) requests.length = 0;
        const leaving = mcptest([
          "fleet",
          "run",
          "--all",
          ...QUICK,
          "--at-once",
          "2",
          "--database-wait",
          "1s",
          ...place,
        ]);
        await until(() => asked() >= 6);
        postgres.kill();
        expect(await leaving).toMatchObject({
          code: 4,
          stderr: expect.stringMatching(/waiting for it[\s\S]*does not answer/),
        });
        expect(await mcptest(["fleet", "status", ...place])).toMatchObject({ code: 4, stdout: "" });
        postgres.start();
        expect(await mcptest(["fleet", "run", ...QUICK, ...place])).toMatchObject({ code: 0 });
        const runs = new Set((await exported(...place)).map(({ run }) => run));
        // A crash may skip numbers of runs.
        expect([runs.size, runs.has(1)]).toEqual([1, false]);
      } finally {
        postgres.stop();
      }
    },
  );
});
