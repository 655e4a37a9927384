// docs/architecture.md lists every folder of src/, and says what the dependency rules say.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../e2e/cli.ts";

interface DirectionRule {
  readonly name: string;
  readonly from: { readonly path?: string };
  readonly to: { readonly pathNot?: readonly string[] };
}

const FOLDER = /^\^src\/([\w/-]+)\/$/;

const { default: config } = (await import(join(ROOT, ".dependency-cruiser.js"))) as {
  default: { forbidden: readonly DirectionRule[] };
};

/** Folder → what it may import, for the folders that have such a rule. */
const allowed = new Map(
  config.forbidden.flatMap(({ name, from, to }) => {
    const folder = FOLDER.exec(from.path ?? "")?.[1];
    if (folder === undefined || folder.includes("/") || !name.startsWith(`${folder}-imports-only-`)) return [];
    const others = [to.pathNot ?? []].flat().flatMap((path) => FOLDER.exec(path)?.[1] ?? []);
    return [[folder, others.filter((other) => other !== folder && other !== "protocol").sort()] as const];
  }),
);

const page = readFileSync(join(ROOT, "docs/architecture.md"), "utf8");
const listed = new Map(
  [...page.matchAll(/^\| `src\/([\w-]+)\/` \|.*\| ([^|]*) \|$/gm)].map(([, folder = "", words = ""]) => [
    folder,
    words,
  ]),
);

test("every folder is listed", () => {
  const folders = readdirSync(join(ROOT, "src"), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect([...listed.keys()].sort()).toEqual(folders.map(({ name }) => name).sort());
});

test.each([...allowed])("%s may import what its rule allows", (folder, others) => {
  const words = listed.get(folder) ?? "";
  // Everybody may import the protocol, so only who imports nothing else says it.
  const named = words.split(", ").filter((word) => word !== "nothing" && word !== "protocol");
  expect(named.sort()).toEqual(others);
});

test("a folder without a rule of its own says so", () => {
  const free = [...listed].filter(([folder]) => !allowed.has(folder));
  expect(free.filter(([, words]) => !["everything", "anything but cli"].includes(words))).toEqual([]);
});
