// Where corpora are looked for, and what is said about broken ones.

import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { levelOfText } from "../../src/judge/corpus/sep-level.ts";
import { newestFirst, newestSpoken, readVersion, revisionOfVersion } from "../../src/judge/corpus/sep-versions.ts";
import { resolveConformance } from "../../src/judge/corpus-files/resolve-conformance.ts";
import { checkRow, corpusFolder, sepText } from "./corpora.ts";

describe("where a corpus comes from", () => {
  test("the embedded ones, when there is no cache", async () => {
    const corpora = resolveConformance({ cacheDir: "/nowhere/at/all" });
    expect(corpora.versions).toEqual(["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]);
    expect(corpora.sourceOf("2026-07-28")).toBe("embedded");
    expect(corpora.sourceOf("2024-10-07")).toBeUndefined();
    expect((await corpora.load("2026-07-28")).source).toBe("embedded");
  });

  test("cache and embedded together, the cache first for a version both have", async () => {
    const cacheDir = corpusFolder({
      "2026-07-28/sep-1.yaml": sepText(1, checkRow("sep-1-a")),
      "2027-01-01-rc/sep-2.yaml": sepText(2, checkRow("sep-2-a")),
      "2028-01-01/readme.txt": "no corpus",
      "notes/sep-3.yaml": sepText(3),
    });
    const corpora = resolveConformance({ cacheDir });
    expect(corpora.versions.slice(0, 3)).toEqual(["2027-01-01-rc", "2026-07-28", "2025-11-25"]);
    expect(corpora.versions.slice(0, 3).map(corpora.sourceOf)).toEqual(["cache", "cache", "embedded"]);
    const { seps, source } = await corpora.load("2026-07-28");
    expect([source, seps.map(({ sep }) => sep)]).toEqual(["cache", [1]]);
  });

  test("--corpus-dir alone, with version folders in any spelling", async () => {
    const cacheDir = corpusFolder({ "2026-07-28/sep-1.yaml": sepText(1) });
    const corpusDir = corpusFolder({ "v2025-06-18/sep-9.yaml": sepText(9, checkRow("sep-9-a")) });
    const corpora = resolveConformance({ corpusDir, cacheDir });
    expect(corpora.versions).toEqual(["2025-06-18"]);
    expect(corpora.sourceOf("2026-07-28")).toBeUndefined();
    expect((await corpora.load("2025-06-18")).source).toBe("override");
  });

  test("--corpus-dir that holds the files themselves stands for any version, and knows its own name", async () => {
    const corpusDir = corpusFolder({ "2026-07-28/sep-9.yaml": sepText(9, checkRow("sep-9-a")) });
    const named = resolveConformance({ corpusDir: join(corpusDir, "2026-07-28") });
    expect([named.anyVersion, named.versions]).toEqual([true, ["2026-07-28"]]);
    const unnamed = resolveConformance({ corpusDir: corpusFolder({ "sep-9.yml": sepText(9) }) });
    expect([unnamed.anyVersion, unnamed.versions]).toEqual([true, []]);
    expect((await unnamed.load("2025-11-25")).version).toBe("2025-11-25");
  });

  test("files in folders below count, as a refresh may have written them", async () => {
    const nested = {
      "2026-07-28/final/sep-1.yaml": sepText(1, checkRow("sep-1-a")),
      "2026-07-28/final/deep/sep-2.yml": sepText(2, checkRow("sep-2-a")),
      "2026-07-28/2026-07-28/sep-3.yaml": sepText(3, checkRow("sep-3-a")),
    };
    for (const homes of [{ cacheDir: corpusFolder(nested) }, { corpusDir: corpusFolder(nested) }]) {
      const { seps, warnings } = await resolveConformance(homes).load("2026-07-28");
      expect([seps.map(({ sep }) => sep), warnings]).toEqual([[1, 2, 3], []]);
    }
  });

  test("a folder of versions is not the files themselves, however deep they lie", () => {
    const versions = resolveConformance({
      corpusDir: corpusFolder({ "2026-07-28/a/sep-1.yaml": sepText(1), "notes/sep-2.yaml": sepText(2) }),
    });
    expect([versions.anyVersion, versions.versions]).toEqual([false, ["2026-07-28"]]);
    const files = resolveConformance({ corpusDir: corpusFolder({ "a/sep-1.yaml": sepText(1) }) });
    expect([files.anyVersion, files.versions]).toEqual([true, []]);
  });

  test("a link below is not followed", () => {
    const corpusDir = corpusFolder({ "2026-07-28/readme.txt": "no corpus" });
    symlinkSync(corpusFolder({ "sep-1.yaml": sepText(1) }), join(corpusDir, "2026-07-28", "linked"));
    expect(resolveConformance({ corpusDir }).versions).toEqual([]);
  });

  test("a folder that is not there holds nothing", () => {
    expect(resolveConformance({ corpusDir: "/nowhere/at/all" }).versions).toEqual([]);
  });
});

describe("versions", () => {
  test("a release beats its candidates, and the draft is never newest", () => {
    const sorted = newestFirst(["draft", "2025-11-25", "2026-07-28-rc", "2026-07-28", "2026-07-28-beta"]);
    expect(sorted).toEqual(["2026-07-28", "2026-07-28-rc", "2026-07-28-beta", "2025-11-25", "draft"]);
    expect(newestSpoken(sorted, ["2025-06-18", "2025-11-25"])).toBe("2025-11-25");
    expect(newestSpoken(["draft"], ["draft"])).toBeUndefined();
  });

  test("spellings", () => {
    expect(["v2026-07-28", "2026-07-28-RC.1", "draft", "2031-02-03"].map(readVersion)).toEqual([
      "2026-07-28",
      "2026-07-28-rc.1",
      "draft",
      "2031-02-03",
    ]);
    expect(["", "..", "2026", "2026-07-28/..", "latest"].map(readVersion)).toEqual(Array(5).fill(undefined));
    expect([revisionOfVersion("2026-07-28-rc"), revisionOfVersion("2031-02-03")]).toEqual(["2026-07-28", undefined]);
  });

  test("the strongest upper-case keyword of a text is its level", () => {
    expect(levelOfText("It SHOULD do so and MUST NOT do otherwise")).toBe("MUST");
    expect(levelOfText("This is REQUIRED where it MAY be")).toBe("MUST");
    expect(levelOfText("NOT RECOMMENDED, but OPTIONAL")).toBe("SHOULD");
    expect(levelOfText("It MAY")).toBe("MAY");
    expect(levelOfText("it must, says MUSTARD")).toBeNull();
  });
});

describe("broken and odd corpora", () => {
  const load = (files: Readonly<Record<string, string>>) =>
    resolveConformance({ corpusDir: corpusFolder(files) }).load("2026-07-28");

  test.each([
    ["not YAML", "sep: 1\nspec_url: [\n", /sep-1\.yaml:\d+:\d+: /],
    ["no number", "sep: x\nspec_url: y\n", /sep-1\.yaml:1:1: expected the number of a SEP/],
    ["no list", "sep: 1\nspec_url: y\nrequirements: 3\n", /sep-1\.yaml:3:1: expected a list/],
    ["no text", sepText(1, "{ check: sep-1-a }"), /sep-1\.yaml:4:\d+: text is missing; add it/],
    ["both", sepText(1, "{ check: sep-1-a, text: a, excluded: b }"), /sep-1\.yaml:4:\d+: a row has a check or/],
    ["an id that is none", sepText(1, '{ check: "a b", text: a }'), /sep-1\.yaml:4:\d+: expected an id/],
    ["a key twice", "sep: 1\nsep: 2\nspec_url: y\n", /sep-1\.yaml:2:1: /],
    [
      "a bomb",
      `a: &a [x,x]\n${Array.from("bcdefghijk", (key, index) => `${key}: &${key} [*${"abcdefghij"[index]},*${"abcdefghij"[index]}]\n`).join("")}`,
      /sep-1\.yaml/,
    ],
  ])("%s: says where", async (_name, text, message) => {
    await expect(load({ "sep-1.yaml": text })).rejects.toThrow(message);
  });

  test("unknown members are left alone, and rows without check or reason say nothing", async () => {
    const { seps, warnings } = await load({
      "sep-1.yaml": `${sepText(1, '{ check: sep-1-a, text: "MUST", later: 1 }', "{ text: unkeyed }")}more: true\n`,
    });
    expect(seps[0]?.checks).toEqual([{ check: "sep-1-a", text: "MUST", url: "https://example.org/spec" }]);
    expect([seps[0]?.exclusions, warnings]).toEqual([[], []]);
  });

  test("an id twice counts once, and a number that is not the file's is said", async () => {
    const { seps, warnings } = await load({
      "sep-1.yaml": sepText(1, checkRow("sep-1-a"), checkRow("sep-1-a")),
      "sep-2.yaml": sepText(3, checkRow("sep-1-a"), checkRow("sep-3-a")),
    });
    expect(seps.map(({ sep, checks }) => [sep, checks.length])).toEqual([
      [1, 1],
      [3, 1],
    ]);
    expect(warnings).toEqual([
      "sep-1.yaml repeats sep-1-a, already in sep-1.yaml; it counts once",
      "sep-2.yaml is named after SEP-2, but contains SEP-3",
      "sep-2.yaml repeats sep-1-a, already in sep-1.yaml; it counts once",
    ]);
  });
});
