import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { foldChanges } from "../../packages/fleet/src/fold-changes.ts";
import { openQueue } from "../../packages/fleet/src/queue/open-queue.ts";
import { queueDue } from "../../packages/fleet/src/queue/queue-due.ts";
import { sweep } from "../../packages/fleet/src/queue/sweep.ts";
import { addTargets } from "../../packages/fleet/src/store/add-targets.ts";
import { captureOf } from "../../packages/fleet/src/store/captures.ts";
import { findTarget } from "../../packages/fleet/src/store/list-targets.ts";
import { type FleetStore, fleetOn, openFleetStore } from "../../packages/fleet/src/store/open-fleet-store.ts";
import { optOut } from "../../packages/fleet/src/store/opt-out.ts";
import { countFleet, listChanges, listRuns, runsOf } from "../../packages/fleet/src/store/read-results.ts";
import { pruneCaptures } from "../../packages/fleet/src/store/retention.ts";
import { readStatus } from "../../packages/fleet/src/store/status.ts";
import { EXAMPLE_TOOL } from "./support/example.ts";
import type { Serve } from "./support/on-both.ts";
import { NO_POSTGRES, startPostgres, type TestPostgres } from "./support/postgres.ts";
import { POLITE, runFleet } from "./support/run-fleet.ts";
import { startServer, type TestServer } from "./support/servers.ts";
import { captureTests } from "./tables/captures.ts";
import { certificateTests } from "./tables/certificates.ts";
import { commandTests } from "./tables/commands.ts";
import { finishingTests } from "./tables/finishing.ts";
import { scheduleTests } from "./tables/schedule.ts";
import { troubleTests } from "./tables/trouble.ts";

const servers: TestServer[] = [];
const serve: Serve = async (behaviour, address, tools) => {
  const server = await startServer(behaviour, address, tools);
  servers.push(server);
  return server;
};
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

const add = async (store: FleetStore, ...urls: readonly string[]): Promise<readonly string[]> =>
  (
    await addTargets(
      store,
      urls.map((url) => ({ address: { kind: "http", url } })),
    )
  ).ids;

describe.each(["embedded", "postgres"] as const)("a fleet on %s", (kind) => {
  let root: FleetStore | undefined;
  let postgres: TestPostgres | undefined;
  let fleets = 0;
  const isLeftOut = kind === "postgres" && NO_POSTGRES !== undefined;
  beforeAll(async () => {
    if (isLeftOut) return;
    postgres = kind === "postgres" ? await startPostgres() : undefined;
    root = await openFleetStore(postgres ? { database: postgres.database("work") } : { data: "memory" });
  }, 120_000);
  afterAll(async () => {
    await root?.close();
    postgres?.stop();
  });
  const newFleet = (captures?: string): Promise<FleetStore> =>
    fleetOn(root!.database, { fleet: `fleet-${++fleets}`, captures });
  const on = it.skipIf(isLeftOut);
  const shared = { on, newFleet, serve };
  scheduleTests(shared);
  captureTests(shared);
  certificateTests(shared);
  commandTests(shared);
  finishingTests(shared);
  troubleTests(shared);

  on("finds each server in its own state, and says since when", { timeout: 120_000 }, async () => {
    const store = await newFleet();
    const good = await serve("good", "127.0.1.1");
    const wall = await serve("wall", "127.0.1.2");
    const limited = await serve("limited", "127.0.1.3");
    const hanging = await serve("hanging", "127.0.1.4");
    const web = await serve("web", "127.0.1.5");
    const ids = await add(store, good.url, wall.url, limited.url, hanging.url, web.url, "http://127.0.1.6:9/mcp");
    await addTargets(store, [{ address: { kind: "command", words: ["npx", "-y", "some-server"] } }]);
    const { done } = await runFleet(store);
    expect(done).toBe(6);
    const states = await Promise.all(ids.map(async (id) => (await findTarget(store, id))?.state));
    expect(states).toEqual(["reachable", "walled", "rate-limited", "hanging", "not-mcp", "dead"]);
    expect((await countFleet(store)).states["package-only"]).toBe(1);
    const first = await findTarget(store, ids[0]!);
    expect(first?.since).toEqual(first?.latest?.at);
    expect(await captureOf(store, first!.latest!.capture!)).toContain('"mcptest-capture/1"');
    expect(good.requests[0]?.userAgent).toBe("mcptest/test (+tests@example.com)");
    const status = await readStatus(store);
    expect(status.run).toMatchObject({ queued: 6, done: 6 });
    expect(status.waitingHosts.map(({ host }) => host)).toEqual(["127.0.1.3"]);
  });

  on("asks one host one at a time with a pause, also with several workers", { timeout: 120_000 }, async () => {
    const store = await newFleet();
    const server = await serve("slow", "127.0.2.1");
    await add(store, ...["a", "b", "c", "d"].map((path) => `${server.url}/${path}`));
    const queue = await openQueue(store);
    const politeness = { perHost: 1, gapSeconds: 0.4 };
    await queueDue(store, queue, { all: true }, { quick: true }, politeness);
    const worked = await Promise.all([1, 2, 3].map(() => runFleet(store, { glob: "nothing" }, { politeness })));
    expect(worked.reduce((sum, { done }) => sum + done, 0)).toBe(4);
    const spans = ["a", "b", "c", "d"].map((path) => {
      const times = server.requests.filter((one) => one.path.endsWith(`/${path}`)).map(({ at }) => at);
      return { from: Math.min(...times), to: Math.max(...times) };
    });
    spans.sort((left, right) => left.from - right.from);
    for (const [index, span] of spans.entries())
      if (index > 0) expect(span.from - spans[index - 1]!.to).toBeGreaterThan(350);
  });

  on("leaves a host alone that asks for it, for every target there", { timeout: 120_000 }, async () => {
    const store = await newFleet();
    const limited = await serve("limited", "127.0.3.1");
    await add(store, `${limited.url}/a`, `${limited.url}/b`);
    // It asks for ten minutes: longer than a run waits.
    const { done, leftAlone } = await runFleet(store, { all: true });
    expect(leftAlone).toEqual([{ host: "127.0.3.1", targets: 1, seconds: expect.any(Number) }]);
    expect(leftAlone[0]!.seconds).toBeGreaterThan(500);
    expect(done).toBe(1);
    expect(limited.requests.some(({ path }) => path.endsWith("/b"))).toBe(false);
    expect(await countFleet(store)).toMatchObject({ waiting: 1, working: 0 });
    expect((await listRuns(store))[0]?.finishedAt).toBeNull();
    // The next run goes on with it when the time is over.
    await store.database.query("UPDATE mcptest.host SET next_at = now() WHERE name = '127.0.3.1'");
    expect(await runFleet(store, {})).toMatchObject({ done: 1, leftAlone: [] });
    expect((await listRuns(store)).map(({ finishedAt }) => finishedAt)).toEqual([expect.any(Date)]);
  });

  on("queues a target once, however many queue", { timeout: 60_000 }, async () => {
    const store = await newFleet();
    await add(store, ...Array.from({ length: 40 }, (_, n) => `http://127.0.4.${n + 1}:9/mcp`));
    const queue = await openQueue(store);
    const queued = await Promise.all([1, 2, 3].map(() => queueDue(store, queue, {}, {}, POLITE)));
    expect(queued.map(({ targets }) => targets).sort()).toEqual([0, 0, 40]);
    expect((await countFleet(store)).waiting).toBe(40);
  });

  on("gives a dead worker's targets to others", { timeout: 60_000 }, async () => {
    const store = await newFleet();
    const server = await serve("good", "127.0.5.1");
    const [id] = await add(store, server.url);
    const queue = await openQueue(store);
    await queueDue(store, queue, { all: true }, { quick: true }, POLITE);
    // As a killed worker leaves it: its job is taken, its task is held, nobody extends the lease.
    await queue.take("hosts", 10);
    await store.database.query(
      "UPDATE mcptest.task SET worker = 'gone', attempts = 1, lease_until = now() - interval '1 second' WHERE fleet_id = $1",
      [store.fleetId],
    );
    expect(await sweep(store, queue, POLITE)).toEqual({ released: 1, open: 1 });
    expect((await runFleet(store, { glob: "nothing" })).done).toBe(1);
    expect(await runsOf(store, id!)).toHaveLength(1);
    expect((await listRuns(store))[0]?.finishedAt).toBeInstanceOf(Date);
  });

  on("gives up on a target that ends its workers", { timeout: 60_000 }, async () => {
    const store = await newFleet();
    const [id] = await add(store, "http://127.0.6.1:9/mcp");
    const queue = await openQueue(store);
    await queueDue(store, queue, { all: true }, { quick: true }, POLITE);
    await store.database.query("UPDATE mcptest.task SET attempts = 3 WHERE fleet_id = $1", [store.fleetId]);
    await runFleet(store, { glob: "nothing" });
    expect((await findTarget(store, id!))?.latest?.summary.blocked).toBe("3 workers ended while they asked it");
  });

  on("is not confused by a clock that was wrong", { timeout: 60_000 }, async () => {
    const store = await newFleet();
    const server = await serve("good", "127.0.7.1");
    await add(store, server.url);
    // Written when the clock of the database was ten years ahead.
    await store.database.query("UPDATE mcptest.target SET next_at = now() + interval '10 years' WHERE fleet_id = $1", [
      store.fleetId,
    ]);
    await store.database.query(
      "INSERT INTO mcptest.host (name, next_at) VALUES ('127.0.7.1', now() + interval '10 years')",
    );
    expect((await runFleet(store, {})).done).toBe(1);
  });

  on("asks nobody who opted out", { timeout: 60_000 }, async () => {
    const store = await newFleet();
    const server = await serve("good", "127.0.8.1");
    await add(store, server.url);
    expect(await optOut(store, ["127.0.8.1"])).toBe(1);
    expect((await runFleet(store)).run).toBeUndefined();
    expect(server.requests).toHaveLength(0);
  });

  on("refuses private addresses unless they are allowed", { timeout: 60_000 }, async () => {
    const store = await newFleet();
    const server = await serve("good", "127.0.9.1");
    const [id] = await add(store, server.url);
    const { probe } = (await import("./support/run-fleet.ts")).workerOptions(store, await openQueue(store));
    await runFleet(store, { all: true }, { probe: { ...probe, allowPrivate: false } });
    expect(server.requests).toHaveLength(0);
    expect((await findTarget(store, id!))?.latest?.reason).toBe("forbidden-address");
  });

  on("sees what changed between two runs", { timeout: 60_000 }, async () => {
    const store = await newFleet();
    let tools: readonly object[] = [EXAMPLE_TOOL];
    const server = await serve("good", "127.0.10.1", () => tools);
    const [id] = await add(store, server.url);
    await runFleet(store);
    const next = (await findTarget(store, id!))!.nextAt;
    tools = [
      { ...EXAMPLE_TOOL, inputSchema: { type: "object", required: ["id"], properties: { id: { type: "integer" } } } },
    ];
    await runFleet(store);
    const twice = (await findTarget(store, id!))!;
    expect(twice.since).not.toEqual(twice.latest?.at);
    const [drift] = foldChanges(await listChanges(store));
    expect(drift?.surface?.classes.breaking).toBeGreaterThan(0);
    expect((await findTarget(store, id!))!.nextAt.getTime()).toBeLessThan(next.getTime());
    await server.close();
    await runFleet(store);
    expect((await findTarget(store, id!))?.state).toBe("dead");
    expect((await findTarget(store, id!))?.reached?.run).not.toBe((await findTarget(store, id!))?.latest?.run);
  });

  on("lays a rule that improved to no server", { timeout: 60_000 }, async () => {
    const store = await newFleet();
    let tools: readonly object[] = [EXAMPLE_TOOL];
    const server = await serve("good", "127.0.13.1", () => tools);
    await add(store, server.url);
    await runFleet(store);
    // As an older mcptest found it, by other rules.
    const age = (): Promise<unknown> =>
      store.database.query(
        `UPDATE mcptest.result SET judged_by = '0.0.1', grade = 'D', revision = '2024-11-05', surface_id = 'older'
         WHERE target_key = (SELECT key FROM mcptest.target WHERE fleet_id = $1)`,
        [store.fleetId],
      );
    await age();
    await runFleet(store);
    const kinds = async (): Promise<string[]> => (await listChanges(store)).map(({ kind }) => kind);
    expect(await kinds()).toEqual(["added"]);
    // What the server did is still seen, and measured by the rules of today.
    await age();
    tools = [EXAMPLE_TOOL, { ...EXAMPLE_TOOL, name: "read_page" }];
    await runFleet(store);
    expect(await kinds()).toEqual(["surface", "added"]);
    expect((await listChanges(store))[0]).toMatchObject({
      before: expect.stringMatching(/^[0-9a-f]{64}$/),
      detail: { changes: [{ name: "read_page" }] },
    });
    // Without its capture nothing better is known than what was found then.
    await age();
    await store.database.query("UPDATE mcptest.result SET capture_id = NULL");
    await runFleet(store);
    expect(await kinds()).toContain("revision");
  });

  on("deletes captures that are too many, never the newest that reached its server", { timeout: 60_000 }, async () => {
    const store = await newFleet();
    const server = await serve("good", "127.0.11.1");
    const [id] = await add(store, server.url);
    for (let n = 0; n < 3; n++) await runFleet(store);
    await store.database.query("UPDATE mcptest.capture SET stored_at = now() - interval '2 days'");
    await pruneCaptures(store, { perTarget: 1, days: 1 });
    const kept = (await runsOf(store, id!)).map(({ capture }) => capture !== null);
    expect(kept).toEqual([true, false, false]);
  });

  on("gives back what was under way when it is interrupted", { timeout: 60_000 }, async () => {
    const store = await newFleet();
    const server = await serve("hanging", "127.0.12.1");
    await add(store, server.url);
    const stop = new AbortController();
    const running = runFleet(store, { all: true }, { signal: stop.signal, graceMs: 100 });
    while (server.requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
    stop.abort();
    expect(await running).toMatchObject({ done: 0, released: 1 });
    expect(await countFleet(store)).toMatchObject({ waiting: 1, working: 0 });
    // It was not the target that ended the worker.
    expect(
      await store.database.query("SELECT attempts FROM mcptest.task WHERE fleet_id = $1", [store.fleetId]),
    ).toEqual([{ attempts: 0 }]);
  });
});
