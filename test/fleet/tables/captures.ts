// Where captures lie, and how long: in the database or a folder, shared between fleets, deleted by age and count.

import { existsSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { openJudgePool } from "../../../packages/fleet/src/judge/judge-pool.ts";
import { rejudge } from "../../../packages/fleet/src/rejudge.ts";
import { addTargets } from "../../../packages/fleet/src/store/add-targets.ts";
import { captureFile, captureOf, packCapture, saveCapture } from "../../../packages/fleet/src/store/captures.ts";
import { findTarget } from "../../../packages/fleet/src/store/list-targets.ts";
import { fleetOn } from "../../../packages/fleet/src/store/open-fleet-store.ts";
import { runsOf } from "../../../packages/fleet/src/store/read-results.ts";
import { pruneCaptures } from "../../../packages/fleet/src/store/retention.ts";
import { fillFleet, foundResult } from "../support/fill-fleet.ts";
import type { OnDatabase } from "../support/on-both.ts";
import { runFleet } from "../support/run-fleet.ts";

const DAY = 86_400_000;

export const captureTests = ({ on, newFleet, serve }: OnDatabase): void => {
  on(
    "keeps captures as files, judges them again from there, and deletes them there",
    { timeout: 120_000 },
    async () => {
      const folder = mkdtempSync(join(tmpdir(), "mcptest-captures-"));
      try {
        const store = await newFleet(folder);
        const server = await serve("good", "127.0.30.1");
        const { ids } = await addTargets(store, [{ address: { kind: "http", url: server.url } }]);
        await runFleet(store);
        const { capture, run } = (await findTarget(store, ids[0]!))!.latest!;
        expect(existsSync(captureFile(folder, capture!))).toBe(true);
        expect(await store.database.query("SELECT data FROM mcptest.capture WHERE id = $1", [capture])).toEqual([
          { data: null },
        ]);
        expect(await captureOf(store, capture!)).toContain('"mcptest-capture/1"');
        const elsewhere = await fleetOn(store.database, { fleet: store.fleet });
        await expect(captureOf(elsewhere, capture!)).rejects.toMatchObject({ kind: "usage" });

        // As rules of another day left it: another state, no findings, another surface.
        await store.database.query(
          `UPDATE mcptest.result SET state = 'not-mcp', surface_id = 'other', summary = summary || '{"findings": []}' WHERE run_id = $1`,
          [run],
        );
        await store.database.query(
          "UPDATE mcptest.target SET state = 'not-mcp', reached_run = NULL WHERE fleet_id = $1",
          [store.fleetId],
        );
        const changes: unknown[] = [];
        const notJudged: unknown[] = [];
        const again = {
          ...{ all: false, judges: openJudgePool(1, "worker"), signal: new AbortController().signal },
          onChange: (change: unknown) => void changes.push(change),
          onNotJudged: (one: unknown) => void notJudged.push(one),
        };
        expect(await rejudge(store, { ...again, dryRun: true })).toEqual({ judged: 1 });
        expect((await findTarget(store, ids[0]!))?.state).toBe("not-mcp");
        expect(await rejudge(store, { ...again, dryRun: false })).toEqual({ judged: 1 });
        expect(changes).toMatchObject([{ state: { before: "not-mcp", after: "reachable" } }, {}]);
        const judged = (await findTarget(store, ids[0]!))!;
        expect([judged.state, judged.reached?.run, judged.since]).toEqual(["reachable", run, judged.latest?.at]);
        expect(
          await store.database.query("SELECT 1 AS there FROM mcptest.surface WHERE id = $1", [judged.latest!.surface]),
        ).toEqual([{ there: 1 }]);

        expect(notJudged).toEqual([]);
        const file = captureFile(folder, capture!);
        renameSync(file, `${file}.away`);
        expect(await rejudge(store, { ...again, dryRun: false })).toEqual({ judged: 0 });
        expect(notJudged).toEqual([{ target: ids[0], run, url: server.url, why: "its capture is gone" }]);
        expect((await findTarget(store, ids[0]!))?.state).toBe("reachable");
        renameSync(`${file}.away`, file);

        await store.database.query("UPDATE mcptest.result SET capture_id = NULL WHERE run_id = $1", [run]);
        await store.database.query("UPDATE mcptest.capture SET stored_at = now() - interval '2 days' WHERE id = $1", [
          capture,
        ]);
        await pruneCaptures(store, { perTarget: 1, days: 1 });
        expect(existsSync(captureFile(folder, capture!))).toBe(false);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  );

  on("deletes what is too old or too much, and nothing that is still needed", { timeout: 60_000 }, async () => {
    const store = await newFleet();
    const other = await newFleet();
    const mine = await fillFleet(store, "https://kept.example/mcp");
    const theirs = await fillFleet(other, "https://kept.example/mcp");
    const save = async (text: string): Promise<string> => {
      const packed = await packCapture(`${store.fleet} ${text}`);
      await saveCapture(store, packed);
      return packed.id;
    };
    const base = 1_000_000 * store.fleetId;
    const at = (days: number): Date => new Date(Date.now() - days * DAY);
    // From the oldest to the newest; the last that reached it is the third, and a certificate rests on the second.
    const runs = [
      { capture: await save("1"), at: at(50) },
      { capture: await save("2"), at: at(40) },
      { capture: await save("3"), at: at(30) },
      { capture: await save("4"), at: at(20), state: "dead" },
      { capture: await save("5"), at: at(2), state: "dead" },
      { capture: await save("6"), at: at(1), state: "dead" },
    ] as const;
    for (const [index, run] of runs.entries()) await mine.write(base + index + 1, foundResult(run));
    await theirs.write(base + 100, foundResult({ capture: runs[0].capture, at: at(1) }));
    await store.database.query(
      `INSERT INTO mcptest.certificate (id, target_key, run_id, issued_at, expires_at, grade, text)
       SELECT $2, key, $3, now(), now() + interval '1 day', 'A', '{}' FROM mcptest.target WHERE fleet_id = $1`,
      [store.fleetId, `certificate-${store.fleet}`, base + 2],
    );
    await store.database.query("UPDATE mcptest.capture SET stored_at = now() - interval '2 days'");
    const kept = async (): Promise<boolean[]> =>
      (await runsOf(store, mine.target)).map(({ capture }) => capture !== null).reverse();
    await pruneCaptures(store, { perTarget: 10, days: 10 });
    expect(await kept()).toEqual([false, true, true, false, true, true]);
    // Another fleet still needs the first one.
    expect(await captureOf(store, runs[0].capture)).toContain("1");
    expect(await captureOf(store, runs[3].capture)).toBeUndefined();
    await store.database.query("UPDATE mcptest.certificate SET revoked_at = now() WHERE id = $1", [
      `certificate-${store.fleet}`,
    ]);
    await pruneCaptures(store, { perTarget: 1, days: 10 });
    expect(await kept()).toEqual([false, false, true, false, false, true]);
    // One without a result may belong to a worker that is about to store it.
    const fresh = await save("fresh");
    await pruneCaptures(store, { perTarget: 1, days: 10 });
    expect(await captureOf(store, fresh)).toBeDefined();
  });
};
