// Where what is released comes from: every action by its commit, a list of materials that leaves nothing out.

import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const read = (path: string): string => readFileSync(`${ROOT}${path}`, "utf8");

const FILES = ["action.yml", ...readdirSync(`${ROOT}.github/workflows`).map((name) => `.github/workflows/${name}`)];

test("Releases: every action is named by its commit, with the version beside it; the same action by the same commit everywhere", () => {
  const uses = FILES.flatMap((file) => [...read(file).matchAll(/^\s*(?:- )?uses:\s*(.+)$/gm)].map(([, what]) => what));
  expect(uses.length).toBeGreaterThan(4);
  for (const what of uses) expect(what).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  const commits = new Map(uses.map((what = "") => [what.split("@")[0], what]));
  for (const what of uses) expect(commits.get(what?.split("@")[0])).toBe(what);
});

test("every workflow starts without rights, keeps no credentials, and puts nobody's text into a shell line", () => {
  const workflows = FILES.slice(1).map(read);
  expect(workflows.length).toBeGreaterThan(1);
  for (const text of workflows) {
    expect(text).toMatch(/^permissions: \{\}$/m);
    expect(text.match(/actions\/checkout@/g)?.length ?? 0).toBe(text.match(/persist-credentials: false/g)?.length ?? 0);
    for (const [line] of text.matchAll(/^\s*(?:- )?run:.*$/gm)) expect(line).not.toContain("${{");
  }
});

test("a release is published with provenance, from the tarballs that were tested, and without a secret", () => {
  const text = read(".github/workflows/release.yml");
  expect(text).toContain("id-token: write");
  expect(text).toContain("for tarball in ./release/mcptest-[0-9]*.tgz ./release/mcptest-fleet-*.tgz; do");
  expect(text).toMatch(/npm publish "\$tarball" --provenance/);
  expect(text).toContain("sha256sum --check");
  expect(text).not.toContain("secrets.");
});

test("both packages have one version, and mcptest-fleet fits that one alone and pins its databases", () => {
  const [main, fleet] = ["package.json", "packages/fleet/package.json"].map(
    (path) =>
      JSON.parse(read(path)) as {
        readonly version: string;
        readonly dependencies: Readonly<Record<string, string>>;
        readonly peerDependencies: Readonly<Record<string, string>>;
      },
  );
  expect(fleet?.version).toBe(main?.version);
  expect(fleet?.peerDependencies).toEqual({ mcptest: main?.version });
  expect(Object.keys(fleet?.dependencies ?? {}).sort()).toEqual(["@electric-sql/pglite", "pg", "pg-boss"]);
  for (const version of Object.values(fleet?.dependencies ?? {})) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  expect(fleet?.dependencies["pg-boss"]).toMatch(/^10\.4\./);
});

test("the lock file pins every package by its digest and names no download address", () => {
  const { packages } = JSON.parse(read("package-lock.json")) as {
    packages: Record<string, { integrity?: string; resolved?: string; link?: boolean }>;
  };
  const own = ["", "packages/fleet"];
  const installed = Object.entries(packages).filter(([path, { link }]) => !own.includes(path) && !link);
  for (const [, { resolved }] of Object.entries(packages).filter(([, { link }]) => link))
    expect(own).toContain(resolved);
  expect(installed.length).toBeGreaterThan(100);
  for (const [path, { integrity, resolved }] of installed)
    expect([path, integrity, resolved]).toEqual([path, expect.stringMatching(/^sha512-/), undefined]);
});
