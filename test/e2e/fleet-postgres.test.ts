// `mcptest fleet` on PostgreSQL, with a worker and a database that are killed on the way.

import { beforeAll, describe, expect, it } from "vitest";
import { NO_POSTGRES, startPostgres } from "../fleet/support/postgres.ts";
import { ensureBuilt, mcptest } from "./cli.ts";
import { closeServersAfterEach, exported, QUICK, serve, until } from "./fleet-support.ts";

beforeAll(ensureBuilt);
closeServersAfterEach();

describe("mcptest fleet", () => {
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
