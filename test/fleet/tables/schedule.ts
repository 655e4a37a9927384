// When targets are asked: what is due, what a glob or a maximum picks, what a change or a long death does to the next time.

import { expect } from "vitest";
import { openQueue } from "../../../packages/fleet/src/queue/open-queue.ts";
import { type DueQuery, queueDue } from "../../../packages/fleet/src/queue/queue-due.ts";
import { addTargets } from "../../../packages/fleet/src/store/add-targets.ts";
import type { FleetStore } from "../../../packages/fleet/src/store/open-fleet-store.ts";
import type { OnDatabase } from "../support/on-both.ts";
import { POLITE, runFleet } from "../support/run-fleet.ts";

const HOUR = 3_600;

/** Hours from now until each target is due, by its URL; the spread of 5 % rounded away. */
const hoursLeft = async ({ database, fleetId }: FleetStore): Promise<Record<string, number>> => {
  const rows = await database.query(
    "SELECT address->>'url' AS url, extract(epoch FROM next_at - now())::float8 / 3600 AS hours FROM mcptest.target WHERE fleet_id = $1",
    [fleetId],
  );
  return Object.fromEntries(rows.map((row) => [String(row["url"]), Number(row["hours"])]));
};

const set = (store: FleetStore, url: string, values: string): Promise<unknown> =>
  store.database.query(`UPDATE mcptest.target SET ${values} WHERE fleet_id = $1 AND address->>'url' = $2`, [
    store.fleetId,
    url,
  ]);

/** The URLs that a query queues; they are taken out again. */
const picked = async (store: FleetStore, query: DueQuery): Promise<string[]> => {
  const queue = await openQueue(store);
  await queueDue(store, queue, query, {}, POLITE);
  const rows = await store.database.query(
    `WITH gone AS (DELETE FROM mcptest.task WHERE fleet_id = $1 RETURNING target_key)
     SELECT t.address->>'url' AS url FROM gone JOIN mcptest.target t ON t.key = gone.target_key ORDER BY t.key`,
    [store.fleetId],
  );
  return rows.map(({ url }) => String(url));
};

export const scheduleTests = ({ on, newFleet, serve }: OnDatabase): void => {
  on("picks what is due, what matches, the longest due, or everything", { timeout: 60_000 }, async () => {
    const store = await newFleet();
    const [a, b, c] = ["http://a.example/mcp", "http://b.example/mcp", "http://c.example/mcp"] as const;
    await addTargets(
      store,
      [a, b, c].map((url) => ({ address: { kind: "http", url }, name: `the ${new URL(url).hostname[0]}` })),
    );
    await addTargets(store, [{ address: { kind: "command", words: ["some-server"] } }]);
    await set(store, a, "next_at = now() + interval '1 hour'");
    await set(store, b, "next_at = now() - interval '1 hour'");
    await set(store, c, "next_at = now() - interval '2 hours'");
    expect(await picked(store, {})).toEqual([b, c]);
    expect(await picked(store, { max: 1 })).toEqual([c]);
    expect(await picked(store, { all: true })).toEqual([a, b, c]);
    expect(await picked(store, { all: true, max: 2 })).toEqual([b, c]);
    expect(await picked(store, { glob: "*.example" })).toEqual([b, c]);
    expect(await picked(store, { all: true, glob: "The ?" })).toEqual([a, b, c]);
    expect(await picked(store, { all: true, glob: "http://a.*" })).toEqual([a]);
    expect(await picked(store, { glob: "http://a.*" })).toEqual([]);
    expect(await picked(store, { all: true, allowCommands: true })).toHaveLength(4);
  });

  on("asks sooner after a change, and those that are long dead later", { timeout: 120_000 }, async () => {
    const store = await newFleet();
    const good = await serve("good", "127.0.20.1");
    const moved = await serve("good", "127.0.20.2");
    const dead = "http://127.0.20.3:9/mcp";
    const walled = await serve("wall", "127.0.20.4");
    const urls = [good.url, moved.url, dead, walled.url];
    await addTargets(
      store,
      urls.map((url) => ({ address: { kind: "http", url }, everySeconds: 20 * HOUR })),
    );
    await addTargets(store, [{ address: { kind: "http", url: "http://127.0.20.5:9/mcp" } }]);
    // What many earlier runs have left.
    for (const url of [good.url, moved.url]) await set(store, url, "steady = 5");
    await set(store, dead, "steady = 9, missed = 4");
    await set(store, walled.url, "steady = 9, missed = 4");
    await runFleet(store, { all: true }, { everySeconds: 8 * HOUR });
    const first = await hoursLeft(store);
    const around = (hours: number): [number, number] => [hours * 0.94, hours * 1.06];
    const near = (found: number | undefined, hours: number): void => {
      const [least, most] = around(hours);
      expect(found).toBeGreaterThan(least);
      expect(found).toBeLessThan(most);
    };
    near(first[good.url], 20);
    near(first[dead], 80);
    near(first[walled.url], 20);
    // New, so its second run comes after half the time; every so often is the worker's word where a target has none.
    near(first["http://127.0.20.5:9/mcp"], 4);
    await moved.close();
    await runFleet(store, { all: true }, { everySeconds: 8 * HOUR });
    const second = await hoursLeft(store);
    near(second[moved.url], 5);
    near(second[dead], 160);
  });
};
