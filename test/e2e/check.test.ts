// check, judge, explain and compliance rules through the built command line.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import type { Result } from "../../src/scores/result/result.ts";
import { mutantOptions } from "../areas/tables.ts";
import { startHttpServer } from "../servers/http/http-server.ts";
import { ROOT, mcptest as runCli } from "./cli.ts";

const folder = mkdtempSync(join(tmpdir(), "mcptest-check-"));
afterAll(() => rmSync(folder, { recursive: true }));
const file = (name: string): string => join(folder, name);

describe("check and judge", () => {
  test("judge prints the bytes of the check that saved the capture, in every reporter", async () => {
    const server = await startHttpServer({ era: "dual", ...mutantOptions("unknown-method-code") });
    try {
      for (const reporter of ["pretty", "json"]) {
        const checked = await runCli(["check", server.url, "--reporter", reporter, "--save", file("session.json")]);
        const judged = await runCli(["judge", file("session.json"), "--reporter", reporter]);
        expect(judged.stdout).toBe(checked.stdout);
        expect(judged.code).toBe(checked.code);
      }
    } finally {
      await server.close();
    }
  });

  test("a failed MUST fails the run; --fail-on never does not", async () => {
    const server = await startHttpServer({ era: "stateless", ...mutantOptions("unknown-method-code") });
    try {
      const failing = await runCli(["check", server.url]);
      expect(failing.code).toBe(1);
      expect(failing.stdout).toContain("-32601");
      expect(failing.stdout).toContain("https://modelcontextprotocol.io/specification/2026-07-28/");
      const lenient = await runCli(["check", server.url, "--fail-on", "never", "--quiet"]);
      expect(lenient.code).toBe(0);
      expect(lenient.stdout.split("\n")).toHaveLength(2);
    } finally {
      await server.close();
    }
  });

  test("the bundled example server fails nothing, over stdio", async () => {
    const { code, stdout } = await runCli(["check", "--", process.execPath, "examples/notes-server.js"]);
    expect(stdout).toMatch(/^✓ grade A\+? · \d+ passed/m);
    expect(code).toBe(0);
  });

  test("nor over HTTP, in any lane", async () => {
    const child = spawn(process.execPath, [join(ROOT, "examples", "notes-server.js"), "--http", "0"], {
      stdio: ["ignore", "ignore", "pipe"],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    const [line] = (await once(child.stderr, "data")) as [Buffer];
    const { code, stdout } = await runCli(["check", line.toString("utf8").trim(), "--reporter", "json"]);
    const result = JSON.parse(stdout) as Result;
    expect(result.verdicts.filter(({ state }) => state === "fail" || state === "error")).toEqual([]);
    expect(result.invariants.filter(({ state }) => state === "fail")).toEqual([]);
    expect(result).toMatchObject({
      compliance: { grade: "A+" },
      conformance: { tier: "tier-1" },
      discoverability: { grade: "A" },
    });
    expect(code).toBe(0);
  });

  test("a dead port gets no mark in any lane", async () => {
    const { stdout } = await runCli(["check", "http://127.0.0.1:1/mcp", "--reporter", "json"]);
    expect(JSON.parse(stdout)).toMatchObject({ invariants: [], upgrade: null, compliance: { grade: null } });
    const pretty = await runCli(["check", "http://127.0.0.1:1/mcp"]);
    expect(pretty.stdout).not.toMatch(/invariants|discoverability|conformance/);
  });

  test("asked for a revision the server does not speak, it says so and exits 5", async () => {
    const server = await startHttpServer({ era: "stateful" });
    try {
      const { code, stdout, stderr } = await runCli(["check", server.url, "--revision", "2026-07-28", "--quiet"]);
      expect(stderr).toBe(
        "mcptest: the server does not speak 2026-07-28; drop --revision to check a revision it does speak\n",
      );
      expect(stdout).toContain("? no grade: the server does not speak 2026-07-28 · ");
      expect(code).toBe(5);
    } finally {
      await server.close();
    }
  });

  test("a dead port passes nothing and exits 4", async () => {
    const server = await startHttpServer({ era: "stateless" });
    await server.close();
    const { code, stdout, stderr } = await runCli(["check", server.url, "--reporter", "json"]);
    expect(code).toBe(4);
    expect(stderr).toContain("unreachable");
    const { counts } = JSON.parse(stdout);
    expect(counts.states).toMatchObject({ pass: 0, fail: 0, error: 0 });
    expect(counts.states.inconclusive).toBeGreaterThan(50);
  });

  test("the founding minimal capture is judged", async () => {
    const capture = {
      server_label: "old",
      server_capabilities: { tools: {} },
      exchanges: [
        {
          request: {
            jsonrpc: "2.0",
            id: 1,
            method: "initialize",
            params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "a", version: "1" } },
          },
          response: {
            jsonrpc: "2.0",
            id: 1,
            result: { protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo: { name: "old" } },
          },
        },
      ],
    };
    writeFileSync(file("minimal.json"), JSON.stringify(capture));
    const { code, stdout } = await runCli(["judge", file("minimal.json"), "--reporter", "json"]);
    const { revision, verdicts } = JSON.parse(stdout);
    expect(revision).toBe("2025-06-18");
    expect(verdicts.find(({ id }: { id: string }) => id === "PROTO-002")).toMatchObject({
      state: "fail",
      evidence: [{ exchange: 0 }],
    });
    expect(code).toBe(1);
  });

  test.each([
    [["judge", "nowhere.json"], "cannot read nowhere.json: there is no such file"],
    [["judge", "package.json"], "package.json"],
    [["check", "http://127.0.0.1:1/mcp", "--reporter", "pdf"], '--reporter "pdf" is not a choice'],
    [["check", "http://127.0.0.1:1/mcp", "--fail-on", "often"], '--fail-on "often" is not a choice'],
    [["judge", "x.json", "--revision", "all"], "--revision all is only for probing"],
  ])("%j is refused in one line", async (args, message) => {
    const { code, stdout, stderr } = await runCli(args);
    expect(stderr).toContain(message);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
    expect([code, stdout]).toEqual([1, ""]);
  });

  test("-o writes the report", async () => {
    writeFileSync(file("empty.json"), JSON.stringify({ server_label: "x", server_capabilities: null, exchanges: [] }));
    const { code, stdout } = await runCli([
      "judge",
      file("empty.json"),
      "-o",
      file("report.json"),
      "--reporter",
      "json",
    ]);
    expect([code, stdout]).toEqual([5, ""]);
    expect(JSON.parse(readFileSync(file("report.json"), "utf8")).format).toBe("mcptest-result/1");
  });
});

describe("explain and the list of rules", () => {
  test("explain", async () => {
    const { code, stdout } = await runCli(["explain", "PROTO-002"]);
    expect(code).toBe(0);
    for (const title of [
      "What it means",
      "Why it matters",
      "What is asked",
      "A failing server sends",
      "How to fix it",
      "Level and page",
    ])
      expect(stdout).toContain(title);
    expect((await runCli(["explain", "proto2"])).stdout).toBe(stdout);
  });

  test("an unknown id is answered with the nearest", async () => {
    const { code, stderr } = await runCli(["explain", "PROTI-002"]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^mcptest: there is no rule "PROTI-002"; did you mean PROTO-002/);
  });

  test("rules by revision and section", async () => {
    const json = JSON.parse(
      (await runCli(["compliance", "rules", "--revision", "v2025-06-18", "--section", "tools", "--format", "json"]))
        .stdout,
    );
    expect(json.length).toBeGreaterThan(5);
    for (const rule of json) {
      expect(rule.section).toBe("tools");
      expect(rule.revisions.map(({ revision }: { revision: string }) => revision)).toContain("2025-06-18");
    }
    expect((await runCli(["compliance", "rules", "--section", "tool"])).stderr).toContain(
      "is not a choice; use one of lifecycle",
    );
  });
});
