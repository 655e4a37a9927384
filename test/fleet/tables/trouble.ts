// Several workers and several fleets, clocks that were wrong, a database that takes nothing more.

import { expect } from "vitest";
import type { Database } from "../../../packages/fleet/src/database/database.ts";
import { DatabaseError } from "../../../packages/fleet/src/database/database-error.ts";
import { claimTask } from "../../../packages/fleet/src/queue/claim.ts";
import { finishTask } from "../../../packages/fleet/src/queue/finish.ts";
import { openQueue } from "../../../packages/fleet/src/queue/open-queue.ts";
import { queueDue } from "../../../packages/fleet/src/queue/queue-due.ts";
import { sweep } from "../../../packages/fleet/src/queue/sweep.ts";
import { addTargets } from "../../../packages/fleet/src/store/add-targets.ts";
import { findTarget } from "../../../packages/fleet/src/store/list-targets.ts";
import type { FleetStore } from "../../../packages/fleet/src/store/open-fleet-store.ts";
import { listOptOuts, optIn, optOut } from "../../../packages/fleet/src/store/opt-out.ts";
import { countFleet, listRuns, runsOf } from "../../../packages/fleet/src/store/read-results.ts";
import { readStatus } from "../../../packages/fleet/src/store/status.ts";
import { beat } from "../../../packages/fleet/src/work/heartbeat.ts";
import { foundResult } from "../support/fill-fleet.ts";
import type { OnDatabase } from "../support/on-both.ts";
import { POLITE, runFleet } from "../support/run-fleet.ts";

const add = async (store: FleetStore, ...urls: readonly string[]): Promise<readonly string[]> =>
  (
    await addTargets(
      store,
      urls.map((url) => ({ address: { kind: "http", url } })),
    )
  ).ids;

const nextOf = (store: FleetStore, id: string | undefined): Promise<Record<string, unknown>[]> =>
  store.database.query(
    "SELECT extract(epoch FROM date_trunc('second', next_at))::float8 AS seconds FROM mcptest.target WHERE fleet_id = $1 AND id = $2",
    [store.fleetId, id],
  );

export const troubleTests = ({ on, newFleet, serve }: OnDatabase): void => {
  on("honours Retry-After with several workers and in every fleet", { timeout: 120_000 }, async () => {
    const [store, other] = [await newFleet(), await newFleet()];
    const limited = await serve("limited", "127.0.50.1");
    const good = await serve("good", "127.0.50.2");
    await add(store, ...["a", "b", "c"].map((path) => `${limited.url}/${path}`), good.url);
    await add(other, `${limited.url}/d`);
    const queue = await openQueue(store);
    await queueDue(store, queue, { all: true }, { quick: true }, POLITE);
    const stop = new AbortController();
    // The host's answer is known when both hosts have one result.
    let results = 0;
    const onResult = (): void => {
      results += 1;
      if (results === 2) stop.abort();
    };
    const worked = await Promise.all(
      [1, 2, 3].map(() => runFleet(store, { glob: "nothing" }, { signal: stop.signal, onResult })),
    );
    expect(worked.reduce((sum, { done }) => sum + done, 0)).toBe(2);
    const paths = () => new Set(limited.requests.map(({ path }) => path.split("/").at(-1)).filter((path) => path));
    const asked = [...paths()].filter((path) => ["a", "b", "c", "d"].includes(path!));
    expect(asked).toHaveLength(1);
    const [host] = (await readStatus(other)).waitingHosts;
    expect(host?.host).toBe("127.0.50.1");
    expect(host?.seconds).toBeGreaterThan(300);
    // Another fleet of the same database waits for the same host, and then gives up on nothing.
    const later = new AbortController();
    const running = runFleet(other, { all: true }, { signal: later.signal });
    while ((await countFleet(other)).waiting === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    later.abort();
    expect((await running).done).toBe(0);
    expect(limited.requests.some(({ path }) => path.endsWith("/d"))).toBe(false);
  });

  on("asks no more of a host at once than it may, whatever jobs there are", { timeout: 60_000 }, async () => {
    const store = await newFleet();
    const [host, other] = ["127.0.54.1", "127.0.54.2"];
    await add(store, ...["a", "b", "c"].map((path) => `http://${host}:9/${path}`), `http://${other}:9/mcp`);
    await queueDue(store, await openQueue(store), { all: true }, {}, POLITE);
    const kinds = async (perHost: number, name: string): Promise<string> =>
      (await claimTask(store, "worker", name, { perHost, gapSeconds: 0 })).kind;
    expect([await kinds(2, host), await kinds(2, host), await kinds(2, host)]).toEqual(["task", "task", "later"]);
    expect([await kinds(2, other), await kinds(2, other)]).toEqual(["task", "nothing"]);
    // A worker that is gone holds no place.
    await store.database.query("UPDATE mcptest.task SET lease_until = now() - interval '1 second' WHERE host = $1", [
      host,
    ]);
    expect(await kinds(1, host)).toBe("task");
    expect(await claimTask(store, "worker", host, { perHost: 9, gapSeconds: 5 })).toEqual({ kind: "nothing" });
  });

  on("waits for the gap from the start and from the end of a target", { timeout: 60_000 }, async () => {
    const store = await newFleet();
    const host = "127.0.55.1";
    await add(store, `http://${host}:9/a`, `http://${host}:9/b`);
    await queueDue(store, await openQueue(store), { all: true }, {}, POLITE);
    const polite = { perHost: 5, gapSeconds: 30 };
    expect((await claimTask(store, "worker", host, polite)).kind).toBe("task");
    const later = await claimTask(store, "worker", host, polite);
    expect(later.kind === "later" && later.seconds).toBeGreaterThan(20);
  });

  on("keeps what a living worker has, and counts what it did", { timeout: 60_000 }, async () => {
    const store = await newFleet();
    const host = "127.0.56.1";
    await add(store, `http://${host}:9/a`);
    const queue = await openQueue(store);
    await queueDue(store, queue, { all: true }, {}, POLITE);
    const claim = await claimTask(store, "alive", host, POLITE);
    if (claim.kind !== "task") throw new Error(`it is ${claim.kind}`);
    const late = (): Promise<unknown> =>
      store.database.query("UPDATE mcptest.task SET lease_until = now() - interval '1 second' WHERE fleet_id = $1", [
        store.fleetId,
      ]);
    const heart = { store, queue, politeness: POLITE, worker: "alive", name: "alive", done: () => 7 };
    await late();
    await beat({ ...heart, inHand: new Set([claim.task.targetKey]) });
    expect(await countFleet(store)).toMatchObject({ working: 1, waiting: 0 });
    expect((await readStatus(store)).workers).toMatchObject([{ name: "alive", done: 7 }]);
    // What was taken without its hearing of it is given to others.
    await late();
    await beat({ ...heart, inHand: new Set() });
    expect(await countFleet(store)).toMatchObject({ working: 0, waiting: 1 });
  });

  on("stores a result once, also when finishing is repeated after a lost answer", { timeout: 60_000 }, async () => {
    const store = await newFleet();
    const host = "127.0.57.1";
    const [id] = await add(store, `http://${host}:9/a`, `http://${host}:9/b`);
    const queue = await openQueue(store);
    await queueDue(store, queue, { all: true }, {}, POLITE);
    const [job] = await queue.take("hosts", 1);
    const claim = await claimTask(store, "worker", host, POLITE);
    if (claim.kind !== "task" || job === undefined) throw new Error("nothing was claimed");
    const finished = { result: foundResult(), changes: [], surface: null, wait: 120 };
    const finish = (): Promise<boolean> => finishTask(store, queue, job, claim.task, finished, POLITE);
    expect(await finish()).toBe(true);
    const [before] = await nextOf(store, id);
    await store.database.query("UPDATE mcptest.target SET next_at = next_at + interval '1 hour' WHERE fleet_id = $1", [
      store.fleetId,
    ]);
    expect(await finish()).toBe(false);
    const [after] = await nextOf(store, id);
    expect(Number(after?.["seconds"]) - Number(before?.["seconds"])).toBe(3_600);
    expect(await runsOf(store, id!)).toHaveLength(1);
    expect(await listRuns(store)).toMatchObject([{ queued: 2, done: 1, finishedAt: null }]);
    const [target] = await store.database.query("SELECT steady FROM mcptest.target WHERE fleet_id = $1 AND id = $2", [
      store.fleetId,
      id,
    ]);
    expect(target).toEqual({ steady: 1 });
    // The next of this host comes after the time it asked for, and not twice.
    expect(await queue.take("hosts", 10)).toEqual([]);
    const jobs = await store.database.query(
      "SELECT extract(epoch FROM start_after - now())::float8 AS seconds FROM mcptest_queue.job WHERE singleton_key = $1 AND state = 'created'",
      [`${host}#0`],
    );
    expect(jobs).toHaveLength(1);
    expect(Number(jobs[0]?.["seconds"])).toBeGreaterThan(100);
  });

  on("keeps two fleets of one database apart", { timeout: 60_000 }, async () => {
    const [store, other] = [await newFleet(), await newFleet()];
    const server = await serve("good", "127.0.51.1");
    const [[id], [same]] = [await add(store, server.url), await add(other, server.url)];
    expect(same).toBe(id);
    await optOut(other, ["127.0.99.1"]);
    await runFleet(store);
    expect([(await findTarget(store, id!))?.state, (await findTarget(other, id!))?.state]).toEqual(["reachable", null]);
    expect([await listRuns(other), await runsOf(other, id!), await listOptOuts(store)]).toEqual([[], [], []]);
    expect((await countFleet(other)).states.unasked).toBe(1);
    // A sweep of one takes nothing from the other.
    await queueDue(other, await openQueue(other), { all: true }, {}, POLITE);
    expect(await sweep(store, await openQueue(store), POLITE, true)).toEqual({ released: 0, open: 0 });
    expect((await runFleet(store, { glob: "nothing" })).done).toBe(0);
    expect((await countFleet(other)).waiting).toBe(1);
  });

  on(
    "takes those who opt out from the queue, with everything below a name or address",
    { timeout: 60_000 },
    async () => {
      const store = await newFleet();
      const urls = [
        "https://a.example/mcp",
        "https://b.a.example/mcp",
        "https://xa.example/mcp",
        "https://c.example/x/mcp",
      ];
      const ids = await add(store, ...urls, "https://c.example/mcp");
      await queueDue(store, await openQueue(store), { all: true }, {}, POLITE);
      expect(await optOut(store, ["A.example", "https://c.example/x"])).toBe(3);
      const out = await Promise.all(ids.map(async (id) => (await findTarget(store, id))?.optedOut));
      expect(out).toEqual([true, true, false, true, false]);
      expect((await countFleet(store)).waiting).toBe(2);
      await add(store, "https://new.a.example/mcp");
      expect(await optOut(store, [])).toBe(4);
      expect(await optIn(store, ["a.example"])).toBe(1);
      expect(await listOptOuts(store)).toEqual(["https://c.example/x"]);
    },
  );

  on("goes on after a clock was ahead: leases, pauses and waiting jobs", { timeout: 60_000 }, async () => {
    const store = await newFleet();
    const server = await serve("good", "127.0.52.1");
    await add(store, `${server.url}/a`, `${server.url}/b`);
    const queue = await openQueue(store);
    await queueDue(store, queue, { all: true }, { quick: true }, POLITE);
    const jobs = await queue.take("hosts", 10);
    await queue.remove(
      "hosts",
      jobs.map(({ id }) => id),
    );
    const year = 31_536_000;
    await queue.put("hosts", [{ host: "127.0.52.1", place: 0, after: year }]);
    await store.database.query(
      `UPDATE mcptest.task SET worker = 'gone', attempts = 1, lease_until = now() + interval '1 year'
       WHERE target_key = (SELECT min(target_key) FROM mcptest.task WHERE fleet_id = $1)`,
      [store.fleetId],
    );
    await store.database.query(
      "INSERT INTO mcptest.host (name, next_at) VALUES ('127.0.52.1', now() + interval '30 minutes')",
    );
    expect(await sweep(store, queue, POLITE)).toEqual({ released: 1, open: 2 });
    expect((await runFleet(store, { glob: "nothing" })).done).toBe(2);
  });

  on(
    "goes on after a clock was ahead when the run was queued, and keeps what is under way",
    { timeout: 60_000 },
    async () => {
      const store = await newFleet();
      const server = await serve("good", "127.0.58.1");
      await add(store, `${server.url}/a`, `${server.url}/b`);
      const queue = await openQueue(store);
      await queueDue(store, queue, { all: true }, { quick: true }, POLITE);
      const jobs = await queue.take("hosts", 10);
      await queue.put("hosts", [{ host: "127.0.58.1", place: 0, after: 31_536_000 }]);
      await queue.remove(
        "hosts",
        jobs.map(({ id }) => id),
      );
      await store.database.query(
        "UPDATE mcptest.task SET queued_at = queued_at + interval '1 year' WHERE fleet_id = $1",
        [store.fleetId],
      );
      await store.database.query(
        `UPDATE mcptest.task SET worker = 'alive', attempts = 1, lease_until = now() + interval '30 seconds'
       WHERE target_key = (SELECT min(target_key) FROM mcptest.task WHERE fleet_id = $1)`,
        [store.fleetId],
      );
      expect(await sweep(store, queue, { ...POLITE, perHost: 2 })).toEqual({ released: 0, open: 2 });
      expect(await queue.take("hosts", 10)).toHaveLength(1);
    },
  );

  on("leaves the job of a host that wants a long pause to the sweep", { timeout: 60_000 }, async () => {
    const store = await newFleet();
    const host = "127.0.59.1";
    await add(store, `http://${host}:9/a`, `http://${host}:9/b`);
    const queue = await openQueue(store);
    await queueDue(store, queue, { all: true }, {}, POLITE);
    const [job] = await queue.take("hosts", 1);
    const claim = await claimTask(store, "worker", host, POLITE);
    if (claim.kind !== "task" || job === undefined) throw new Error("nothing was claimed");
    const finished = { result: foundResult(), changes: [], surface: null, wait: 3_600 };
    expect(await finishTask(store, queue, job, claim.task, finished, POLITE)).toBe(true);
    await sweep(store, queue, POLITE);
    expect(await queue.take("hosts", 10)).toEqual([]);
    await store.database.query("UPDATE mcptest.host SET next_at = now() WHERE name = $1", [host]);
    await sweep(store, queue, POLITE);
    await sweep(store, queue, POLITE);
    expect(await queue.take("hosts", 10)).toMatchObject([{ host, place: 0 }]);
  });

  on("notices in a fetch that the database is gone", { timeout: 60_000 }, async () => {
    const store = await newFleet();
    let isGone = false;
    const query: Database["query"] = async (text, values) => {
      if (isGone) throw new DatabaseError("gone", "the database does not answer");
      return store.database.query(text, values);
    };
    const queue = await openQueue({ ...store, database: { ...store.database, query } });
    expect(await queue.take("hosts", 1)).toEqual([]);
    isGone = true;
    await expect(queue.take("hosts", 1)).rejects.toMatchObject({ kind: "gone" });
  });

  on("stops with one line when the database is full, and goes on when it has space", { timeout: 60_000 }, async () => {
    const store = await newFleet();
    const server = await serve("good", "127.0.53.1");
    const [id] = await add(store, server.url);
    // What PostgreSQL answers when the disk is full.
    await store.database.script(`
      CREATE FUNCTION mcptest.no_space() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$;
      CREATE TRIGGER no_space BEFORE INSERT ON mcptest.capture EXECUTE FUNCTION mcptest.no_space();`);
    try {
      await expect(runFleet(store)).rejects.toMatchObject({
        kind: "full",
        message: expect.stringContaining("is full"),
      });
    } finally {
      await store.database.script("DROP FUNCTION mcptest.no_space CASCADE;");
    }
    expect(await runsOf(store, id!)).toHaveLength(0);
    // The worker that stopped is heard of no more.
    await sweep(store, await openQueue(store), POLITE, true);
    expect((await runFleet(store, { glob: "nothing" })).done).toBe(1);
    expect(await runsOf(store, id!)).toHaveLength(1);
  });
};
