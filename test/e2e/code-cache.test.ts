// Compiled code is believed only where nobody else could have put it, and only what we made is ever deleted.

import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { cacheFolder } from "../../src/cli/launch/cache-folder.ts";
import { type CodeCache, openCodeCache } from "../../src/cli/launch/code-cache.ts";
import { temporaryFolder } from "./cli.ts";

const names = ["a.cjs", "b.cjs"];
const sourceOf = (name: string): Buffer => Buffer.from(`source of ${name}`);
const bytesOf = (name: string): Buffer => Buffer.from(`code of ${name}`);

const BUILD = "0123456789abcdef-v20.20.2-x64";
const open = (base: string, build = BUILD): CodeCache =>
  openCodeCache(cacheFolder(base, ["m", "code"]), build, "check");

const read = (cache: CodeCache, name: string): string | undefined => cache.read(name, sourceOf(name))?.toString();

/** As a run does it: every file is read before what was compiled of it is kept. */
const run = (base: string, build = BUILD, more: readonly string[] = []): void => {
  const cache = open(base, build);
  for (const name of [...names, ...more]) read(cache, name);
  cache.keep([...names, ...more], bytesOf);
};

const buildName = (number: number): string => `${String(number).padStart(16, "0")}-v20.20.2-x64`;

describe("Compiled code: the code cache gives back what was kept", () => {
  test("and takes more until enough runs have added to it", () => {
    const base = temporaryFolder();
    for (let time = 1; time <= 3; time += 1) run(base);
    const cache = open(base);
    expect(names.map((name) => read(cache, name))).toEqual(["code of a.cjs", "code of b.cjs"]);
    expect(read(cache, "c.cjs")).toBeUndefined();
    let compiled = 0;
    cache.keep(names, (name) => {
      compiled += 1;
      return bytesOf(name);
    });
    expect(compiled).toBe(0);
    run(base, BUILD, ["c.cjs"]);
    expect(read(open(base), "c.cjs")).toBe("code of c.cjs");
  });

  test("but not for a source of the same length that says something else", () => {
    const base = temporaryFolder();
    run(base);
    expect(open(base).read("a.cjs", Buffer.from("SOURCE OF a.cjs"))).toBeUndefined();
    expect(read(open(base), "a.cjs")).toBe("code of a.cjs");
  });
});

describe("Compiled code: the code cache deletes only what it made", () => {
  test("older builds make room", () => {
    const base = temporaryFolder();
    for (let build = 1; build <= 9; build += 1) run(base, buildName(build));
    const left = readdirSync(join(base, "m", "code")).filter((name) => !name.startsWith("."));
    expect(left).toHaveLength(5);
    expect(left).toContain(buildName(9));
  });

  test("a folder that somebody else made is neither used nor emptied", () => {
    const base = temporaryFolder();
    const projects = Array.from({ length: 9 }, (_, index) => join(base, "m", "code", buildName(index)));
    for (const project of projects) {
      mkdirSync(project, { recursive: true });
      writeFileSync(join(project, "check"), "a year of work");
    }
    run(base);
    for (const project of projects) expect(readFileSync(join(project, "check"), "utf8")).toBe("a year of work");
    expect(existsSync(join(base, "m", "code", BUILD))).toBe(false);
  });

  test("strange names, strange files and links in it stay, and so does what links lead to", () => {
    const base = temporaryFolder();
    const elsewhere = temporaryFolder();
    writeFileSync(join(elsewhere, "check"), "a year of work");
    run(base, buildName(1));
    const code = join(base, "m", "code");
    const strange = ["thesis", ".git", "0123456789abcdef", `${buildName(3)}/x`];
    for (const name of strange) mkdirSync(join(code, name), { recursive: true });
    writeFileSync(join(code, buildName(1), "thesis.txt"), "a year of work");
    symlinkSync(elsewhere, join(code, buildName(2)));
    for (const name of readdirSync(code)) if (name !== buildName(2)) utimesSync(join(code, name), 1, 1);
    for (let build = 4; build <= 12; build += 1) run(base, buildName(build));
    for (const name of strange) expect(existsSync(join(code, name)), name).toBe(true);
    expect(readFileSync(join(code, buildName(1), "thesis.txt"), "utf8")).toBe("a year of work");
    expect(readFileSync(join(elsewhere, "check"), "utf8")).toBe("a year of work");
  });
});

describe("Compiled code: the code cache is done without where somebody else could have planted code", () => {
  const planted = (base: string): string => join(base, "m", "code", BUILD, "check");
  const refused = (base: string): void => {
    expect(read(open(base), "a.cjs")).toBeUndefined();
    expect(() => run(base)).not.toThrow();
    expect(read(open(base), "a.cjs")).toBeUndefined();
  };

  test.each([
    ["the folder of the build", ["m", "code", BUILD]],
    ["the cache itself", ["m", "code"]],
    ["a folder above it", ["m"]],
    ["the folder the user named", []],
  ])("%s can be written by others", (_, way) => {
    const base = temporaryFolder();
    run(base);
    for (const mode of [0o720, 0o702, 0o777]) {
      chmodSync(join(base, ...way), mode);
      refused(base);
    }
    chmodSync(join(base, ...way), 0o700);
    expect(read(open(base), "a.cjs")).toBe("code of a.cjs");
  });

  test.each([
    ["the file", ["m", "code", BUILD, "check"]],
    ["the folder of the build", ["m", "code", BUILD]],
    ["the cache itself", ["m", "code"]],
    ["a folder above it", ["m"]],
  ])("%s is a link", (what, way) => {
    const base = temporaryFolder();
    run(base);
    const path = join(base, ...way);
    const moved = join(temporaryFolder(), "moved");
    renameSync(path, moved);
    symlinkSync(moved, path);
    expect(read(open(base), "a.cjs")).toBeUndefined();
    expect(() => run(base)).not.toThrow();
    // A link in the place of the file is replaced by a file of ours; any other stays, and nothing is written through it.
    if (what !== "the file") refused(base);
  });

  test("the file can be written by others", () => {
    const base = temporaryFolder();
    run(base);
    chmodSync(planted(base), 0o666);
    expect(read(open(base), "a.cjs")).toBeUndefined();
  });

  test.skipIf(process.getuid?.() !== 0)("the file or a folder belongs to somebody else", () => {
    for (const way of [["m", "code", BUILD, "check"], ["m", "code", BUILD], ["m", "code"], ["m"], []]) {
      const base = temporaryFolder();
      run(base);
      chownSync(join(base, ...way), 12_345, 12_345);
      expect(read(open(base), "a.cjs"), way.join("/")).toBeUndefined();
    }
  });

  test("a link that the user named leads to a folder of the user's own", () => {
    const base = temporaryFolder();
    const link = join(temporaryFolder(), "cache");
    symlinkSync(base, link);
    run(link);
    expect(read(open(link), "a.cjs")).toBe("code of a.cjs");
    chmodSync(base, 0o777);
    refused(link);
    rmSync(link);
    symlinkSync(join(base, "nowhere"), link);
    refused(link);
    expect(existsSync(join(base, "nowhere"))).toBe(false);
  });

  test("a folder that may not be read or written is no trouble", () => {
    const root = temporaryFolder();
    const closed = join(root, "closed");
    mkdirSync(closed);
    chmodSync(closed, 0o000);
    const cache = open(join(closed, "x"));
    expect(read(cache, "a.cjs")).toBeUndefined();
    expect(() => cache.keep(names, bytesOf)).not.toThrow();
    chmodSync(closed, 0o700);
  });
});
