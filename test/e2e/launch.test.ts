// Starting from compiled code: kept where it should be, never trusted when damaged, never missed when it cannot be kept.

import { execFile } from "node:child_process";
import { cpSync, existsSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { ensureBuilt, mcptest, ROOT, temporaryFolder } from "./cli.ts";

beforeAll(ensureBuilt);

const EXPLAIN = ["explain", "PROTO-001"];
// From Node 22.1 on, Node keeps compiled code itself.
const isOurs = Number(process.versions.node.split(".")[0]) < 22;

const NAME = "mcptest-compiled-code";

/** The files of compiled code. */
const kept = (folder: string): string[] =>
  existsSync(join(folder, NAME))
    ? readdirSync(join(folder, NAME), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && !entry.name.startsWith("."))
        .map((entry) => join(entry.parentPath, entry.name))
    : [];

describe.skipIf(!isOurs)("Compiled code: what is kept", () => {
  test("is kept per build and command for the user alone, and changes nothing that is said", async () => {
    const cache = temporaryFolder();
    const env = { NODE_COMPILE_CACHE: cache };
    const first = await mcptest(EXPLAIN, { env });
    const [file = ""] = kept(cache);
    const build = readFileSync(join(ROOT, "dist", "build-id"), "utf8");
    expect(file).toBe(join(cache, NAME, `${build}-${process.version}-${process.arch}`, "explain"));
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
    const [file = ""] = kept(cache);
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

  test("of a file that was edited since, to the same length, does not run", async () => {
    const copy = join(temporaryFolder(), "copy");
    for (const part of ["bin", "dist", "package.json", "schemas"])
      cpSync(join(ROOT, part), join(copy, part), { recursive: true });
    symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));
    const run = (): Promise<{ stdout: string }> =>
      new Promise((resolve, reject) => {
        const env = { PATH: process.env["PATH"] ?? "", HOME: "/", NODE_COMPILE_CACHE: join(copy, "cache") };
        execFile(process.execPath, [join(copy, "bin/mcptest.js"), ...EXPLAIN], { env }, (error, stdout) =>
          error ? reject(error) : resolve({ stdout }),
        );
      });
    for (let time = 1; time <= 4; time += 1) expect((await run()).stdout).toContain("PROTO-001");
    const file = readdirSync(join(copy, "dist"))
      .map((name) => join(copy, "dist", name))
      .find((name) => name.endsWith(".cjs") && readFileSync(name, "latin1").includes("Why it matters"));
    if (file === undefined) throw new Error("no file of the build says what is looked for");
    writeFileSync(file, readFileSync(file, "latin1").replaceAll("Why it matters", "WHY IT MATTERS"), "latin1");
    const before = (await mcptest(EXPLAIN)).stdout;
    expect((await run()).stdout).toBe(before.replaceAll("Why it matters", "WHY IT MATTERS"));
  });
});
