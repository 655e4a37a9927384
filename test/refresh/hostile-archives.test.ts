import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { refreshCorpus } from "../../src/features/refresh/refresh-corpus.ts";
import { DEFAULT_DOWNLOAD_LIMITS } from "../../src/wire/download-limits.ts";
import { file, type TarEntry, tar, tarBlocks, tarGz } from "./tar.ts";
import { DEFAULT_SEPS, upstreamTree } from "./upstream-tree.ts";
import { contents, failureOf, temporaryFolder, world } from "./world.ts";

const IN = "top/src/seps";
const TREE = upstreamTree().map((entry) => ({ ...entry, name: `top/${entry.name}` }));
const KEPT = ["sep-2164.yaml", "sep-2575.yaml", "traceability.json"];

const request = (bytes: Uint8Array) => {
  const folder = temporaryFolder();
  const corpusDir = join(folder, "deep", "corpus");
  const url = join(folder, "a.tar.gz");
  writeFileSync(url, bytes);
  return { folder, corpusDir, url };
};

/** Refreshes over an existing corpus; that one must survive. */
const refused = async (bytes: Uint8Array, changes = {}): Promise<string> => {
  const { folder, corpusDir, url } = request(bytes);
  const good = join(folder, "good.tgz");
  writeFileSync(good, tarGz(TREE));
  await refreshCorpus({ url: good, corpusDir }, world());
  const before = contents(folder);
  const failure = await failureOf(
    refreshCorpus({ url, corpusDir }, world({ limits: { ...DEFAULT_DOWNLOAD_LIMITS, ...changes } })),
  );
  expect(failure.kind).toBe("failed");
  expect(contents(folder)).toEqual(before);
  return failure.message;
};

const taken = async (entries: readonly TarEntry[]) => {
  const { folder, corpusDir, url } = request(tarGz(entries));
  const refresh = await refreshCorpus({ url, corpusDir }, world());
  const written = Object.keys(contents(folder)).filter((path) => path !== "a.tar.gz");
  return { refresh, written: written.map((path) => path.replace("deep/corpus/2026-07-28/", "")) };
};

describe("Archives: skipped with a warning, never followed", () => {
  test.each([
    ["a step up", "top/src/seps/../../../../escaped.yaml"],
    ["steps up at the start", "../../escaped.yaml"],
    ["an absolute path", "/tmp/mcptest-escaped.yaml"],
    ["a backslash", "top/src/seps/..\\..\\escaped.yaml"],
    ["a drive", `${IN}/C:escaped.yaml`],
    ["a device", `${IN}/NUL.yaml`],
    ["a trailing dot in a folder", `${IN}/dir./escaped.yaml`],
    ["an empty step", `${IN}//escaped.yaml`],
    ["a control character", `${IN}/\x1b[2Jescaped.yaml`],
    ["a bidi override", `${IN}/\u202eescaped.yaml`],
    ["a name of kilobytes", `${IN}/${"x".repeat(2_000)}.yaml`],
    ["a hundred folders", `${IN}/${"d/".repeat(100)}escaped.yaml`],
  ])("%s", async (_what, name) => {
    const { refresh, written } = await taken([...TREE, file(name)]);
    expect(refresh.skipped).toHaveLength(1);
    expect(written).toEqual([...KEPT, "upstream.json"]);
    expect(existsSync("/tmp/mcptest-escaped.yaml")).toBe(false);
  });

  test.each([
    ["a symbolic link", "2", "/etc/passwd"],
    ["a hard link", "1", "/etc/passwd"],
    ["a character device", "3", ""],
    ["a block device", "4", ""],
    ["a pipe", "6", ""],
    ["a sparse file", "S", ""],
  ])("%s", async (_what, type, link) => {
    const { refresh, written } = await taken([...TREE, { name: `${IN}/sep-9.yaml`, type, link }]);
    expect(refresh.skipped).toMatchObject([{ name: `${IN}/sep-9.yaml` }]);
    expect(written).toEqual([...KEPT, "upstream.json"]);
  });

  test("a link in place of the folder does not lead anywhere", async () => {
    const { refresh, written } = await taken([
      ...TREE,
      { name: `${IN}/x`, type: "2", link: "/" },
      file(`${IN}/x/y.yaml`),
    ]);
    expect(written).toEqual([...KEPT, "upstream.json", "x/y.yaml"]);
    expect(refresh.added).toContain("x/y.yaml");
  });

  test("a folder that claims a size is not waited for", async () => {
    const { written } = await taken([{ name: "top/", type: "5", size: "00000001000\0" }, ...TREE]);
    expect(written).toEqual([...KEPT, "upstream.json"]);
  });

  test("a file that would be taken for our own note", async () => {
    const { refresh, written } = await taken([...TREE, file(`${IN}/UPSTREAM.json`, "{}")]);
    expect(refresh.skipped).toHaveLength(1);
    expect(written).toEqual([...KEPT, "upstream.json"]);
  });

  test("only corpus files are taken, and odd names elsewhere do not matter", async () => {
    const { refresh, written } = await taken([
      ...TREE,
      file(`${IN}/run.sh`),
      file("top/docs/what?.md"),
      file("top/a.yaml"),
    ]);
    expect(refresh.skipped).toEqual([]);
    expect(written).toEqual([...KEPT, "upstream.json"]);
  });
});

describe("Archives: refused, and the old corpus survives", () => {
  const good = tarGz(TREE);

  test("what is not gzip", async () => {
    expect(await refused(Buffer.from("<!doctype html>"))).toContain("not gzip");
    expect(await refused(Buffer.alloc(0))).toContain("not gzip");
    expect(await refused(tar(TREE))).toContain("not gzip");
  });

  test("gzip cut at any of many places, or damaged", async () => {
    for (const part of [0.01, 0.3, 0.6, 0.9]) {
      expect(await refused(good.subarray(0, Math.max(3, Math.floor(good.length * part))))).toContain("cut short");
    }
    expect(await refused(good.subarray(0, good.length - 1))).toContain("cut short");
    const damaged = Buffer.from(good);
    damaged[good.length - 6] = (damaged[good.length - 6] ?? 0) ^ 0xff;
    expect(await refused(damaged)).toContain("damaged");
    for (const tail of ["tail", "\0\0\0\0", "\x1f\x8b"]) {
      expect(await refused(Buffer.concat([good, Buffer.from(tail, "latin1")]))).toMatch(/follows|damaged|cut short/);
    }
  });

  test("tar without its end, with a wrong checksum, or not tar at all", async () => {
    const blocks = tar(TREE);
    expect(await refused(gzipSync(blocks.subarray(0, blocks.length - 1024)))).toContain("no end");
    expect(await refused(gzipSync(blocks.subarray(0, 700)))).toContain("no end");
    expect(await refused(gzipSync(Buffer.alloc(0)))).toContain("no end");
    expect(await refused(tarGz([...TREE, { ...file(`${IN}/sep-9.yaml`), badChecksum: true }]))).toContain(
      "well-formed",
    );
    expect(await refused(gzipSync(Buffer.concat([Buffer.alloc(1024, "text "), Buffer.alloc(1024)])))).toContain(
      "well-formed",
    );
  });

  test.each([
    ["negative", "-0000000001\0"],
    ["words", "not a size\0\0"],
    ["base 256, beyond all numbers", "\x80\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"],
    ["base 256, negative", "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x00"],
    ["base 256 with an unknown mark", "\x81\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x05"],
    ["larger than the archive", "00000777777\0"],
  ])("a size that is %s", async (_what, size) => {
    expect(await refused(tarGz([...TREE, { ...file(`${IN}/sep-9.yaml`), size }]))).toContain("cannot be used");
  });

  test("a size in a PAX record that is none", async () => {
    for (const record of ["12 size=-10\n", "12 size=abc\n", "19 size=9999999999\n"]) {
      const entries = [...TREE, { name: "pax", type: "x", text: record }, file(`${IN}/sep-9.yaml`)];
      expect(await refused(tarGz(entries))).toContain("cannot be used");
    }
  });

  test("names that come twice, or that some systems confuse", async () => {
    for (const name of ["sep-2164.yaml", "SEP-2164.yaml", "sep-2164.YAML".toLowerCase()]) {
      expect(await refused(tarGz([...TREE, file(`${IN}/${name}`)]))).toContain("same name");
    }
    const accents = [file(`${IN}/\u00e9.yaml`), file(`${IN}/e\u0301.yaml`)];
    expect(await refused(tarGz([...TREE, ...accents]))).toContain("same name");
    expect(await refused(tarGz([...TREE, file(`${IN}/stra\u00dfe.yaml`), file(`${IN}/strasse.yaml`)]))).toContain(
      "same name",
    );
    expect(await refused(tarGz([...TREE, file("other/src/seps/x.yaml")]))).toContain("more than once");
  });

  test("a second archive behind the first is seen, not silently dropped", async () => {
    const twice = gzipSync(Buffer.concat([tar(TREE), tar([file(`${IN}/sep-2164.yaml`, "sep: 1\n")])]));
    expect(await refused(twice)).toContain("same name");
  });

  test("bombs: by ratio, by size, by count, by file", async () => {
    const zeros = tarBlocks(file("top/zeros.bin", "\0".repeat(8_000_000)));
    expect(await refused(gzipSync(Buffer.concat([zeros, tar(TREE)])))).toContain("100 times");
    expect(await refused(good, { unpackedBytes: 4_000 })).toContain("4000 bytes");
    const many = Array.from({ length: 300 }, (_, index) => file(`top/${index}`, ""));
    expect(await refused(tarGz([...TREE, ...many]), { entries: 300 })).toContain("300 entries");
    expect(await refused(tarGz([...TREE, file(`${IN}/big.json`, "x".repeat(5_000))]), { fileBytes: 4_999 })).toContain(
      "4999",
    );
    expect(await refused(good, { files: 2 })).toContain("2 corpus files");
    expect(await refused(good, { archiveBytes: 100 })).toContain("100 bytes");
  });

  test("a file that is also a folder", async () => {
    expect(await refused(tarGz([...TREE, file(`${IN}/x.yaml`), file(`${IN}/x.yaml/y.yaml`)]))).toContain(
      "cannot write",
    );
  });

  test("nothing but things that cannot be used", async () => {
    const links = Object.keys(DEFAULT_SEPS).map((name) => ({ name: `${IN}/${name}`, type: "2", link: "/etc/passwd" }));
    const bare = TREE.filter(({ name }) => !name.startsWith(`${IN}/`));
    expect(await refused(tarGz([...bare, ...links]))).toContain("that can be used");
  });
});

test("a path that is no file, or a folder", async () => {
  const folder = temporaryFolder();
  for (const url of [join(folder, "none.tgz"), `${folder}/.tgz`]) {
    expect(await failureOf(refreshCorpus({ url, corpusDir: folder }, world()))).toMatchObject({ kind: "failed" });
  }
});
