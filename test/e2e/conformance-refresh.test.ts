import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { openGitHost, REPOSITORY } from "../refresh/git-host.ts";
import { hasOpenssl, makeIdentity } from "../refresh/identity.ts";
import { file, tarGz } from "../refresh/tar.ts";
import { COMMITS, treeWithoutSeps, upstreamTree } from "../refresh/upstream-tree.ts";
import { ensureBuilt, type Finished, mcptest, ROOT, temporaryFolder } from "./cli.ts";

beforeAll(ensureBuilt, 120_000);

const MAIN = { name: "refs/heads/main", commit: COMMITS.main, tree: upstreamTree() };
const OLD = { name: "refs/tags/v0.1.16", commit: COMMITS.old, tree: treeWithoutSeps() };

const refresh = (args: readonly string[], env: Record<string, string> = {}): Promise<Finished> =>
  mcptest(["conformance", "refresh", ...args], { env });

describe("mcptest conformance refresh", () => {
  test("fills the cache that run reads, and says what it pinned and why", async () => {
    const { url } = await openGitHost({ head: MAIN.name, refs: [OLD, MAIN] });
    const home = temporaryFolder();
    const env = { XDG_CACHE_HOME: home };
    const done = await refresh(["--url", url], env);
    expect(done).toMatchObject({ code: 0, stderr: "" });
    expect(done.stdout).toContain(`pinned   main at ${COMMITS.main.slice(0, 12)}`);
    expect(done.stdout).toContain("the head of the default branch: no src/seps in the tags v0.1.16");
    expect(done.stdout).toContain("revision 2026-07-28 (the latest date in upstream's requirements/)");
    expect(done.stdout).toContain("3 added");
    const folder = join(home, "mcptest", "conformance", "2026-07-28");
    expect(readdirSync(folder).sort()).toEqual([
      "sep-2164.yaml",
      "sep-2575.yaml",
      "traceability.json",
      "upstream.json",
    ]);
    const again = await refresh(["--url", url], env);
    expect(again.stdout).toContain("3 unchanged");
    const ids = await mcptest(["conformance", "check-ids", "--target-version", "2026-07-28", "--format", "json"], {
      env,
    });
    expect(ids.code).toBe(0);
    expect(ids.stdout).toContain("sep-2575-server-b");
    expect(ids.stdout).not.toContain("sep-837-application-type-present");
  });

  test("without XDG_CACHE_HOME the cache is below the home folder; without either it needs a folder", async () => {
    const { url } = await openGitHost({ head: MAIN.name, refs: [MAIN] });
    const home = temporaryFolder();
    expect((await refresh(["--url", url], { HOME: home })).code).toBe(0);
    expect(existsSync(join(home, ".cache", "mcptest", "conformance", "2026-07-28", "upstream.json"))).toBe(true);
    const homeless = await refresh(["--url", url], { HOME: "" });
    expect(homeless).toMatchObject({ code: 1, stderr: expect.stringContaining("--corpus-dir") });
  });

  test("--dry-run writes nothing", async () => {
    const { url } = await openGitHost({ head: MAIN.name, refs: [MAIN] });
    const folder = temporaryFolder();
    const done = await refresh(["--url", url, "--dry-run", "--corpus-dir", join(folder, "c")]);
    expect(done).toMatchObject({ code: 0, stdout: expect.stringContaining("dry run: nothing was written") });
    expect(readdirSync(folder)).toEqual([]);
  });

  test("hostile names reach the terminal as visible escapes", async () => {
    const folder = temporaryFolder();
    const archive = join(folder, "a.tgz");
    writeFileSync(archive, tarGz([...upstreamTree(), file("src/seps/\x1b]0;owned\x07.yaml"), file("../../up.yaml")]));
    const done = await refresh(["--url", archive, "--corpus-dir", folder]);
    expect(done.code).toBe(0);
    expect(done.stderr).toContain("warning: skipped src/seps/\\x1b]0;owned\\x07.yaml");
    expect(done.stderr).toContain("warning: skipped ../../up.yaml: a step out of its folder");
    expect(done.stderr.includes("\x1b")).toBe(false);
  });
});

describe("exit codes", () => {
  const oneLine = ({ stderr }: Finished): void => expect(stderr.trimEnd().split("\n")).toHaveLength(1);

  test("3: not the archive", async () => {
    const { url } = await openGitHost({ head: MAIN.name, refs: [MAIN] });
    const corpusDir = temporaryFolder();
    for (const args of [
      ["--url", url, "--ref", "no-such-tag"],
      ["--url", "http://127.0.0.1:9/o/r"],
      ["--url", url.replace("http:", "https:")],
      ["--url", url.replace(REPOSITORY, "/elsewhere")],
    ]) {
      const done = await refresh([...args, "--corpus-dir", corpusDir]);
      expect(done.code, args.join(" ")).toBe(3);
      oneLine(done);
    }
    expect(readdirSync(corpusDir)).toEqual([]);
  });

  test.skipIf(!hasOpenssl())("3: a certificate nobody vouches for", async () => {
    const { url } = await openGitHost({ head: MAIN.name, refs: [MAIN], identity: makeIdentity() });
    const done = await refresh(["--url", url, "--corpus-dir", temporaryFolder()]);
    expect(done).toMatchObject({ code: 3, stderr: expect.stringContaining("secure connection") });
  });

  test("1: an archive that is none, a path that is none, our own package", async () => {
    const page = `${REPOSITORY}/archive/main.tar.gz`;
    const { url } = await openGitHost({
      head: MAIN.name,
      refs: [MAIN],
      answers: { [page]: (response) => response.end("<html>sign in</html>") },
    });
    for (const args of [
      ["--url", url, "--ref", "main", "--corpus-dir", temporaryFolder()],
      ["--url", "nothing", "--corpus-dir", temporaryFolder()],
      ["--url", url, "--corpus-dir", join(ROOT, "conformance-corpus")],
      ["--url", url, "--corpus-dir", ""],
    ]) {
      const done = await refresh(args);
      expect(done.code, args.join(" ")).toBe(1);
      oneLine(done);
    }
  });

  test("2: rows of another revision than the one asked for", async () => {
    const { url } = await openGitHost({ head: MAIN.name, refs: [MAIN] });
    const corpusDir = temporaryFolder();
    const done = await refresh(["--url", url, "--target-version", "2025-11-25", "--corpus-dir", corpusDir]);
    expect(done).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("no rows for 2025-11-25") });
    oneLine(done);
    expect(readdirSync(corpusDir)).toEqual([]);
  });

  test("130: an interruption leaves the old corpus", async () => {
    const corpusDir = temporaryFolder();
    const good = await openGitHost({ head: MAIN.name, refs: [MAIN] });
    await refresh(["--url", good.url, "--corpus-dir", corpusDir]);
    const note = join(corpusDir, "2026-07-28", "upstream.json");
    const before = readFileSync(note, "utf8");
    let interrupt = (): void => {};
    const page = `${REPOSITORY}/archive/main.tar.gz`;
    const { url } = await openGitHost({ head: MAIN.name, refs: [MAIN], answers: { [page]: () => interrupt() } });
    const done = await mcptest(["conformance", "refresh", "--url", url, "--corpus-dir", corpusDir], {
      onStart: (kill) => {
        interrupt = () => kill("SIGINT");
      },
    });
    expect(done.code).toBe(130);
    expect(readFileSync(note, "utf8")).toBe(before);
    expect(readdirSync(corpusDir)).toEqual(["2026-07-28"]);
  });

  test("a proxy of the environment is used", async () => {
    const { url } = await openGitHost({ head: MAIN.name, refs: [MAIN] });
    const env = { HTTP_PROXY: "http://me:secret@127.0.0.1:9" };
    const through = await refresh(["--url", url, "--corpus-dir", temporaryFolder()], env);
    expect(through.code).toBe(3);
    expect(through.stderr).not.toContain("secret");
    const around = await refresh(["--url", url, "--corpus-dir", temporaryFolder()], { ...env, NO_PROXY: "127.0.0.1" });
    expect(around.code).toBe(0);
  });
});
