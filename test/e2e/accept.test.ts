// `mcptest accept` as a user runs it, and what it refuses.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { ensureBuilt, mcptest, temporaryFolder } from "./cli.ts";

const CAPTURE = "test/captures/real/everything-stdio.json";

beforeAll(ensureBuilt);

describe("mcptest accept", () => {
  test("a saved capture: the matrix, the reasons, the schema as it is sent", async () => {
    const { code, stdout } = await mcptest([
      "accept",
      "--capture",
      CAPTURE,
      "--for",
      "openai,claude",
      "--show",
      "openai",
    ]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/openai {2,}✓+/);
    expect(stdout).toContain("claude-desktop");
    expect(stdout).not.toContain("openai-strict");
    expect(stdout).toContain('"type": "function"');
    const json = await mcptest(["accept", "--capture", CAPTURE, "--json", "--fail-on", "rejected"]);
    expect(json.code).toBe(1);
    const result = JSON.parse(json.stdout) as { acceptance: { consumer: string; verdict: string }[] };
    expect(new Set(result.acceptance.map(({ consumer }) => consumer)).size).toBe(14);
  });

  test("server.json in a folder, and a server that says something else", async () => {
    const folder = temporaryFolder();
    const text = { name: "io.github.acme/other", description: "x", version: "9.9.9", remotes: [] };
    writeFileSync(join(folder, "server.json"), JSON.stringify(text));
    const { code, stdout } = await mcptest([
      ...["accept", "--capture", CAPTURE, "--for", "registry", "--fail-on", "rejected", "--server-json", folder],
    ]);
    expect(code).toBe(1);
    expect(stdout).toContain('version is "9.9.9" here');
    const missing = await mcptest(["accept", "--capture", CAPTURE, "--server-json", join(folder, "none.json")]);
    expect(missing.code).toBe(1);
    expect(missing.stderr).toMatch(/cannot read .*none\.json/);
  });

  test.each([
    [["--for", "opnai"], /there is no consumer "opnai"; did you mean openai/],
    [["--show", "registry"], /no tools are sent to "registry"; use one of openai/],
    [["--fail-on", "must"], /"must" is not a choice; use one of never, dropped, rejected/],
  ])("%s is refused in one line", async (flags, line) => {
    const { code, stderr } = await mcptest(["accept", "--capture", CAPTURE, ...flags]);
    expect(code).toBe(1);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
    expect(stderr).toMatch(line);
  });

  test("every row and every rule can be explained, with source and date", async () => {
    const row = await mcptest(["explain", "cursor/full-name"]);
    expect(row.stdout).toMatch(/https:\/\/github\.com\/.*\n.*last seen to say so on \d{4}-\d\d-\d\d/);
    const rule = await mcptest(["explain", "safe-007"]);
    expect(rule.stdout).toContain("shadowing");
  });

  test("a surface that attacks its reader misses the gate, and only that one", async () => {
    const safe = await mcptest(["judge", "test/captures/real/context7-stdio.json", "--fail-on", "safety", "-q"]);
    expect(safe.code).toBe(0);
    const leaking = await mcptest(["judge", CAPTURE, "--fail-on", "safety", "-q"]);
    expect(leaking.code).toBe(1);
  });
});
