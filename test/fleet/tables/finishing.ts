// What a worker does for every target, one statement each: taking a job, taking a target, storing what was found.

import { expect } from "vitest";
import { claimTask, type Task } from "../../../packages/fleet/src/queue/claim.ts";
import { type Finished, finishTask } from "../../../packages/fleet/src/queue/finish.ts";
import { openQueue } from "../../../packages/fleet/src/queue/open-queue.ts";
import { queueDue } from "../../../packages/fleet/src/queue/queue-due.ts";
import { endRuns, sweep } from "../../../packages/fleet/src/queue/sweep.ts";
import { addTargets } from "../../../packages/fleet/src/store/add-targets.ts";
import { countAskable } from "../../../packages/fleet/src/store/count-askable.ts";
import type { FleetStore } from "../../../packages/fleet/src/store/open-fleet-store.ts";
import { listChanges, listRuns, runsOf } from "../../../packages/fleet/src/store/read-results.ts";
import { removeTargets } from "../../../packages/fleet/src/store/remove-targets.ts";
import { surfaceOf } from "../../../packages/fleet/src/store/surfaces.ts";
import { foundResult } from "../support/fill-fleet.ts";
import type { OnDatabase } from "../support/on-both.ts";

const POLITE = { perHost: 1, gapSeconds: 30 };
const NO_PAUSE = { perHost: 1, gapSeconds: 0 };

const FOUND: Finished = {
  result: foundResult({ surface: "finishing" }),
  changes: [{ kind: "added", before: null, after: "a \u{0} in it", detail: {} }],
  surface: { id: "finishing", data: Uint8Array.of(0x0b, 0x00, 0x80, 0x61, 0x03) },
  wait: null,
};

const add = (store: FleetStore, ...urls: readonly string[]) =>
  addTargets(
    store,
    urls.map((url) => ({ address: { kind: "http", url } })),
  );

const claimed = async (store: FleetStore, host: string): Promise<Task> => {
  const claim = await claimTask(store, "worker", host, NO_PAUSE);
  if (claim.kind !== "task") throw new Error(`nothing was claimed: ${claim.kind}`);
  return claim.task;
};

/** What waits at a host, without what differs from job to job. */
const waitingJobs = ({ database }: FleetStore, host: string) =>
  database.query(
    `SELECT to_jsonb(j) - 'id' - 'created_on' - 'start_after' - 'keep_until' AS job,
       extract(epoch FROM start_after - now())::float8 AS after, keep_until - start_after = interval '14 days' AS kept
     FROM mcptest_queue.job j WHERE state = 'created' AND data->>'host' = $1`,
    [host],
  );

export const finishingTests = ({ on, newFleet }: OnDatabase): void => {
  on("stores a result once, with everything that follows from it", { timeout: 60_000 }, async () => {
    const store = await newFleet();
    const { ids } = await add(store, "http://finish.example/a", "http://finish.example/b");
    const queue = await openQueue(store);
    await queueDue(store, queue, { all: true }, {}, POLITE);
    const [byBoss] = await waitingJobs(store, "finish.example");
    const [job] = await queue.take("hosts", 5);
    const task = await claimed(store, "finish.example");
    expect(await finishTask(store, queue, job!, task, FOUND, POLITE)).toBe(true);
    expect(await finishTask(store, queue, job!, task, FOUND, POLITE)).toBe(false);
    expect(await runsOf(store, ids[0]!)).toMatchObject([{ run: task.run, surface: "finishing", state: "reachable" }]);
    expect(await listChanges(store)).toMatchObject([{ kind: "added", before: null, after: "a \u{fffd} in it" }]);
    expect(await surfaceOf(store, "finishing")).toBe("a");
    expect(await listRuns(store)).toMatchObject([{ queued: 2, done: 1, finishedAt: null }]);
    // The next of this host: one job, as pg-boss would have put it, after the pause.
    const next = await waitingJobs(store, "finish.example");
    expect(next.map((row) => row["job"])).toEqual([byBoss?.["job"]]);
    expect(next[0]).toMatchObject({ kept: true });
    expect(Number(next[0]?.["after"])).toBeGreaterThan(20);
    expect(await queue.take("hosts", 5)).toEqual([]);
  });

  on("forgets a target with its runs, also while it is asked", { timeout: 60_000 }, async () => {
    const store = await newFleet();
    const { ids } = await add(store, "http://forget.example/a", "http://forget.example/b", "http://kept.example/c");
    const queue = await openQueue(store);
    await queueDue(store, queue, { all: true }, {}, NO_PAUSE);
    const [job] = (await queue.take("hosts", 5)).filter(({ host }) => host === "forget.example");
    const task = await claimed(store, "forget.example");
    expect(await removeTargets(store, ["http://forget.example/a", "nobody"])).toEqual({
      ...{ targets: 1, runs: 0, unknown: ["nobody"], certified: [] },
    });
    // Whoever asked it finds nothing to store, and that is no error.
    expect(await finishTask(store, queue, job!, task, FOUND, NO_PAUSE)).toBe(false);
    expect(await runsOf(store, ids[0]!)).toEqual([]);
    await sweep(store, queue, NO_PAUSE);
    const [next] = (await queue.take("hosts", 5)).filter(({ host }) => host === "forget.example");
    expect(await finishTask(store, queue, next!, await claimed(store, "forget.example"), FOUND, NO_PAUSE)).toBe(true);
    // One that holds a certificate stays as long as that counts.
    await store.database.query(
      `INSERT INTO mcptest.certificate (id, target_key, run_id, issued_at, expires_at, grade, text)
       SELECT $2, key, 1, now(), now() + interval '1 day', 'A', '{}' FROM mcptest.target WHERE fleet_id = $1 AND id = $3`,
      [store.fleetId, `removed-${store.fleet}`, ids[1]],
    );
    const certified = [{ name: ids[1], until: expect.any(Date) }];
    expect(await removeTargets(store, [ids[1]!])).toMatchObject({ targets: 0, certified });
    await store.database.query("UPDATE mcptest.certificate SET revoked_at = now() WHERE id = $1", [
      `removed-${store.fleet}`,
    ]);
    expect(await removeTargets(store, [ids[1]!])).toMatchObject({ targets: 1, runs: 1, certified: [] });
    expect(await countAskable(store)).toEqual({ targets: 1, matching: 1, optedOut: 0, commands: 0 });
    expect(await listChanges(store)).toEqual([]);
  });

  on("lets one of many workers have a host, and tells the others when", { timeout: 60_000 }, async () => {
    const store = await newFleet();
    await add(store, ...["a", "b", "c", "d", "e", "f"].map((path) => `http://crowd.example/${path}`));
    const queue = await openQueue(store);
    await queueDue(store, queue, { all: true }, {}, POLITE);
    const claims = await Promise.all(
      ["1", "2", "3", "4", "5"].map((worker) => claimTask(store, worker, "crowd.example", POLITE)),
    );
    expect(claims.map(({ kind }) => kind).sort()).toEqual(["later", "later", "later", "later", "task"]);
    // Counted from when each of them began, which may be before the one that got it.
    for (const claim of claims) if (claim.kind === "later") expect(Math.floor(claim.seconds)).toBeLessThanOrEqual(30);
    expect(await claimTask(store, "6", "nobody.example", POLITE)).toEqual({ kind: "nothing" });
  });

  on("lets one of many workers have a host also without a pause", { timeout: 60_000 }, async () => {
    const store = await newFleet();
    const hosts = Array.from({ length: 20 }, (_, index) => `rush${index}.example`);
    await add(store, ...hosts.flatMap((host) => ["a", "b", "c", "d", "e"].map((path) => `http://${host}/${path}`)));
    await queueDue(store, await openQueue(store), { all: true }, {}, NO_PAUSE);
    for (const host of hosts) {
      const claims = await Promise.all(
        ["1", "2", "3", "4", "5"].map((worker) => claimTask(store, worker, host, NO_PAUSE)),
      );
      expect(claims.map(({ kind }) => kind).sort()).toEqual(["later", "later", "later", "later", "task"]);
    }
  });

  on("ends a run whose last targets are finished at the same moment", { timeout: 60_000 }, async () => {
    const store = await newFleet();
    const hosts = ["m1.example", "m2.example", "m3.example", "m4.example"];
    await add(store, ...hosts.map((host) => `http://${host}/mcp`));
    const queue = await openQueue(store);
    await queueDue(store, queue, { all: true }, {}, NO_PAUSE);
    const jobs = await queue.take("hosts", 10);
    const tasks = await Promise.all(jobs.map(({ host }) => claimed(store, host)));
    await Promise.all(jobs.map((job, index) => finishTask(store, queue, job, tasks[index]!, FOUND, NO_PAUSE)));
    await endRuns(store);
    expect(await listRuns(store)).toMatchObject([{ queued: 4, done: 4, finishedAt: expect.any(Date) }]);
    expect(await waitingJobs(store, "m1.example")).toEqual([]);
  });
};
