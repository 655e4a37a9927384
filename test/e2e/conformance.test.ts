// conformance run and check-ids through the built command line.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { mutantOptions } from "../areas/tables.ts";
import { type HttpServerOptions, startHttpServer } from "../servers/http/http-server.ts";
import { mcptest, ROOT, temporaryFolder } from "./cli.ts";

async function withServer<T>(options: HttpServerOptions, use: (url: string) => Promise<T>): Promise<T> {
  const server = await startHttpServer(options);
  try {
    return await use(server.url);
  } finally {
    await server.close();
  }
}

/** A corpus of one SEP, below a folder of its version. */
function corpusAt(folder: string, version: string, text: string): string {
  mkdirSync(join(folder, version), { recursive: true });
  writeFileSync(join(folder, version, "sep-2575.yaml"), text);
  return folder;
}

const SMALL = `sep: 2575
spec_url: https://example.org/spec
requirements:
  - check: sep-2575-server-implements-discover
    text: Servers MUST implement server/discover.
  - check: sep-2575-something-new
    text: Servers MUST do something that nobody here knows.
`;

describe("run", () => {
  test("a correct server: tier 1, in every format the founding document names", async () => {
    await withServer({ era: "dual" }, async (url) => {
      const folder = temporaryFolder();
      const at = (name: string) => join(folder, name);
      const { code, stdout, stderr } = await mcptest([
        ...["conformance", "run", "--server", url, "--save", at("session.json")],
        ...[
          "--reporter",
          "pretty",
          "--reporter",
          "json",
          "-o",
          at("r.json"),
          "--reporter",
          "markdown",
          "-o",
          at("r.md"),
        ],
        ...["--reporter", "html", "-o", at("r.html"), "--reporter", "badge-json", "-o", at("r.badge.json")],
      ]);
      expect([code, stderr]).toEqual([0, `saved ${at("session.json")}\n`]);
      expect(stdout).toMatch(/^✓ T1 · SHOULD 100 % \(\d+\/\d+\)\n {2}Tier 1 \(gold\)$/m);
      expect(stdout).toMatch(/^ {2}\d+ of \d+ checks exercised · /m);
      const result = JSON.parse(readFileSync(at("r.json"), "utf8"));
      expect(result).toMatchObject({
        target_version: "2026-07-28",
        corpus_source: "embedded",
        tier: "tier-1",
        badge: "T1",
      });
      expect(readFileSync(at("r.md"), "utf8")).toContain("T1 · SHOULD 100 %");
      expect(readFileSync(at("r.html"), "utf8")).toContain("sep-2575-server-implements-discover");
      expect(JSON.parse(readFileSync(at("r.badge.json"), "utf8")).message).toMatch(/^T1 · SHOULD 100 % /);

      const again = await mcptest(["conformance", "run", "--capture", at("session.json"), "--reporter", "json"]);
      expect(again.stdout).toBe(readFileSync(at("r.json"), "utf8"));
    });
  });

  test("a failing server: F and exit 0, unless a gate is set", async () => {
    await withServer({ era: "stateless", ...mutantOptions("unknown-method-code") }, async (url) => {
      const capture = join(temporaryFolder(), "session.json");
      const bad = await mcptest(["conformance", "run", url, "--save", capture]);
      expect(bad.code).toBe(0);
      expect(bad.stdout).toMatch(/^✗ F · MUST \d+\/\d+$/m);
      expect(bad.stdout).toContain("✗ sep-2575-http-server-method-not-found-404");
      for (const gate of ["must", "should", "tier-3"])
        expect((await mcptest(["conformance", "run", "--capture", capture, "--fail-on", gate])).code).toBe(1);
    });
  });

  test("a version the server does not speak: said, no tier, exit 5", async () => {
    await withServer({ era: "stateful" }, async (url) => {
      const args = ["conformance", "run", url, "--target-version", "v2026-07-28", "--reporter", "json"];
      const { code, stdout, stderr } = await mcptest(args);
      expect(code).toBe(5);
      expect(stderr).toContain("does not speak 2026-07-28; it speaks");
      expect(JSON.parse(stdout)).toMatchObject({ tier: null, badge: null, revision: null, coverage: { exercised: 0 } });
    });
  });

  test("a dead port: exit 4, and nothing passes", async () => {
    const url = await withServer({ era: "stateless" }, async (address) => address);
    const { code, stdout, stderr } = await mcptest(["conformance", "run", url, "--reporter", "json"]);
    expect(code).toBe(4);
    expect(stderr).toContain("unreachable");
    expect(JSON.parse(stdout)).toMatchObject({ tier: null, must: { passed: 0, total: 0 }, coverage: { exercised: 0 } });
  });
});

describe("the corpus is found before the server is troubled", () => {
  const DEAD = "http://127.0.0.1:9/mcp";

  test("missing: exit 2, and how to get it", async () => {
    for (const args of [
      ["--target-version", "2031-01-01"],
      ["--corpus-dir", temporaryFolder()],
    ]) {
      const { code, stderr } = await mcptest(["conformance", "run", DEAD, ...args]);
      expect([code, stderr]).toEqual([
        2,
        expect.stringMatching(/^mcptest: there is no corpus .*mcptest conformance refresh/),
      ]);
    }
  });

  test("--auto-refresh that fails: exit 3", async () => {
    const env = { XDG_CACHE_HOME: temporaryFolder(), HTTPS_PROXY: "http://127.0.0.1:9" };
    const args = ["conformance", "run", DEAD, "--target-version", "2031-01-01", "--auto-refresh"];
    const { code, stdout, stderr } = await mcptest(args, { env });
    expect([code, stdout]).toEqual([3, ""]);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  });

  test("broken: exit 1, with file, line and column", async () => {
    const folder = corpusAt(temporaryFolder(), "2026-07-28", "sep: 1\nspec_url: [\n");
    const { code, stderr } = await mcptest(["conformance", "run", DEAD, "--corpus-dir", folder]);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^mcptest: .*sep-2575\.yaml:\d+:\d+: .*\n$/)]);
  });

  test("bad arguments: exit 1", async () => {
    for (const args of [
      ["--target-version", "newest"],
      ["--target-version", "2026-07-28", "--revision", "2025-11-25"],
      ["--corpus-dir", ""],
      ["--fail-on", "grade-b"],
      ["--reporter", "pdf"],
    ])
      expect((await mcptest(["conformance", "run", DEAD, ...args])).code, args.join(" ")).toBe(1);
  });
});

describe("whose corpus it is", () => {
  test("override and cache are named, and an unknown check never counts", async () => {
    await withServer({ era: "stateless" }, async (url) => {
      const home = temporaryFolder();
      const capture = join(home, "session.json");
      const folder = corpusAt(join(home, "mcptest", "conformance"), "2026-07-28", SMALL);
      const env = { XDG_CACHE_HOME: home };
      const fromCache = await mcptest(["conformance", "run", url, "--save", capture, "--reporter", "json"], { env });
      expect(JSON.parse(fromCache.stdout)).toMatchObject({
        corpus_source: "cache",
        tier: "tier-1",
        coverage: { not_implemented: 1 },
        per_sep: [{ sep: 2575, tested: 1, passed: 1, excluded: 0 }],
      });
      expect(JSON.parse(fromCache.stdout).core.tested).toBeGreaterThan(50);
      const score = ["conformance", "run", "--capture", capture, "--reporter", "json"];
      const files = await mcptest([...score, "--corpus-dir", join(folder, "2026-07-28")]);
      expect(JSON.parse(files.stdout)).toMatchObject({
        corpus_source: "override",
        target_version: "2026-07-28",
        must: { passed: 1, total: 1 },
        coverage: { checks: 2, exercised: 1, not_implemented: 1 },
        core: { tested: 0, passed: 0, excluded: 0 },
      });
      expect(JSON.parse((await mcptest(score)).stdout).corpus_source).toBe("embedded");
    });
  });
});

describe("release candidates", () => {
  const SAID = "mcptest: 2026-07-28-rc was released as 2026-07-28, which is used instead\n";
  const idsOf = (...args: readonly string[]) =>
    mcptest(["conformance", "check-ids", "--target-version", "2026-07-28-rc", "--format", "json", ...args]);

  test("mean the release, in every command, and it is said", async () => {
    const { code, stdout, stderr } = await idsOf();
    expect([code, stderr, JSON.parse(stdout).target_version]).toEqual([0, SAID, "2026-07-28"]);
    const capture = join(ROOT, "test", "captures", "real", "everything-stdio.json");
    const doctor = await mcptest(["doctor", "--capture", capture, "--to", "2026-07-28-rc"]);
    expect(doctor.stderr).toBe(SAID);
    const rules = await mcptest(["compliance", "rules", "--revision", "v2025-11-25-RC2"]);
    expect([rules.code, rules.stderr]).toEqual([
      0,
      "mcptest: v2025-11-25-RC2 was released as 2025-11-25, which is used instead\n",
    ]);
    const judged = await mcptest(["judge", capture, "--revision", "2025-11-25-rc", "--reporter", "json"]);
    expect(JSON.parse(judged.stdout).revision).toBe("2025-11-25");
    const diff = await mcptest(["compliance", "diff", "v2025-11-25", "2026-07-28-rc"]);
    expect([diff.code, diff.stderr]).toEqual([0, SAID]);
  });

  test("a corpus folder of that very name goes first; a candidate of nothing is no corpus", async () => {
    const folder = corpusAt(temporaryFolder(), "2026-07-28-rc", SMALL);
    const own = await idsOf("--corpus-dir", folder);
    expect([own.stderr, JSON.parse(own.stdout).target_version]).toEqual(["", "2026-07-28-rc"]);
    const none = await mcptest(["conformance", "check-ids", "--target-version", "2031-01-01-rc"]);
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining("no corpus for 2031-01-01-rc")]);
  });
});

describe("check-ids", () => {
  test("lists what is checked and through which rules", async () => {
    const pretty = await mcptest(["conformance", "check-ids"]);
    expect(pretty.code).toBe(0);
    expect(pretty.stdout).toMatch(/^✓ sep-2164-no-empty-contents +MUST +server +RES-010$/m);
    expect(pretty.stdout).toMatch(
      /^– sep-837-application-type-present +MUST +client +not for servers; of clients C-AUTH-\d{3}$/m,
    );
    expect(pretty.stdout).toMatch(/^✓ core-response-id +MUST +server +PROTO-012$/m);
    expect(pretty.stdout).toMatch(/^\d{3} checks of 2026-07-28, as shipped/m);
    const json = await mcptest(["conformance", "check-ids", "--target-version", "2025-11-25", "--format", "json"]);
    expect(JSON.parse(json.stdout)).toMatchObject({ target_version: "2025-11-25", corpus_source: "embedded" });
  });

  test("--unimplemented names what no rule decides, unknown ids too", async () => {
    const folder = corpusAt(temporaryFolder(), "2026-07-28", SMALL);
    const args = ["conformance", "check-ids", "--corpus-dir", folder, "--unimplemented", "--format", "json"];
    const { checks } = JSON.parse((await mcptest(args)).stdout);
    expect(checks).toEqual([
      expect.objectContaining({ check: "sep-2575-something-new", implemented: false, roles: [] }),
    ]);
  });
});
