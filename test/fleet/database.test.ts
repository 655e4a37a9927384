import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { DatabaseError } from "../../packages/fleet/src/database/database-error.ts";
import { describeHolder } from "../../packages/fleet/src/database/folder-holder.ts";
import { takeFolder } from "../../packages/fleet/src/database/folder-in-use.ts";
import { openPostgres } from "../../packages/fleet/src/database/open-postgres.ts";
import { addTargets } from "../../packages/fleet/src/store/add-targets.ts";
import { saveCapture } from "../../packages/fleet/src/store/captures.ts";
import { migrate } from "../../packages/fleet/src/store/migrate.ts";
import { type FleetStore, fleetOn, openFleetStore } from "../../packages/fleet/src/store/open-fleet-store.ts";
import { countFleet } from "../../packages/fleet/src/store/read-results.ts";
import { patiently, tellOnce } from "../../packages/fleet/src/work/patience.ts";
import { NO_POSTGRES, startPostgres, type TestPostgres } from "./support/postgres.ts";

const target = { address: { kind: "http", url: "https://a.example/mcp" } } as const;

describe("the embedded database", () => {
  const folder = mkdtempSync(join(tmpdir(), "mcptest-fleet-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("keeps what it was given, and is had by one process at a time", { timeout: 60_000 }, async () => {
    const store = await openFleetStore({ data: folder });
    await addTargets(store, [target]);
    await expect(openFleetStore({ data: folder })).rejects.toMatchObject({ kind: "in-use" });
    await store.close();
    // What a process leaves that was killed.
    writeFileSync(join(folder, "in-use-by"), "999999999");
    const again = await openFleetStore({ data: folder });
    expect((await countFleet(again)).targets).toBe(1);
    expect((await countFleet(await fleetOn(again.database, { fleet: "other" }))).targets).toBe(0);
    // Made by a newer mcptest.
    await again.database.query("INSERT INTO mcptest.migration (number) VALUES (999)");
    await expect(migrate(again.database)).rejects.toMatchObject({ kind: "newer" });
    await again.close();
  });

  it("is had by one of many that come at once, also after a process that was killed", async () => {
    const left = [
      [],
      ["in-use-by", "999999999"],
      ["in-use-by.7", "999999999"],
      ["in-use-by.7", ""],
      ["in-use-by.7.free", ""],
    ];
    for (const [name, leftBehind] of left) {
      const place = mkdtempSync(join(folder, "many-"));
      if (name !== undefined) {
        writeFileSync(join(place, name), leftBehind!);
        utimesSync(join(place, name), 1, 1);
      }
      const came = await Promise.allSettled(Array.from({ length: 40 }, () => takeFolder(place)));
      const had = came.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
      expect(had).toHaveLength(1);
      const refused = came.flatMap((one) => (one.status === "rejected" ? [one.reason.kind] : []));
      expect(new Set(refused)).toEqual(new Set(["in-use"]));
      const turn = name?.includes("7") ? 8 : 1;
      expect(readdirSync(place)).toEqual([`in-use-by.${turn}`]);
      await had[0]!();
      expect(readdirSync(place)).toEqual([`in-use-by.${turn}.free`]);
      await (await takeFolder(place))();
      expect(readdirSync(place)).toEqual([`in-use-by.${turn + 1}.free`]);
    }
  });

  it("is free after a process that ended, also where a later one has its id, or in another container after a minute", async () => {
    const place = mkdtempSync(join(folder, "ended-"));
    const file = join(place, "in-use-by.1");
    const [pid, begun, ...where] = describeHolder().split(" ");
    const refusal = async (text: string, secondsAgo: number): Promise<string | undefined> => {
      rmSync(place, { recursive: true });
      mkdirSync(place);
      writeFileSync(file, text);
      utimesSync(file, Date.now() / 1000 - secondsAgo, Date.now() / 1000 - secondsAgo);
      return takeFolder(place).then(
        async (release) => void (await release()),
        (error: DatabaseError) => error.message,
      );
    };
    expect(await refusal([pid, begun, ...where].join(" "), 3600)).toContain(`in use by process ${pid};`);
    expect(await refusal([pid, `${begun}1`, ...where].join(" "), 0)).toBeUndefined();
    expect(await refusal([pid, begun, "another-machine"].join(" "), 5)).toContain(
      "in use on another machine or in another container",
    );
    expect(await refusal([pid, begun, "another-machine"].join(" "), 90)).toBeUndefined();
  });

  it("shows others that its holder is alive", async () => {
    const place = mkdtempSync(join(folder, "signs-"));
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    try {
      const release = await takeFolder(place);
      const file = join(place, "in-use-by.1");
      utimesSync(file, 1, 1);
      await vi.advanceTimersByTimeAsync(10_000);
      await vi.waitFor(() => expect(statSync(file).mtimeMs).toBeGreaterThan(1_000_000));
      expect(readFileSync(file, "utf8")).toBe(describeHolder());
      await release();
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it("has one holder at a time, however many come and go", { timeout: 60_000 }, async () => {
    const place = mkdtempSync(join(folder, "crowd-"));
    let [holders, taken] = [0, 0];
    const come = async (): Promise<void> => {
      for (let time = 0; time < 100; time++) {
        const release = await takeFolder(place).catch((error: DatabaseError) => {
          if (error.kind !== "in-use") throw error;
        });
        if (!release) continue;
        taken++;
        expect(++holders).toBe(1);
        await new Promise(setImmediate);
        holders--;
        await release();
      }
    };
    await Promise.all(Array.from({ length: 20 }, come));
    expect(taken).toBeGreaterThan(20);
    expect(holders).toBe(0);
  });

  it("goes on after an error, and undoes a transaction of which anything failed", { timeout: 60_000 }, async () => {
    const { database, close } = await openFleetStore({ data: "memory" });
    await database.script("CREATE TABLE kept (id int PRIMARY KEY, data bytea)");
    const put = "INSERT INTO kept VALUES ($1, $2)";
    const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => index % 256);
    await database.query(put, [1, bytes]);
    await expect(database.query(put, [1, bytes])).rejects.toMatchObject({ code: "23505" });
    await expect(database.query("SELECT nonsense", [])).rejects.toMatchObject({ code: "42703" });
    await expect(
      database.transaction(async (inside) => {
        await inside.query(put, [2, null]);
        throw new Error("changed its mind");
      }),
    ).rejects.toThrow("changed its mind");
    await expect(
      database.transaction(async (inside) => {
        await inside.query(put, [3, null]);
        await inside.query(put, [1, null]).catch(() => {});
      }),
    ).rejects.toThrow("nothing of it was stored");
    expect(await database.query("SELECT id, data FROM kept")).toEqual([{ id: 1, data: Buffer.from(bytes) }]);
    await close();
  });

  it("holds the others back while a transaction is under way", { timeout: 60_000 }, async () => {
    const { database, close } = await openFleetStore({ data: "memory" });
    await database.script("CREATE TABLE kept (id int PRIMARY KEY)");
    let others: Promise<unknown> = Promise.resolve();
    await database.transaction(async (inside) => {
      others = database.query("SELECT count(*)::int AS n FROM kept");
      for (const id of [1, 2, 3]) await inside.query("INSERT INTO kept VALUES ($1)", [id]);
    });
    expect(await others).toEqual([{ n: 3 }]);
    // More texts than are kept prepared, each of them twice.
    for (const _ of [1, 2])
      for (let n = 0; n < 250; n++) expect(await database.query(`SELECT ${n} AS n`)).toEqual([{ n }]);
    await close();
  });

  it("does not wait for a folder of captures that cannot be made", async () => {
    writeFileSync(join(folder, "a-file"), "");
    // The file comes first, so the database is not asked.
    const store = { captures: join(folder, "a-file", "captures") } as FleetStore;
    const saving = saveCapture(store, { id: "00ff", packed: Uint8Array.of(1), bytes: 1 });
    await expect(saving).rejects.toMatchObject({ kind: "read-only", message: expect.stringContaining("--captures") });
  });

  it("makes no fleet for whoever only wants to read one", { timeout: 60_000 }, async () => {
    const data = join(folder, "mistyped");
    await expect(openFleetStore({ data, mustExist: true })).rejects.toMatchObject({
      kind: "usage",
      message: expect.stringContaining("add servers first"),
    });
    expect(existsSync(data)).toBe(false);
    const { database, close } = await openFleetStore({ data: "memory", fleet: "prod" });
    expect((await fleetOn(database, { fleet: "prod", mustExist: true })).fleet).toBe("prod");
    await expect(fleetOn(database, { fleet: "prud", mustExist: true })).rejects.toMatchObject({
      kind: "usage",
      message: "there is no fleet prud at memory; name one that is there with --fleet: prod",
    });
    await close();
  });

  it("says what is wrong with a name and an address", async () => {
    await expect(openFleetStore({ data: "memory", fleet: "No Such Name" })).rejects.toMatchObject({ kind: "usage" });
    await expect(openPostgres("mysql://host/x")).rejects.toMatchObject({ kind: "usage" });
  });
});

describe.skipIf(NO_POSTGRES !== undefined)("a PostgreSQL server", () => {
  let postgres: TestPostgres;
  beforeAll(async () => {
    postgres = await startPostgres();
  }, 120_000);
  afterAll(() => postgres.stop());

  it("is brought up to date, all or nothing", { timeout: 60_000 }, async () => {
    const store = await openFleetStore({ database: postgres.database("old") });
    const { database } = store;
    const [{ n } = {}] = await database.query("SELECT count(*)::int AS n FROM mcptest.migration");
    const known = Array.from({ length: Number(n) }, () => "");
    await expect(
      migrate(database, [...known, "CREATE TABLE mcptest.extra (x int)", "SELECT nonsense"]),
    ).rejects.toThrow();
    expect(await database.query("SELECT to_regclass('mcptest.extra') AS made")).toEqual([{ made: null }]);
    await migrate(database, [...known, "CREATE TABLE mcptest.extra (x int)"]);
    expect(await database.query("SELECT to_regclass('mcptest.extra') IS NOT NULL AS made")).toEqual([{ made: true }]);
    await expect(migrate(database)).rejects.toMatchObject({ kind: "newer" });
    await store.close();
  });

  it("lets two that wait for each other go through one after the other", { timeout: 60_000 }, async () => {
    const database = await openPostgres(postgres.database("waits"));
    try {
      await database.script("CREATE TABLE pair (id int PRIMARY KEY, n int); INSERT INTO pair VALUES (1, 0), (2, 0);");
      const attempts = { first: 0, second: 0 };
      let hold: () => void = () => {};
      const both = new Promise<void>((resolve) => {
        hold = resolve;
      });
      let holding = 0;
      const count = (who: keyof typeof attempts, rows: readonly [number, number]): Promise<void> =>
        database.transaction(async (inside) => {
          attempts[who] += 1;
          await inside.query("UPDATE pair SET n = n + 1 WHERE id = $1", [rows[0]]);
          holding += 1;
          if (holding === 2) hold();
          await both;
          await inside.query("UPDATE pair SET n = n + 1 WHERE id = $1", [rows[1]]);
        });
      await Promise.all([count("first", [1, 2]), count("second", [2, 1])]);
      // One was ended and done again; on a busy machine it may come back before the other has noticed, and be ended once more.
      expect(attempts.first + attempts.second).toBeGreaterThanOrEqual(3);
      expect(await database.query("SELECT n FROM pair ORDER BY id")).toEqual([{ n: 2 }, { n: 2 }]);
    } finally {
      await database.close();
    }
  });

  it("may be read-only, and says so", { timeout: 60_000 }, async () => {
    const address = postgres.database("readonly");
    await expect(openFleetStore({ database: address, mustExist: true })).rejects.toMatchObject({ kind: "usage" });
    const untouched = await openPostgres(address);
    expect(await untouched.query("SELECT to_regclass('mcptest.migration') AS made")).toEqual([{ made: null }]);
    await untouched.close();
    await (await openFleetStore({ database: address })).close();
    const store = await openFleetStore({ database: `${address}?options=-c%20default_transaction_read_only%3Don` });
    expect((await countFleet(store)).targets).toBe(0);
    await expect(addTargets(store, [target])).rejects.toMatchObject({ kind: "read-only" });
    await store.close();
  });

  it("is waited for when it is killed, and nothing that was stored is lost", { timeout: 120_000 }, async () => {
    const store = await openFleetStore({ database: postgres.database("killed") });
    await addTargets(store, [target]);
    const seen: string[] = [];
    const patience = { ms: 60_000, onGone: () => void seen.push("gone"), onBack: () => void seen.push("back") };
    postgres.kill();
    // Three wait, and one is told.
    const told = tellOnce(patience);
    const counting = Promise.all([1, 2, 3].map(() => patiently(told, () => countFleet(store))));
    while (!seen.includes("gone")) await new Promise((resolve) => setImmediate(resolve));
    postgres.start();
    expect((await counting).map(({ targets }) => targets)).toEqual([1, 1, 1]);
    expect(seen).toEqual(["gone", "back"]);
    postgres.kill();
    await expect(patiently({ ...patience, ms: 300 }, () => countFleet(store))).rejects.toMatchObject({ kind: "gone" });
    postgres.start();
    await store.close();
  });
});
