// check and judge with --baseline: what is new counts, what is listed does not, what is mended must go.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { mcptest, temporaryFolder } from "./cli.ts";

/** Four MUSTs and a SHOULD are broken in it. */
const SHOP = fileURLToPath(new URL("../report/captures/shop.json", import.meta.url));
const judge = (...args: string[]) => mcptest(["judge", SHOP, ...args]);

test("a baseline is written, met, and missed in both directions", { timeout: 120_000 }, async () => {
  const file = join(temporaryFolder(), "known.yml");
  const absent = await judge("--baseline", file);
  expect([absent.code, absent.stdout]).toEqual([1, ""]);
  expect(absent.stderr).toContain("there is no such file; write it with --update-baseline");

  const bare = await judge();
  expect(bare.code).toBe(1);
  const written = await judge("--baseline", file, "--update-baseline");
  expect(written.code).toBe(0);
  expect(written.stderr).toMatch(/wrote .*known\.yml: \d+ known to fail\nbaseline: PASS \d+ known to fail\n/);
  expect(bare.stdout).not.toContain("Known to fail");
  expect(written.stdout).toContain("Every failure that counts is known: the baseline lists it.");

  const met = await judge("--baseline", file, "--quiet");
  expect([met.code, met.stderr]).toEqual([0, ""]);

  // A saved result knows it too.
  const saved = join(temporaryFolder(), "result.json");
  await judge("--baseline", file, "--reporter", "json", "-o", saved);
  const again = await mcptest(["report", saved, "--reporter", "junit"]);
  expect(again.stdout).toMatch(/<testsuites [^>]* failures="0"/);
  expect(again.stdout).toContain('<skipped message="known: in the baseline; ');

  const text = readFileSync(file, "utf8");
  expect(text).toContain("- PING-002\n");
  writeFileSync(file, text.replace("  - PING-002\n", ""));
  const news = await judge("--baseline", file);
  expect(news.code).toBe(1);
  expect(news.stderr).toContain("baseline: FAIL failing but not listed: PING-002");

  const { verdicts } = JSON.parse((await judge("--reporter", "json")).stdout) as {
    verdicts: { id: string; state: string }[];
  };
  const passing = verdicts.find(({ state }) => state === "pass")?.id ?? "";
  writeFileSync(file, `${text}  - ${passing}\n`);
  const stale = await judge("--baseline", file);
  expect(stale.code).toBe(1);
  expect(stale.stderr).toContain(`listed but passing, remove: ${passing}`);
});

test("a grade is asked for beside the baseline; a level says what of the news counts", {
  timeout: 120_000,
}, async () => {
  const file = join(temporaryFolder(), "known.yml");
  await judge("--baseline", file, "--update-baseline");
  expect((await judge("--baseline", file, "--fail-on", "grade-a+")).code).toBe(1);
  writeFileSync(file, "server: []\n");
  expect((await judge("--baseline", file, "--fail-on", "never")).code).toBe(0);
  expect((await judge("--baseline", file, "--fail-on", "must")).code).toBe(1);
});

test("a server that nobody reached changes no baseline", async () => {
  const file = join(temporaryFolder(), "known.yml");
  const dead = await mcptest(["check", "http://127.0.0.1:9/mcp", "--baseline", file, "--update-baseline"]);
  expect(dead.code).toBe(4);
  expect(existsSync(file)).toBe(false);
  writeFileSync(file, "server: 7\n");
  const broken = await mcptest(["check", "http://127.0.0.1:9/mcp", "--baseline", file]);
  expect(broken.code).toBe(1);
  expect(broken.stderr).toMatch(/^mcptest: .*known\.yml:1:9/);
});
