import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addTargets, targetId } from "../../packages/fleet/src/store/add-targets.ts";
import { captureOf, packCapture, saveCapture } from "../../packages/fleet/src/store/captures.ts";
import { findTarget, listTargets } from "../../packages/fleet/src/store/list-targets.ts";
import {
  type FleetStore,
  fleetNames,
  fleetOn,
  openFleetStore,
} from "../../packages/fleet/src/store/open-fleet-store.ts";
import {
  certificatesOf,
  countFleet,
  listChanges,
  listRuns,
  resultOf,
  runsOf,
} from "../../packages/fleet/src/store/read-results.ts";
import { fillFleet, foundResult } from "./support/fill-fleet.ts";

let store: FleetStore;
beforeAll(async () => {
  store = await openFleetStore({ data: "memory" });
});
afterAll(() => store.close());

const all = async <T>(values: AsyncIterable<T>): Promise<T[]> => {
  const list: T[] = [];
  for await (const value of values) list.push(value);
  return list;
};

describe("the store of a fleet", () => {
  it("keeps a target once, under an id that its address decides", async () => {
    const address = { kind: "http", url: "https://one.example/mcp" } as const;
    expect(await addTargets(store, [{ address, name: "one" }, { address }])).toMatchObject({ added: 1, known: 0 });
    expect(await addTargets(store, [{ address }])).toEqual({ ids: [targetId(address)], added: 0, known: 1 });
    const [target] = await all(listTargets(store));
    expect(target).toMatchObject({
      id: targetId(address),
      name: "one",
      host: "one.example",
      state: null,
      latest: null,
    });
  });

  it("knows a package without asking it", async () => {
    await addTargets(store, [
      { address: { kind: "command", words: ["npx", "-y", "a-server@1.0.0"], package: "npm:a-server" } },
    ]);
    const [target] = await all(listTargets(store, { state: "package-only" }));
    expect(target?.since).toBeInstanceOf(Date);
  });

  it("reads targets page by page, and those that match", async () => {
    await addTargets(
      store,
      [1, 2, 3, 4, 5].map((n) => ({ address: { kind: "http", url: `https://paged-${n}.example/mcp` } })),
    );
    expect(await all(listTargets(store, { page: 2, glob: "paged-*" }))).toHaveLength(5);
    expect(await all(listTargets(store, { glob: "https://paged-?.example/*" }))).toHaveLength(5);
    expect(await all(listTargets(store, { glob: "paged_1*" }))).toHaveLength(0);
  });

  it("gives a capture back as it was, once however often it is stored", async () => {
    const text = JSON.stringify({ format: "mcptest-capture/1", exchanges: ["ü".repeat(1_000)] });
    const packed = await packCapture(text);
    await saveCapture(store, packed);
    await saveCapture(store, await packCapture(text));
    expect(await captureOf(store, packed.id)).toBe(text);
    expect(await captureOf(store, "0".repeat(64))).toBeUndefined();
  });

  it("keeps one result for a target and a run, whoever comes first", async () => {
    const other = await fleetOn(store.database, { fleet: "runs" });
    const { target, write } = await fillFleet(other, "https://runs.example/mcp");
    expect(await write(1, foundResult({ grade: "B" }))).toBe(true);
    expect(await write(1, foundResult({ grade: "A" }))).toBe(false);
    expect(await write(2, foundResult({ state: "walled", at: new Date("2026-11-02T00:00:00Z") }))).toBe(true);
    expect((await runsOf(other, target)).map(({ run, grade }) => [run, grade])).toEqual([
      [2, "B"],
      [1, "B"],
    ]);
    expect(await resultOf(other, target, 1)).toMatchObject({ grade: "B", summary: { outcome: "complete" } });
    const listed = await findTarget(other, target);
    expect(listed).toMatchObject({ state: "walled", since: new Date("2026-11-02T00:00:00Z") });
    expect(listed?.latest?.run).toBe(2);
    expect(listed?.reached?.run).toBe(1);
    expect((await countFleet(other)).states).toMatchObject({ walled: 1, reachable: 0 });
    expect((await listRuns(other)).map(({ done }) => done)).toEqual([1, 1]);
    expect(await listChanges(other)).toHaveLength(0);
    expect(await certificatesOf(other)).toHaveLength(0);
    expect(await fleetNames(other)).toEqual(["default", "runs"]);
  });

  it("keeps what PostgreSQL would refuse in text", async () => {
    const other = await fleetOn(store.database, { fleet: "odd" });
    const { target, write } = await fillFleet(other, "https://odd.example/mcp");
    const server = { name: "a\u{0}b\ud800c", version: null, title: null };
    const found = foundResult();
    await write(3, { ...found, summary: { ...found.summary, server } });
    expect((await resultOf(other, target, 3))?.summary.server.name).toBe("a\u{fffd}b\u{fffd}c");
  });
});
