// docs/dependencies.md names the runtime dependencies, all of them and no others.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { ensureBuilt, ROOT } from "../e2e/cli.ts";

beforeAll(ensureBuilt);

const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");
const manifest = JSON.parse(read("package.json")) as {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta: Readonly<Record<string, { readonly optional?: boolean }>>;
};
const fleet = JSON.parse(read("packages/fleet/package.json")) as typeof manifest;
const page = read("docs/dependencies.md");

const [packages = "", byHand = ""] = page.split("## Written by hand");
const [installed = "", others = ""] = packages.split("come inside the files of the program");
const [inside = "", ofFleet = ""] = others.split("The package `mcptest-fleet` has three dependencies");

/** The packages of a table; each row has a reason and a moment. */
const packagesIn = (text: string): (string | undefined)[] =>
  [...text.matchAll(/^\| `([^`]+)` \| (.+) \| (.+) \|$/gm)].map(([, name, reason = "", moment = ""]) => {
    expect(reason.length).toBeGreaterThan(20);
    expect(moment.length).toBeGreaterThan(10);
    return name;
  });

test("every runtime dependency has a row with its reason and its moment, and no other package has one", () => {
  expect(packagesIn(installed).sort()).toEqual(Object.keys(manifest.dependencies).sort());
});

test("so has every one of mcptest-fleet", () => {
  expect(packagesIn(ofFleet).sort()).toEqual(Object.keys(fleet.dependencies).sort());
});

test("every package that lies in the program has one too, and its licence is passed on", () => {
  const licences = read("dist/third-party-licenses.txt");
  const bundled = packagesIn(inside);
  expect(bundled.sort()).toEqual((JSON.parse(read("tools/bundled-packages.json")) as string[]).sort());
  for (const name of bundled) {
    expect(licences).toContain(`${name}\n\n`);
    expect(Object.keys(manifest.dependencies)).not.toContain(name);
  }
  // One more is the licence of the registry's schema, which ships as it was published.
  const texts = licences.split(/^(?=[@a-z][^\s]*(?: of [^\s]+)?\n\n)/m).filter((text) => text.trim() !== "");
  expect(texts).toHaveLength(bundled.length + 1);
  for (const text of texts)
    expect(text).toMatch(/Permission (?:is hereby granted|to use, copy, modify)|Redistribution and use|Apache License/);
});

test("what is written by hand is where the page says, and every row has a reason", () => {
  const rows = [...byHand.matchAll(/^\| (.+) \| (`src\/.+`) \| (.+) \|$/gm)];
  expect(rows.length).toBeGreaterThan(10);
  for (const [, what, paths = "", reason = ""] of rows) {
    expect(reason.length, what).toBeGreaterThan(10);
    for (const [, path = ""] of paths.matchAll(/`([^`]+)`/g)) expect(existsSync(join(ROOT, path)), path).toBe(true);
  }
});

test("every peer dependency is optional and named", () => {
  for (const name of Object.keys(manifest.peerDependencies)) {
    expect(manifest.peerDependenciesMeta[name]?.optional).toBe(true);
    expect(page).toContain(`\`${name}\` is an optional peer dependency`);
  }
});

test("the lock file names no host", () => {
  const { packages } = JSON.parse(read("package-lock.json")) as { packages: Record<string, { resolved?: string }> };
  // Of the packages of this repository the lock file names the folder.
  const resolved = Object.values(packages).flatMap(({ resolved: address }) => address ?? []);
  expect(resolved.sort()).toEqual(["", "packages/fleet"]);
});
