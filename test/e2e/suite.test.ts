// run, compliance run, init and validate through the built command line.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { mutantOptions } from "../areas/tables.ts";
import { startHttpServer } from "../servers/http/http-server.ts";
import { mcptest, ROOT, temporaryFolder } from "./cli.ts";

/** Each of these starts several probes, and the machine may be busy. */
const BUSY = 240_000;

test(
  "the examples run as they say",
  async () => {
    const run = (args: readonly string[]) => mcptest(args);
    const pinned = await run(["compliance", "run", "--from-suite", "examples/spec-version-pinning.yml"]);
    expect(pinned.stdout).toContain("spec_version_check: PASS v2026-07-28 → draft");
    expect(pinned.stdout).toMatch(/^✓ 3 tests · 3 passed/);
    expect(pinned.code).toBe(0);
    const breaking = await run(["compliance", "run", "--from-suite", "examples/spec-version-breaking.yml"]);
    expect(breaking.stdout).toMatch(/spec_version_check: FAIL v2024-11-05 → v2025-06-18: .*PROTO-002/);
    expect(breaking.code).toBe(1);
    const official = await run(["run", "--config", "examples/official-conformance.yml", "--reporter", "json"]);
    const result = JSON.parse(official.stdout);
    expect(result.lanes.map(({ lane, state }: { lane: string; state: string }) => [lane, state])).toEqual([
      ["compliance", "pass"],
      ["conformance", "pass"],
      ["audit", "pass"],
      ["invariants", "pass"],
    ]);
    expect(official.code).toBe(0);
    const functional = await run(["run", "--config", "examples/functional-tests.yaml"]);
    expect(functional.stdout).toMatch(/^✓ notes, by their author .*: passed/);
    expect(functional.stdout).toContain("5 of 5 tests passed");
    const found = await mcptest(["run"], { cwd: join(ROOT, "examples") });
    expect(found.stdout).toMatch(/^✓ notes \(mcptest\.yaml\): passed/);
    expect(found.code).toBe(0);
  },
  BUSY,
);

test(
  "init writes a suite that validates and passes, and no secret",
  async () => {
    const cwd = temporaryFolder();
    const server = join(ROOT, "examples", "notes-server.js");
    const env = { API_TOKEN: "hush-hush-0123456789" };
    const init = await mcptest(["init", "--env", "API_TOKEN", "--", process.execPath, server], { cwd, env });
    expect(init.code).toBe(0);
    const text = readFileSync(join(cwd, "mcptest.yaml"), "utf8");
    expect(text).not.toContain(env.API_TOKEN);
    expect(text).toContain("API_TOKEN");
    expect((await mcptest(["validate"], { cwd, env })).stdout).toContain("valid: 1 server");
    const run = await mcptest(["run"], { cwd, env });
    expect(run.stdout).toMatch(/^✓ mcptest\.yaml: passed/);
    expect(run.code).toBe(0);
    const again = await mcptest(["init", "--", process.execPath, server], { cwd });
    expect(again.code).toBe(1);
    expect(again.stderr).toContain("--force");
  },
  BUSY,
);

test(
  "a call that was kept becomes a test",
  async () => {
    const cwd = temporaryFolder();
    const server = ["--", process.execPath, join(ROOT, "examples", "notes-server.js")];
    const call = await mcptest(
      ["call", "add_note", "--args", '{"title":"a","text":"b"}', "--save", "s.json", ...server],
      { cwd },
    );
    expect(call.code).toBe(0);
    const init = await mcptest(["init", "--capture", "s.json"], { cwd });
    expect(init.stdout).toContain("1 tool call and");
    expect(init.stdout).not.toContain("fails it today");
    expect(readFileSync(join(cwd, "mcptest.yaml"), "utf8")).toContain("call: { tool: add_note, arguments:");
    expect((await mcptest(["run"], { cwd })).code).toBe(0);
  },
  BUSY,
);

test(
  "init says which tools it did not call, why, and what calls them",
  async () => {
    const cwd = temporaryFolder();
    const server = join(ROOT, "examples", "notes-server.js");
    const init = await mcptest(["init", "--", process.execPath, server], { cwd });
    expect(init.stdout).toMatch(/^not called \(it declares .+\): .*delete_note/m);
    expect(init.stdout).toContain("--tools reading, undeclared or all");
    const none = await mcptest(["init", "--tools", "none", "-o", "none.yaml", "--", process.execPath, server], { cwd });
    expect(none.stdout).toContain("0 tool calls");
    expect(none.stdout).not.toContain("not called");
  },
  BUSY,
);

test(
  "validate and run list every mistake with its line",
  async () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, "mcptest.yml"), "serverz: {}\ncompliance:\n  spec_version: v2025-6-18\n");
    const validate = await mcptest(["validate"], { cwd });
    expect(validate.code).toBe(1);
    expect(validate.stderr.trim().split("\n")).toHaveLength(2);
    expect(validate.stderr).toContain("mcptest.yml:3:17: unknown compliance spec_version: v2025-6-18");
    const run = await mcptest(["run"], { cwd });
    expect(run.code).toBe(1);
    expect(run.stderr).toMatch(/^mcptest: mcptest\.yml:1:1: unknown key .*\(and 1 more\)\n {2}mcptest\.yml:/);
    const none = await mcptest(["run"], { cwd: temporaryFolder() });
    expect(none.code).toBe(1);
    expect(none.stderr).toContain("there is no mcptest.yaml or mcptest.yml in this folder");
  },
  BUSY,
);

test(
  "a failing server: gates, baseline and scorecard over the same suite",
  async () => {
    const cwd = temporaryFolder();
    const server = await startHttpServer({ era: "stateless", ...mutantOptions("unknown-method-code") });
    try {
      const suite = join(cwd, "suite.yml");
      writeFileSync(
        suite,
        `server:\n  url: ${server.url}\n  headers: {X-Key: {env: KEY}}\ncompliance:\n  spec_version: v2026-07-28\n  grade_delta: {against: card.json}\n`,
      );
      const args = ["compliance", "run", "--config", "suite.yml"];
      const unset = await mcptest(args, { cwd });
      expect(unset.code).toBe(1);
      expect(unset.stderr).toMatch(/suite\.yml:1:1: server "server": the environment variable KEY is not set/);
      const env = { KEY: "a-value-nobody-may-see" };
      const red = await mcptest([...args, "--save-scorecard", "card.json"], { cwd, env });
      expect(red.code).toBe(1);
      expect(red.stdout).toMatch(/^✗ grade [B-F] · /);
      expect(red.stdout).toContain("grade_delta: PASS (no scorecard at card.json yet");
      expect(red.stdout).not.toContain(env.KEY);
      const update = await mcptest([...args, "--baseline", "base.yml", "--update-baseline"], { cwd, env });
      expect(update.code).toBe(0);
      expect(readFileSync(join(cwd, "base.yml"), "utf8")).toContain("- PROTO-021");
      const green = await mcptest([...args, "--baseline", "base.yml", "--reporter", "junit"], { cwd, env });
      expect(green.code).toBe(0);
      expect(green.stdout).toContain('failures="0"');
      writeFileSync(join(cwd, "card.json"), "{}");
      const unreadable = await mcptest(args, { cwd, env });
      expect(unreadable.code).toBe(1);
      expect(unreadable.stderr).toContain("suite.yml:6:26: card.json is not a scorecard");
    } finally {
      await server.close();
    }
  },
  BUSY,
);

test(
  "a pinned revision that is not spoken exits 5, a dead port 4 and leaves no scorecard",
  async () => {
    const cwd = temporaryFolder();
    const server = await startHttpServer({ era: "stateless" });
    const text = `server: {url: "${server.url}"}\ncompliance: {spec_version: v2025-06-18}\ninvariants: true\n`;
    writeFileSync(join(cwd, "mcptest.yaml"), text);
    const foreign = await mcptest(["run"], { cwd });
    expect(foreign.stdout).toContain("2025-06-18 is not spoken");
    expect(foreign.code).toBe(5);
    await server.close();
    const dead = await mcptest(["compliance", "run", "--config", "mcptest.yaml", "--save-scorecard", "card.json"], {
      cwd,
    });
    expect(dead.code).toBe(4);
    expect(existsSync(join(cwd, "card.json"))).toBe(false);
  },
  BUSY,
);

test(
  "rules of one's own add to and replace those that ship; a broken file is one line",
  async () => {
    const cwd = temporaryFolder();
    const target = ["--", process.execPath, join(ROOT, "examples", "notes-server.js")];
    writeFileSync(
      join(cwd, "own.yaml"),
      "- {rule_id: ACME-001, title: no tools at all, section: tools, level: MUST, expect: [{target: tools, matcher: {exact: []}}]}\n",
    );
    const own = await mcptest(["compliance", "run", "--registry", "own.yaml", "--fail-on", "must", ...target], { cwd });
    expect(own.stdout).toContain("✗ ACME-001  no tools at all");
    expect(own.code).toBe(1);
    writeFileSync(join(cwd, "own.yaml"), "- {rule_id: ACME-001, expect: [{target: toolz, matcher: {exact: []}}]}\n");
    const broken = await mcptest(["compliance", "run", "--registry", "own.yaml", ...target], { cwd });
    expect(broken.stderr).toContain("own.yaml:1:3: ACME-001 is a new rule; add title");
    expect(broken.code).toBe(1);
  },
  BUSY,
);
