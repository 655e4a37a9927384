// `mcptest fleet` with a worker that is killed or interrupted on the way.

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { TestServer } from "../fleet/support/servers.ts";
import { ensureBuilt, mcptest, temporaryFolder } from "./cli.ts";
import { closeServersAfterEach, exported, QUICK, serve, until } from "./fleet-support.ts";

beforeAll(ensureBuilt);
closeServersAfterEach();

describe("mcptest fleet", () => {
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
    expect(await running).toMatchObject({
      code: 130,
      stderr: expect.stringContaining("1 target given back; the next run goes on with it"),
    });
  });

  it("ends in order when it is interrupted before it has asked anybody", { timeout: 300_000 }, async () => {
    const folder = join(temporaryFolder(), "fleet");
    const server = await serve("slow", "127.3.0.2");
    await mcptest(["fleet", "add", server.url, "--allow-private", "--data", folder]);
    let kill: (signal: NodeJS.Signals) => void = () => {};
    const running = mcptest(["fleet", "run", ...QUICK, "--data", folder], {
      onStart: (end) => {
        kill = end;
      },
    });
    const isHeld = (): boolean => readdirSync(folder).some((name) => /^in-use-by\.\d+$/.test(name));
    // The database is being opened.
    await until(isHeld);
    kill("SIGINT");
    expect(await running).toMatchObject({ code: 130, signal: null });
    expect(isHeld()).toBe(false);
    expect(await mcptest(["fleet", "run", ...QUICK, "--data", folder])).toMatchObject({ code: 0 });
    expect(await exported("--data", folder)).toMatchObject([{ state: "reachable" }]);
  });
});
