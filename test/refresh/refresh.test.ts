import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { refreshCorpus } from "../../src/features/refresh/refresh-corpus.ts";
import { resolveConformance } from "../../src/judge/corpus-files/resolve-conformance.ts";
import { openGitHost, REPOSITORY } from "./git-host.ts";
import { gitArchive, tarGz } from "./tar.ts";
import { COMMITS, DEFAULT_SEPS, sepText, treeWithoutSeps, upstreamTree } from "./upstream-tree.ts";
import { contents, failureOf, NOW, temporaryFolder, world } from "./world.ts";

const MAIN = { name: "refs/heads/main", commit: COMMITS.main, tree: upstreamTree() };
const OLD_TAGS = [
  { name: "refs/tags/v0.1.9", commit: COMMITS.oldest, tree: treeWithoutSeps() },
  { name: "refs/tags/v0.1.16", commit: COMMITS.old, tree: treeWithoutSeps() },
  { name: "refs/tags/v0.1.15", commit: COMMITS.older, tree: treeWithoutSeps() },
  { name: "refs/tags/v0.1.8", commit: COMMITS.ancient, tree: upstreamTree() },
];
const asked = (name: string): string => `${REPOSITORY}/archive/${name}.tar.gz`;
const LIST = `${REPOSITORY}/info/refs?service=git-upload-pack`;

describe("latest", () => {
  test("falls back to the default branch after three tags without the source path, and says so", async () => {
    const host = await openGitHost({ head: MAIN.name, refs: [...OLD_TAGS, MAIN] });
    const corpusDir = temporaryFolder();
    const refresh = await refreshCorpus({ url: host.url, corpusDir }, world());
    expect(host.asked).toEqual([LIST, asked("v0.1.16"), asked("v0.1.15"), asked("v0.1.9"), asked("main")]);
    expect(host.agents[0]).toMatch(/^git\//);
    expect(refresh).toMatchObject({
      version: "2026-07-28",
      version_reason: "requirements",
      ref: "main",
      commit: COMMITS.main,
      ref_reason: { kind: "default-branch", without: ["v0.1.16", "v0.1.15", "v0.1.9"], tags: 4 },
      added: ["sep-2164.yaml", "sep-2575.yaml", "traceability.json"],
      removed: [],
      notes: [],
    });
    const written = contents(join(corpusDir, "2026-07-28"));
    expect(Object.keys(written)).toEqual(["sep-2164.yaml", "sep-2575.yaml", "traceability.json", "upstream.json"]);
    expect(written["sep-2164.yaml"]).toBe(DEFAULT_SEPS["sep-2164.yaml"]);
    expect(JSON.parse(written["upstream.json"] ?? "")).toEqual({
      url: host.url,
      ref: "main",
      commit: COMMITS.main,
      source_path: "src/seps",
      archive_sha256: refresh.archive_sha256,
      version: "2026-07-28",
      fetched_at: NOW.toISOString(),
    });
    expect(refresh.archive_sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(readdirSync(corpusDir)).toEqual(["2026-07-28"]);
  });

  test("takes the newest tag that holds the source path; an annotated tag counts as its commit", async () => {
    const tag = { name: "refs/tags/v0.2.0", commit: COMMITS.main, tagObject: "f".repeat(40), tree: upstreamTree() };
    const host = await openGitHost({ head: MAIN.name, refs: [...OLD_TAGS, tag, { ...MAIN, commit: "a".repeat(40) }] });
    const refresh = await refreshCorpus({ url: `${host.url}.git/`, corpusDir: temporaryFolder() }, world());
    expect(host.asked).toEqual([LIST, asked("v0.2.0")]);
    expect(refresh).toMatchObject({
      ref: "v0.2.0",
      commit: COMMITS.main,
      ref_reason: { kind: "newest-tag", without: [] },
    });
  });

  test("needs requirements/ to know the newest revision, and a word about any other", async () => {
    const tree = upstreamTree().filter(({ name }) => !name.startsWith("requirements/2"));
    const host = await openGitHost({ head: MAIN.name, refs: [{ ...MAIN, tree }] });
    const corpusDir = temporaryFolder();
    const failure = await failureOf(refreshCorpus({ url: host.url, corpusDir }, world()));
    expect(failure).toMatchObject({ kind: "corpusMissing", message: expect.stringContaining("--target-version") });
    const silent = await failureOf(refreshCorpus({ url: host.url, corpusDir, targetVersion: "2026-07-28" }, world()));
    expect(silent).toMatchObject({
      kind: "corpusMissing",
      message: "upstream does not say which revision its rows are about; nothing was changed",
    });
    expect(readdirSync(corpusDir)).toEqual([]);
  });

  test("an empty repository has nothing to take", async () => {
    const host = await openGitHost({ refs: [] });
    const failure = await failureOf(refreshCorpus({ url: host.url, corpusDir: temporaryFolder() }, world()));
    expect(failure).toMatchObject({ kind: "failed", message: expect.stringContaining("no default branch") });
  });
});

describe("the revision of the rows", () => {
  const dated = (sep: number, revision: string): string =>
    sepText(sep, [`sep-${sep}-a`]).replace(
      /spec_url: .*/,
      `spec_url: https://example.test/specification/${revision}/x#y`,
    );
  const hostOf = (seps: Readonly<Record<string, string>>) =>
    openGitHost({ head: MAIN.name, refs: [{ ...MAIN, tree: upstreamTree(seps) }] });

  test.each(["2025-11-25", "2025-06-18", "draft", "2031-01-01"])(
    "rows of another are not filed under %s",
    async (version) => {
      const { url } = await openGitHost({ head: MAIN.name, refs: [MAIN] });
      const corpusDir = temporaryFolder();
      const failure = await failureOf(refreshCorpus({ url, corpusDir, targetVersion: version }, world()));
      expect(failure).toMatchObject({
        kind: "corpusMissing",
        message: `upstream has no rows for ${version}, only for 2026-07-28; nothing was changed`,
      });
      expect(readdirSync(corpusDir)).toEqual([]);
    },
  );

  test("upstream's newest may be asked for by name, or as a candidate of it", async () => {
    const { url } = await openGitHost({ head: MAIN.name, refs: [MAIN] });
    const corpusDir = temporaryFolder();
    for (const version of ["v2026-07-28", "2026-07-28-rc"]) {
      const refresh = await refreshCorpus({ url, corpusDir, targetVersion: version }, world());
      expect(refresh).toMatchObject({ version: version.replace("v", ""), version_reason: "asked-for" });
    }
    expect(readdirSync(corpusDir).sort()).toEqual(["2026-07-28", "2026-07-28-rc"]);
  });

  test("a dated link or a folder of that name tells; a link to the draft does not", async () => {
    const { url } = await hostOf({
      "sep-1.yaml": dated(1, "2025-11-25"),
      "sep-2.yaml": dated(2, "draft"),
      "2025-11-25/sep-3.yaml": dated(3, "draft"),
      "more/sep-4.yaml": dated(4, "2026-07-28"),
    });
    const corpusDir = temporaryFolder();
    const older = await refreshCorpus({ url, corpusDir, targetVersion: "2025-11-25" }, world());
    expect(older.added).toEqual(["2025-11-25/sep-3.yaml", "sep-1.yaml", "traceability.json"]);
    expect(older.notes).toEqual(["left out what is about other revisions: more/sep-4.yaml, sep-2.yaml"]);
    const newest = await refreshCorpus({ url, corpusDir }, world());
    expect(newest.added).toEqual(["more/sep-4.yaml", "sep-2.yaml", "traceability.json"]);
    const corpora = resolveConformance({ corpusDir });
    const numbers = async (version: string) => (await corpora.load(version)).seps.map(({ sep }) => sep);
    expect([await numbers("2025-11-25"), await numbers("2026-07-28")]).toEqual([
      [1, 3],
      [2, 4],
    ]);
  });

  test("files that are all nested are a corpus", async () => {
    const { url } = await hostOf({ "a/b/sep-1.yaml": sepText(1, ["sep-1-a"]) });
    const corpusDir = temporaryFolder();
    expect((await refreshCorpus({ url, corpusDir }, world())).added).toEqual(["a/b/sep-1.yaml", "traceability.json"]);
    expect(resolveConformance({ corpusDir }).versions).toEqual(["2026-07-28"]);
  });
});

describe("what is asked for", () => {
  test("--ref is downloaded without listing anything", async () => {
    const host = await openGitHost({ head: MAIN.name, refs: [MAIN] });
    const refresh = await refreshCorpus({ url: host.url, ref: COMMITS.main, corpusDir: temporaryFolder() }, world());
    expect(host.asked).toEqual([asked(COMMITS.main)]);
    expect(refresh).toMatchObject({ ref: COMMITS.main, commit: COMMITS.main, ref_reason: { kind: "asked-for" } });
  });

  test("an archive is taken as it is, from a URL or a file, and a query is not kept", async () => {
    const bytes = gitArchive("conformance-main", COMMITS.main, upstreamTree());
    const path = `${REPOSITORY}/some.tgz`;
    const host = await openGitHost({ refs: [], answers: { [path]: (response) => response.end(bytes) } });
    const corpusDir = temporaryFolder();
    const url = `http://127.0.0.1:${host.port}${path}?token=secret`;
    const first = await refreshCorpus({ url, corpusDir }, world());
    expect(first).toMatchObject({ commit: COMMITS.main, ref_reason: { kind: "archive" } });
    expect(first.ref).toBeUndefined();
    expect(readFileSync(join(corpusDir, "2026-07-28", "upstream.json"), "utf8")).not.toContain("secret");
    const local = join(corpusDir, "corpus.tar.gz");
    writeFileSync(local, tarGz(upstreamTree()));
    const second = await refreshCorpus({ url: local, corpusDir }, world());
    expect(second.unchanged).toHaveLength(3);
    expect(second.commit).toBeUndefined();
  });

  test("--source-path names another folder, down to the repository itself", async () => {
    const bytes = gitArchive("fork", COMMITS.main, [
      { name: "requirements/2026-07-28.yaml", text: "server: []\n" },
      { name: "rows/deep/sep-1.yml", text: sepText(1, ["sep-1-a"]) },
      { name: "rows/sep-2.yaml", text: sepText(2, ["sep-2-a"]) },
      { name: "sep-3.yaml", text: sepText(3, ["sep-3-a"]) },
    ]);
    const folder = temporaryFolder();
    const url = join(folder, "fork.tar.gz");
    writeFileSync(url, bytes);
    const base = { url, corpusDir: folder };
    expect((await refreshCorpus({ ...base, sourcePath: "rows/" }, world())).added).toEqual([
      "deep/sep-1.yml",
      "sep-2.yaml",
    ]);
    const whole = await refreshCorpus({ ...base, sourcePath: "." }, world());
    expect(whole).toMatchObject({
      added: ["requirements/2026-07-28.yaml", "rows/deep/sep-1.yml", "rows/sep-2.yaml", "sep-3.yaml"],
      removed: ["deep/sep-1.yml", "sep-2.yaml"],
    });
    const failure = await failureOf(refreshCorpus({ ...base, sourcePath: "src/seps" }, world()));
    expect(failure).toMatchObject({
      kind: "failed",
      message: expect.stringContaining("src/seps has no sep-<number>.yaml"),
    });
  });

  test.each([
    [{ url: "ftp://host/x" }, "--url"],
    [{ url: "somewhere" }, "--url"],
    [{ url: "https://me:secret@host/x" }, "credentials"],
    [{ url: "https://github.com/only-owner" }, "<owner>/<repo>"],
    [{ url: "https://host/x?y=z" }, "query"],
    [{ ref: "../x" }, "--ref"],
    [{ ref: "-x" }, "--ref"],
    [{ ref: "a b" }, "--ref"],
    [{ sourcePath: "../x" }, "--source-path"],
    [{ sourcePath: "/etc" }, "--source-path"],
    [{ targetVersion: "../x" }, "--target-version"],
    [{ targetVersion: "newest" }, "--target-version"],
  ])("%j is refused before anything is asked for", async (flags, word) => {
    const corpusDir = temporaryFolder();
    const failure = await failureOf(refreshCorpus({ url: "http://127.0.0.1:9/x", ...flags, corpusDir }, world()));
    expect(failure.kind).toBe("failed");
    expect(failure.message).toContain(word);
    expect(failure.message).not.toContain("secret");
    expect(failure.message).not.toContain("\n");
  });
});

describe("Failed downloads: what is written", () => {
  const prepare = async (next: Record<string, string>): Promise<{ url: string; corpusDir: string }> => {
    const corpusDir = temporaryFolder();
    const first = await openGitHost({ head: MAIN.name, refs: [MAIN] });
    await refreshCorpus({ url: first.url, corpusDir }, world());
    const { url } = await openGitHost({ head: MAIN.name, refs: [{ ...MAIN, tree: upstreamTree(next) }] });
    return { url, corpusDir };
  };
  const NEXT = {
    "sep-2575.yaml": sepText(2575, ["sep-2575-server-a"], "SHOULD"),
    "sep-2640.yaml": sepText(2640, ["sep-2640-x"]),
  };
  const CHANGES = {
    added: ["sep-2640.yaml"],
    removed: ["sep-2164.yaml"],
    changed: ["sep-2575.yaml"],
    unchanged: ["traceability.json"],
  };

  test("the old corpus is replaced as a whole, and the summary says what changed", async () => {
    const { url, corpusDir } = await prepare(NEXT);
    expect(await refreshCorpus({ url, corpusDir }, world())).toMatchObject(CHANGES);
    const names = ["sep-2575.yaml", "sep-2640.yaml", "traceability.json", "upstream.json"];
    expect(readdirSync(join(corpusDir, "2026-07-28")).sort()).toEqual(names);
    expect(readdirSync(corpusDir)).toEqual(["2026-07-28"]);
  });

  test("--dry-run says the same and writes nothing", async () => {
    const { url, corpusDir } = await prepare(NEXT);
    const before = contents(corpusDir);
    expect(await refreshCorpus({ url, corpusDir, dryRun: true }, world())).toMatchObject(CHANGES);
    expect(contents(corpusDir)).toEqual(before);
    const absent = join(corpusDir, "not", "there");
    await refreshCorpus({ url, corpusDir: absent, dryRun: true }, world());
    expect(existsSync(join(corpusDir, "not"))).toBe(false);
  });

  test("a corpus that could not be read later does not replace one that can", async () => {
    const { url, corpusDir } = await prepare({ "sep-1.yaml": "sep: 1\nspec_url: x\nrequirements:\n  - check: [\n" });
    const before = contents(corpusDir);
    const failure = await failureOf(refreshCorpus({ url, corpusDir }, world()));
    expect(failure).toMatchObject({ kind: "failed", message: expect.stringMatching(/sep-1\.yaml:\d+:\d+: /) });
    expect(contents(corpusDir)).toEqual(before);
  });

  test.each([
    [
      "a file of somebody's",
      (folder: string) => writeFileSync(join(folder, "2026-07-28", "thesis.docx"), "years of work"),
    ],
    ["a link inside", (folder: string) => symlinkSync("/etc/hostname", join(folder, "2026-07-28", "x.yaml"))],
  ])("%s in the folder is not thrown away", async (_what, spoil) => {
    const { url, corpusDir } = await prepare(NEXT);
    spoil(corpusDir);
    const before = contents(corpusDir);
    const failure = await failureOf(refreshCorpus({ url, corpusDir }, world()));
    expect(failure).toMatchObject({ kind: "failed", message: expect.stringContaining("not a corpus file") });
    expect(contents(corpusDir)).toEqual(before);
  });

  test.each([
    ["a project of JSON files", { "package.json": "{}", "tsconfig.json": "{}" }],
    ["configuration deep inside", { "sep-1.yaml": "sep: 1", "deploy/production/values.yaml": "replicas: 3" }],
    ["a note that is somebody else's", { "upstream.json": "{}", "data.json": "[1]" }],
    ["a note that is no JSON", { "upstream.json": "hello", "data.json": "[1]" }],
  ])("a folder that no refresh wrote is not replaced: %s", async (_, files) => {
    const { url } = await openGitHost({ head: MAIN.name, refs: [MAIN] });
    const corpusDir = temporaryFolder();
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(corpusDir, "2026-07-28", path)), { recursive: true });
      writeFileSync(join(corpusDir, "2026-07-28", path), text);
    }
    const before = contents(corpusDir);
    const failure = await failureOf(refreshCorpus({ url, corpusDir }, world()));
    expect(failure).toMatchObject({ kind: "failed", message: expect.stringContaining("would be deleted") });
    expect(contents(corpusDir)).toEqual(before);
  });

  test("a folder of corpus files that was put there by hand may be replaced, nested ones too", async () => {
    const { url } = await openGitHost({ head: MAIN.name, refs: [MAIN] });
    const corpusDir = temporaryFolder();
    mkdirSync(join(corpusDir, "2026-07-28", "more"), { recursive: true });
    writeFileSync(join(corpusDir, "2026-07-28", "sep-9.yaml"), sepText(9, ["sep-9-x"]));
    writeFileSync(join(corpusDir, "2026-07-28", "more", "sep-10.json"), "{}");
    expect(await refreshCorpus({ url, corpusDir }, world())).toMatchObject({
      removed: ["more/sep-10.json", "sep-9.yaml"],
    });
  });

  test("an archive of another commit than the ref's is refused", async () => {
    const { url, corpusDir } = await prepare(NEXT);
    const before = contents(corpusDir);
    const sent = gitArchive("conformance", "d".repeat(40), upstreamTree(NEXT));
    const answers = { [asked("main")]: (response: ServerResponse) => void response.end(sent) };
    const host = await openGitHost({ head: MAIN.name, refs: [MAIN], answers });
    const failure = await failureOf(refreshCorpus({ url: host.url, corpusDir }, world()));
    expect(failure).toMatchObject({ kind: "network", message: expect.stringContaining("d".repeat(40)) });
    const pinned = { [asked(COMMITS.main)]: (response: ServerResponse) => void response.end(sent) };
    const other = await openGitHost({ head: MAIN.name, refs: [MAIN], answers: pinned });
    const refused = await failureOf(refreshCorpus({ url: other.url, corpusDir, ref: COMMITS.main }, world()));
    expect(refused).toMatchObject({ kind: "network" });
    expect(contents(corpusDir)).toEqual(before);
    expect(url).not.toBe(host.url);
  });

  test("a link in place of the folder is not followed, and a file not replaced", async () => {
    const { url } = await openGitHost({ head: MAIN.name, refs: [MAIN] });
    const [corpusDir, elsewhere] = [temporaryFolder(), temporaryFolder()];
    symlinkSync(elsewhere, join(corpusDir, "2026-07-28"));
    expect(await failureOf(refreshCorpus({ url, corpusDir }, world()))).toMatchObject({ kind: "failed" });
    expect(readdirSync(elsewhere)).toEqual([]);
    const taken = "2026-07-28-rc";
    writeFileSync(join(corpusDir, taken), "mine");
    expect(await failureOf(refreshCorpus({ url, corpusDir, targetVersion: taken }, world()))).toMatchObject({
      kind: "failed",
    });
    expect(readFileSync(join(corpusDir, taken), "utf8")).toBe("mine");
    const below = join(corpusDir, taken, "deeper");
    expect(await failureOf(refreshCorpus({ url, corpusDir: below }, world()))).toMatchObject({ kind: "failed" });
  });

  test("never into mcptest itself: a package, a clone, or a link that leads there", async () => {
    const clone = temporaryFolder();
    writeFileSync(join(clone, "package.json"), JSON.stringify({ name: "mcptest" }));
    mkdirSync(join(clone, "conformance-corpus"));
    const outside = temporaryFolder();
    symlinkSync(join(clone, "conformance-corpus"), join(outside, "corpus"));
    for (const corpusDir of [
      join(clone, "conformance-corpus"),
      join(clone, "a", "b"),
      join(outside, "corpus", "new"),
    ]) {
      const failure = await failureOf(refreshCorpus({ url: "http://127.0.0.1:9/x", corpusDir }, world()));
      expect(failure).toMatchObject({ kind: "failed", message: expect.stringContaining("inside mcptest itself") });
    }
    expect(readdirSync(join(clone, "conformance-corpus"))).toEqual([]);
  });

  test("what a crash between the two renames left is put back first", async () => {
    const { url, corpusDir } = await prepare(NEXT);
    const { renameSync } = await import("node:fs");
    renameSync(join(corpusDir, "2026-07-28"), join(corpusDir, ".2026-07-28.0123456789ab.old"));
    await refreshCorpus({ url, corpusDir }, world());
    expect(readdirSync(corpusDir)).toEqual(["2026-07-28"]);
  });
});
