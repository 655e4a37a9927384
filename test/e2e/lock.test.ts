// mcptest lock, as a user runs it: write, compare, accept, and bad input.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { ensureBuilt, mcptest, ROOT, temporaryFolder } from "./cli.ts";

beforeAll(ensureBuilt);

const NOTES = join(ROOT, "examples", "notes-server.js");
const runIn =
  (cwd: string) =>
  (...args: string[]) =>
    mcptest(args, { cwd });

test("write, compare, accept; and gates of check and of a suite", async () => {
  const cwd = temporaryFolder();
  const run = runIn(cwd);
  const lockFile = join(cwd, "mcp-lock.json");
  expect((await run("lock", "--check", "--", "node", NOTES)).stderr).toContain("no lock at mcp-lock.json");
  const wrote = await run("lock", "--", "node", NOTES);
  expect([wrote.code, wrote.stderr]).toEqual([0, "wrote mcp-lock.json: 4 tools, 1 prompt, 3 resources\n"]);
  const same = await run("lock", "--check", "--", "node", NOTES);
  expect([same.code, same.stdout.trim()]).toEqual([0, "nothing changed"]);

  const approved = readFileSync(lockFile, "utf8");
  writeFileSync(
    lockFile,
    approved.replace("Keeps a new note", "Kept a new note").replace('"name": "read_note"', '"name": "get_note"'),
  );
  const changed = await run("lock", "--check", "--", "node", NOTES);
  expect(changed.code).toBe(1);
  expect(changed.stdout).toContain("[-Kept-]{+Keeps+} a new note");
  expect(changed.stdout).toContain("has another name now");
  expect((await run("lock", "--check", "--fail-on", "never", "--", "node", NOTES)).code).toBe(0);
  const gated = await run(
    "check",
    "--quick",
    "--lock",
    "mcp-lock.json",
    "--max-tokens",
    "10",
    "--json",
    "--",
    "node",
    NOTES,
  );
  expect(gated.code).toBe(1);
  expect(JSON.parse(gated.stdout).lanes).toMatchObject({ lock: { state: "fail" }, tokens: { state: "fail" } });

  expect((await run("lock", "--check", "--accept", "--", "node", NOTES)).code).toBe(0);
  expect(readFileSync(lockFile, "utf8")).toBe(approved);
  writeFileSync(
    join(cwd, "suite.yaml"),
    `server: { command: [node, ${JSON.stringify(NOTES)}] }\nlock: mcp-lock.json\nmax_tokens: 10\n`,
  );
  const suite = await run("run", "--config", "suite.yaml");
  expect(suite.code).toBe(1);
  expect(suite.stdout).toContain("lock: PASS mcp-lock.json");
  expect(suite.stdout).toContain("max_tokens: FAIL");
});

test("bad input is one line, and a lock is never lost", async () => {
  const cwd = temporaryFolder();
  const run = runIn(cwd);
  writeFileSync(join(cwd, "broken.json"), '{"format":"mcptest-lock/1",');
  writeFileSync(join(cwd, "other.json"), '{"format":"mcptest-result/1"}');
  const cases: [string[], number, RegExp][] = [
    [
      ["lock", "--check", "--lock", "broken.json", "--", "node", NOTES],
      1,
      /^mcptest: broken\.json:1:\d+: not valid JSON/,
    ],
    [
      ["lock", "--check", "--lock", "other.json", "--", "node", NOTES],
      1,
      /^mcptest: other\.json: no "format": "mcptest-lock\/1"/,
    ],
    [["lock", "--diff", "one.json"], 1, /^mcptest: --diff compares two files/],
    [["lock", "--diff", "broken.json", "missing.json"], 1, /^mcptest: /],
    [["lock", "--fail-on", "sometimes", "--", "node", NOTES], 1, /^mcptest: --fail-on/],
    [["lock", "--lock", "new.json", "http://127.0.0.1:1/"], 4, /unreachable/],
    [["check", "--max-tokens", "many", "--", "node", NOTES], 1, /^mcptest: --max-tokens many is not a number/],
    [["check", "--lock-fail-on", "any", "--", "node", NOTES], 1, /^mcptest: --lock-fail-on needs a lock/],
  ];
  for (const [args, code, message] of cases) {
    const ended = await run(...args);
    expect([args.join(" "), ended.code]).toEqual([args.join(" "), code]);
    expect(ended.stderr).toMatch(message);
  }
});
