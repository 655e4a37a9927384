// Starting from compiled code: kept where it should be, never trusted when damaged, never missed when it cannot be kept.

import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { openCodeCache } from "../../src/launch/code-cache.ts";
import { ensureBuilt, mcptest, ROOT, temporaryFolder } from "./cli.ts";

beforeAll(ensureBuilt);

const EXPLAIN = ["explain", "PROTO-001"];
// From Node 22.1 on, Node keeps compiled code itself.
const isOurs = Number(process.versions.node.split(".")[0]) < 22;

const kept = (folder: string): string[] =>
  existsSync(join(folder, "mcptest"))
    ? (readdirSync(join(folder, "mcptest"), { recursive: true }) as string[]).map((name) =>
        join(folder, "mcptest", name),
      )
    : [];

describe.skipIf(!isOurs)("compiled code", () => {
  test("is kept per build and command for the user alone, and changes nothing that is said", async () => {
    const cache = temporaryFolder();
    const env = { NODE_COMPILE_CACHE: cache };
    const first = await mcptest(EXPLAIN, { env });
    const [, file = ""] = kept(cache);
    const build = readFileSync(join(ROOT, "dist", "build-id"), "utf8");
    expect(file).toBe(join(cache, "mcptest", `${build}-${process.version}-${process.arch}`, "explain"));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    for (let run = 2; run <= 4; run += 1) expect(await mcptest(EXPLAIN, { env })).toEqual(first);
    // Three runs add what they compiled; the fourth leaves it alone.
    const { mtimeMs, size } = statSync(file);
    expect(size).toBeGreaterThan(10_000);
    expect(await mcptest(EXPLAIN, { env })).toEqual(first);
    expect(statSync(file).mtimeMs).toBe(mtimeMs);
  });

  test("that is damaged is made again", async () => {
    const cache = temporaryFolder();
    const env = { NODE_COMPILE_CACHE: cache };
    const first = await mcptest(EXPLAIN, { env });
    const [, file = ""] = kept(cache);
    const good = readFileSync(file);
    for (const bad of [
      Buffer.alloc(0),
      good.subarray(0, good.length - 100),
      Buffer.from("{}\n"),
      Buffer.from("null\n"),
    ]) {
      writeFileSync(file, bad);
      expect(await mcptest(EXPLAIN, { env })).toEqual(first);
      expect(statSync(file).size).toBeGreaterThan(good.length / 2);
    }
  });

  test("is not kept where nothing may be written, or nobody wants it", async () => {
    const cache = temporaryFolder();
    const blocked = join(cache, "file");
    writeFileSync(blocked, "");
    const plain = await mcptest(EXPLAIN, { env: { NODE_DISABLE_COMPILE_CACHE: "1", NODE_COMPILE_CACHE: cache } });
    expect(plain.code).toBe(0);
    expect(kept(cache)).toEqual([]);
    expect(await mcptest(EXPLAIN, { env: { NODE_COMPILE_CACHE: blocked } })).toEqual(plain);
  });

  test("a command that does not exist gets no file", async () => {
    const cache = temporaryFolder();
    expect((await mcptest(["../../evil"], { env: { NODE_COMPILE_CACHE: cache } })).code).toBe(1);
    expect(kept(cache)).toEqual([]);
  });
});

describe("the file it is kept in", () => {
  const names = ["a.cjs", "b.cjs"];
  const bytesOf = (name: string): Buffer => Buffer.from(`code of ${name}`);

  test("gives back what was kept, and takes more until enough runs have added to it", () => {
    const file = join(temporaryFolder(), "x", "check");
    for (let run = 1; run <= 3; run += 1) openCodeCache(file).keep(names, bytesOf);
    const cache = openCodeCache(file);
    expect(names.map((name) => cache.read(name)?.toString())).toEqual(["code of a.cjs", "code of b.cjs"]);
    expect(cache.read("c.cjs")).toBeUndefined();
    let compiled = 0;
    cache.keep(names, (name) => {
      compiled += 1;
      return bytesOf(name);
    });
    expect(compiled).toBe(0);
    cache.keep([...names, "c.cjs"], bytesOf);
    expect(openCodeCache(file).read("c.cjs")?.toString()).toBe("code of c.cjs");
  });

  test("older builds make room", () => {
    const root = temporaryFolder();
    for (let build = 1; build <= 9; build += 1)
      openCodeCache(join(root, `build-${build}`, "check")).keep(names, bytesOf);
    const left = readdirSync(root);
    expect(left.length).toBeLessThanOrEqual(5);
    expect(left).toContain("build-9");
  });

  test("a folder that may not be read or written is no trouble", () => {
    const root = temporaryFolder();
    const closed = join(root, "closed");
    mkdirSync(closed);
    chmodSync(closed, 0o000);
    const cache = openCodeCache(join(root, "closed", "x", "check"));
    expect(cache.read("a.cjs")).toBeUndefined();
    expect(() => cache.keep(names, bytesOf)).not.toThrow();
    chmodSync(closed, 0o700);
  });
});
