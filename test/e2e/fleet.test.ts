// `mcptest fleet` as a user runs it.

import { existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { ensureBuilt, mcptest, temporaryFolder } from "./cli.ts";
import { closeServersAfterEach, exported, QUICK, serve } from "./fleet-support.ts";

beforeAll(ensureBuilt);
closeServersAfterEach();

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

  it("makes no fleet for whoever only reads one", { timeout: 120_000 }, async () => {
    const folder = join(temporaryFolder(), "mistyped");
    for (const command of ["status", "run", "work", "rejudge", "diff", "export", "opt-out"])
      expect(await mcptest(["fleet", command, "--data", folder])).toMatchObject({
        code: 1,
        stdout: "",
        stderr: expect.stringContaining(`there is no fleet at ${folder} yet; add servers first`),
      });
    expect(existsSync(folder)).toBe(false);
  });

  it("ends when all that is left waits for a host that asked for time", { timeout: 120_000 }, async () => {
    const data = ["--data", join(temporaryFolder(), "fleet")];
    const limited = await serve("limited", "127.1.0.6");
    await mcptest(["fleet", "add", `${limited.url}/a`, `${limited.url}/b`, "--allow-private", ...data]);
    const ran = await mcptest(["fleet", "run", ...QUICK, ...data]);
    expect(ran).toMatchObject({ code: 0, stdout: "1 asked: 1 rate-limited\n" });
    expect(ran.stderr).toMatch(
      /1 target left in the queue: the host asked us to come back later \(127\.1\.0\.6 in \d+ min \d+ s\); the next run goes on with it/,
    );
    const status = await mcptest(["fleet", "status", ...data]);
    expect(status.stdout).toMatch(/hosts that asked to wait:\n {2}127\.1\.0\.6: \d+ min/);
  });

  it("says why there is nothing to ask, and forgets what does not belong here", { timeout: 120_000 }, async () => {
    const folder = temporaryFolder();
    const data = ["--data", join(folder, "fleet")];
    const list = join(folder, "list.jsonl");
    writeFileSync(list, '{"command":["npx","-y","a-server"]}\n');
    const says = async (...flags: readonly string[]): Promise<string> =>
      (await mcptest(["fleet", "run", "--all", "--quiet", ...flags, ...data])).stdout;
    await mcptest(["fleet", "add", list, ...data]);
    expect(await says()).toBe("nothing to ask over the network: 1 package or command waits for --allow-commands\n");
    await mcptest(["fleet", "add", "https://a.example/mcp", ...data]);
    expect(await says("--target", "*b.example*")).toBe('no target matches "*b.example*"\n');
    await mcptest(["fleet", "opt-out", "a.example", ...data]);
    expect(await says("--target", "*a.example*")).toBe("nothing to ask: 1 target opted out\n");
    const removed = await mcptest(["fleet", "remove", "HTTPS://A.example/mcp#x", "npx -y a-server", "nobody", ...data]);
    expect(removed).toMatchObject({ code: 1, stdout: "2 targets removed, with 0 runs\n" });
    expect(removed.stderr).toContain("nobody is no target; name an id or a whole address");
    expect(await says()).toMatch(/^the fleet is empty; add servers with mcptest fleet add/);
  });

  it("names what it could not judge again, and leaves it as it was", { timeout: 120_000 }, async () => {
    const folder = temporaryFolder();
    const captures = join(folder, "captures");
    const fleet = ["--data", join(folder, "fleet"), "--captures", captures];
    const urls = ["http://127.1.0.4:9/mcp", "http://127.1.0.5:9/mcp"];
    await mcptest(["fleet", "add", ...urls, "--allow-private", ...fleet]);
    await mcptest(["fleet", "run", ...QUICK, ...fleet]);
    const [file] = readdirSync(captures, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".br"));
    rmSync(join(captures, file!));
    const again = await mcptest(["fleet", "rejudge", ...fleet]);
    expect(again).toMatchObject({ code: 5, stderr: "" });
    expect(again.stdout).toMatch(/^1 capture judged, 0 changed/m);
    expect(again.stdout).toMatch(/^http:\/\/127\.1\.0\.[45]:9\/mcp run 1 could not be judged: its capture is gone$/m);
    expect(again.stdout).toMatch(/^1 could not be judged and stays as it was$/m);
    const { stdout, code } = await mcptest(["fleet", "rejudge", "--json", ...fleet]);
    expect([code, JSON.parse(stdout)]).toMatchObject([5, { judged: 1, failed: 1, not_judged: [{ run: 1 }] }]);
    expect((await exported(...fleet)).map(({ state }) => state)).toEqual(["dead", "dead"]);
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
});
