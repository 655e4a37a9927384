// docs/dependencies.md names the runtime dependencies, all of them and no others.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../e2e/cli.ts";

const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");
const manifest = JSON.parse(read("package.json")) as {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta: Readonly<Record<string, { readonly optional?: boolean }>>;
};
const page = read("docs/dependencies.md");

test("every runtime dependency has a row with its reason and its moment, and no other package has one", () => {
  const rows = [...page.matchAll(/^\| `([^`]+)` \| (.+) \| (.+) \|$/gm)];
  expect(rows.map(([, name]) => name).sort()).toEqual(Object.keys(manifest.dependencies).sort());
  for (const [, , reason = "", moment = ""] of rows) {
    expect(reason.length).toBeGreaterThan(20);
    expect(moment.length).toBeGreaterThan(10);
  }
});

test("every peer dependency is optional and named", () => {
  for (const name of Object.keys(manifest.peerDependencies)) {
    expect(manifest.peerDependenciesMeta[name]?.optional).toBe(true);
    expect(page).toContain(`\`${name}\` is an optional peer dependency`);
  }
});

test("the lock file names no host", () => {
  expect(read("package-lock.json")).not.toContain('"resolved"');
});
