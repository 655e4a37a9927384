// What people type before they have read the help.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { ensureBuilt, mcptest, ROOT, temporaryFolder } from "./cli.ts";

beforeAll(ensureBuilt);

const CAPTURE = "test/captures/real/everything-stdio.json";

describe("refused, with what to type instead", () => {
  test.each([
    [["check", "node", "server.js"], "put -- before it: mcptest check -- node server.js"],
    [["check", "server.js"], "put -- before it: mcptest check -- server.js"],
    [["conformance", "run", "node", "x.js"], "put -- before it: mcptest conformance run -- node x.js"],
    [["check", "--bearer", "geheim", "http://127.0.0.1:1/"], "--bearer-env TOKEN"],
    [["check", "--bearer=geheim", "http://127.0.0.1:1/"], "--bearer-env TOKEN"],
    [["check", "--config", "suite.yaml"], "mcptest run --config suite.yaml"],
    [["conformance", "run", "--nonsense"], "see mcptest conformance run --help"],
    [["judge"], "mcptest judge session.json"],
  ])("mcptest %s", async (args, words) => {
    const { code, stderr, stdout } = await mcptest(args);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain(words);
    expect(stderr).not.toContain("geheim");
  });
});

test("--json, -q and -v; --section is --only; --capture is judge", { timeout: 120_000 }, async () => {
  const json = await mcptest(["judge", CAPTURE, "--json"]);
  expect(JSON.parse(json.stdout).format).toBe("mcptest-result/1");
  const quiet = await mcptest(["check", "--capture", CAPTURE, "-q"]);
  expect(quiet.stdout.trim().split("\n")).toHaveLength(1);
  const [section, only] = await Promise.all(
    ["--section", "--only"].map((flag) => mcptest(["judge", "--capture", CAPTURE, flag, "tools"])),
  );
  expect(section?.stdout).toBe(only?.stdout);
  const rules = await mcptest(["compliance", "rules", "--section", "tools", "--json"]);
  expect(JSON.parse(rules.stdout)).toBeTruthy();
  const verbose = await mcptest(["judge", CAPTURE, "-v"]);
  expect(verbose.stdout).toContain("✓ PROTO-001");
});

test("every server of a client configuration", { timeout: 120_000 }, async () => {
  const file = join(temporaryFolder(), "mcp.json");
  const notes = { command: "node", args: [join(ROOT, "examples/notes-server.js")] };
  writeFileSync(file, JSON.stringify({ mcpServers: { notes, gone: { url: "http://127.0.0.1:1/mcp" }, broken: {} } }));
  const { code, stdout } = await mcptest(["check", "--quick", "--mcp-config", file, "--json"]);
  expect(code).toBe(4);
  const { format, results } = JSON.parse(stdout);
  expect(format).toBe("mcptest-results/1");
  expect(results.map((one: { name: string; exit_code: number }) => [one.name, one.exit_code])).toEqual([
    ["notes", 0],
    ["gone", 4],
    ["broken", 1],
  ]);
  expect(results[1].result.server.blocked.kind).toBe("connection-refused");
  expect(results[2]).toMatchObject({ result: null, error: expect.any(String) });
});

test("explain knows more than rules, and shows what a result has found", { timeout: 120_000 }, async () => {
  const folder = temporaryFolder();
  const file = join(folder, "result.json");
  await mcptest(["judge", CAPTURE, "--json", "-o", file]);
  for (const id of ["INV-004", "c7", "sep-2164-no-empty-contents", "PROTO-001"]) {
    const { code, stdout } = await mcptest(["explain", id, "--result", file]);
    expect([id, code]).toEqual([id, 0]);
    expect(stdout.toLowerCase()).toContain(id.toLowerCase());
    expect(stdout).toContain("In the result of ");
  }
});

test("compliance run --capture judges a saved session, and takes no server beside it", {
  timeout: 120_000,
}, async () => {
  const { code, stdout } = await mcptest(["compliance", "run", "--capture", CAPTURE, "--reporter", "json"]);
  const judged = JSON.parse((await mcptest(["judge", CAPTURE, "--json"])).stdout);
  expect(code).toBe(0);
  expect(JSON.parse(stdout).runs[0].compliance.grade).toBe(judged.compliance.grade);
  const both = await mcptest(["compliance", "run", "--capture", CAPTURE, "http://127.0.0.1:1/"]);
  expect([both.code, both.stderr]).toEqual([1, expect.stringContaining("contacts no server")]);
});

test("the help of every command has two examples", { timeout: 120_000 }, async () => {
  const { stdout } = await mcptest(["completion", "fish"]);
  const known =
    /set -l known (.*)/
      .exec(stdout)?.[1]
      ?.match(/'[^']+'/g)
      ?.map((word) => word.slice(1, -1)) ?? [];
  const groups = ["compliance", "conformance", "cert", "registry", "fleet"];
  const commands = known.filter((name) => !groups.includes(name));
  expect(commands.length).toBeGreaterThan(20);
  for (const name of commands) {
    const help = await mcptest([...name.split(" "), "--help"]);
    expect([name, help.stdout.match(/\nExamples:\n( {2}.+\n){2}/) !== null]).toEqual([name, true]);
  }
});
