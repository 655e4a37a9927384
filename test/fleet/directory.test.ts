// A whole fleet as the site reads it, from the embedded database.

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { DirectoryEntry } from "../../packages/fleet/src/model/directory.ts";
import { serverFile } from "../../packages/fleet/src/site/pages/names.ts";
import { type FleetStore, openFleetStore } from "../../packages/fleet/src/store/open-fleet-store.ts";
import { readDirectory } from "../../packages/fleet/src/store/read-directory.ts";
import { writeSampleSite } from "../fleet-site/written-site.ts";
import { fillFleet, foundResult } from "./support/fill-fleet.ts";

let store: FleetStore;
beforeEach(async () => {
  store = await openFleetStore({ data: "memory" });
});
afterEach(() => store.close());

const readAll = (): Promise<DirectoryEntry[]> =>
  readDirectory(store, async (directory) => {
    const all: DirectoryEntry[] = [];
    for await (const entry of directory.entries()) all.push(entry);
    return all;
  });

test("targets come by their names, with their own runs and changes, the newest first", async () => {
  const zebra = await fillFleet(store, "https://a.example/mcp", "Zebra");
  const apple = await fillFleet(store, "https://z.example/mcp", "apple");
  const change = { kind: "grade", before: "C", after: "B", detail: {} } as const;
  await zebra.write(1, foundResult({ grade: "C" }));
  await zebra.write(2, foundResult({ grade: "B", at: new Date("2026-11-08T00:00:00Z") }), [change]);
  await apple.write(2, foundResult({ state: "dead", grade: null }));
  const [first, second] = await readAll();
  expect([first?.target.name, second?.target.name]).toEqual(["apple", "Zebra"]);
  expect(second?.history.map(({ run, grade }) => [run, grade])).toEqual([
    [2, "B"],
    [1, "C"],
  ]);
  expect(first?.history.map(({ state }) => state)).toEqual(["dead"]);
  expect(second?.changes.map(({ kind, before, after, target }) => [kind, before, after, target])).toEqual([
    ["grade", "C", "B", zebra.target],
  ]);
  expect([first?.changes, first?.certificate]).toEqual([[], null]);
  const named = await readDirectory(store, (directory) => directory.changes(10));
  expect(named.map(({ name, run }) => [name, run])).toEqual([["Zebra", 2]]);
  expect((await readDirectory(store, (directory) => directory.runs(1))).map(({ id }) => id)).toEqual([2]);
});

test("a fleet of more than a page is read whole, each target once", async () => {
  for (let index = 0; index < 450; index += 1) await fillFleet(store, `https://host-${index}.example/mcp`);
  const ids = (await readAll()).map(({ target }) => target.id);
  expect([ids.length, new Set(ids).size]).toEqual([450, 450]);
});

test("a site is written from the database", async () => {
  const folder = mkdtempSync(join(tmpdir(), "mcptest-directory-"));
  try {
    const one = await fillFleet(store, "https://one.example/mcp", "<b>One</b>");
    await one.write(1, foundResult());
    const written = await readDirectory(store, (directory) => writeSampleSite(join(folder, "site"), directory));
    expect(written.servers).toBe(1);
    const page = readFileSync(join(folder, "site", serverFile(one.target)), "utf8");
    expect(page).toContain("&lt;b&gt;One&lt;/b&gt;");
    expect(page).toContain("TOOL-005");
  } finally {
    rmSync(folder, { recursive: true });
  }
});
