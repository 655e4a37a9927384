// docs/architecture.md lists every room of src/ in order, says what the dependency rules say, and names only files that exist.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../e2e/cli.ts";

interface DirectionRule {
  readonly name: string;
  readonly from: { readonly path?: string };
  readonly to: { readonly pathNot?: readonly string[] };
}

const ROOM = /^\^src\/([\w/-]+)\/$/;
const NAME = /^([\w-]+)-imports-only-rooms-above-it$/;

const { default: config } = (await import(join(ROOT, ".dependency-cruiser.js"))) as {
  default: { forbidden: readonly DirectionRule[] };
};

/** Room → what it may import, in the order of the rules. */
const allowed = new Map(
  config.forbidden.flatMap(({ name, to }) => {
    const room = NAME.exec(name)?.[1];
    if (room === undefined) return [];
    const others = [to.pathNot ?? []].flat().flatMap((path) => ROOM.exec(path)?.[1] ?? []);
    return [[room, others.filter((other) => other !== room)] as const];
  }),
);

const page = readFileSync(join(ROOT, "docs/architecture.md"), "utf8");
const listed = new Map(
  [...page.matchAll(/^\| `src\/([\w-]+)\/` \|.*\| ([^|]*) \|$/gm)].map(([, room = "", words = ""]) => [room, words]),
);

test("every room is listed, in order", () => {
  const folders = readdirSync(join(ROOT, "src"), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect([...listed.keys()]).toEqual([...allowed.keys()]);
  expect([...listed.keys()].sort()).toEqual(folders.map(({ name }) => name).sort());
});

/** The two outermost rooms import nearly everything, so the page does not list it. */
const SHORTHANDS: Readonly<Record<string, readonly string[]>> = {
  everything: [...allowed.keys()].filter((room) => !["cli", "library"].includes(room)),
  "anything but cli": [...allowed.keys()].filter((room) => !["cli", "library"].includes(room)),
};

test.each([...allowed])("%s may import what its rule allows", (room, others) => {
  const words = listed.get(room) ?? "";
  // Every room may import the protocol, so only a room that imports nothing else says it.
  const named = SHORTHANDS[words] ?? words.split(", ").filter((word) => word !== "nothing");
  const without = (rooms: readonly string[]) => rooms.filter((name) => name !== "protocol").sort();
  // The rule of the command line keeps the library from it, beside the rule of its place.
  expect(without(named)).toEqual(without(others.filter((name) => name !== "cli")));
});

const walk = page.slice(page.indexOf("## One malformed call"), page.indexOf("## Three questions"));
const filesOf = (text: string): string[] => [...text.matchAll(/`(src\/[^`\s]+\.ts)`/g)].map(([, path = ""]) => path);

test("every path on the page exists", () => {
  const paths = [...page.matchAll(/`((?:src|test|compliance|packages)\/[^`\s<>]*)`/g)].map(([, path = ""]) => path);
  expect(paths.length).toBeGreaterThan(40);
  expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

/** What a file imports, types and dynamic imports included. */
const importsOf = (path: string): string[] =>
  [...readFileSync(join(ROOT, path), "utf8").matchAll(/(?:from |import\(|import )"(\.[^"]+)"/g)].map(([, name = ""]) =>
    normalize(join(dirname(path), name)),
  );

test("each file of the walk is joined to another of it by an import, and there are at most 40", () => {
  const files = [...new Set(filesOf(walk))];
  expect(files.length).toBeLessThanOrEqual(40);
  const joined = new Set(
    files.flatMap((file) => importsOf(file).flatMap((other) => (files.includes(other) ? [file, other] : []))),
  );
  expect(files.filter((file) => !joined.has(file))).toEqual([]);
});

test("the page can be read in one sitting", () => {
  expect(page.split(/\s+/).length).toBeLessThanOrEqual(1800);
});
