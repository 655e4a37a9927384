// mcptest mcp as a client starts it: the built command line over stdio, driven by the official clients.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Client as Client2 } from "@modelcontextprotocol/client";
import { StdioClientTransport as Stdio2 } from "@modelcontextprotocol/client/stdio";
import { Client as Client1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as Stdio1 } from "@modelcontextprotocol/sdk/client/stdio.js";
import { Ajv2020 } from "ajv/dist/2020.js";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { JsonObject } from "../../src/base/json.ts";
import { type Caller, callerOf, GENERATIONS, type Generation } from "../agent/agent-under-test.ts";
import { startHttpServer } from "../servers/http/http-server.ts";
import { BIN, ensureBuilt, mcptest, temporaryFolder } from "./cli.ts";

beforeAll(ensureBuilt, 300_000);

const INFO = { name: "test", version: "1.0.0" };

const connect = async (
  generation: Generation,
  flags: readonly string[],
): Promise<Caller & { close(): Promise<void> }> => {
  const how = { command: process.execPath, args: [BIN, "mcp", ...flags], stderr: "ignore" as const };
  const client =
    generation === "sdk 1"
      ? new Client1(INFO)
      : new Client2(INFO, {
          versionNegotiation: { mode: generation === "client 2, 2026-07-28" ? { pin: "2026-07-28" } : "legacy" },
        });
  if (client instanceof Client1) await client.connect(new Stdio1(how));
  else await client.connect(new Stdio2(how));
  onTestFinished(() => client.close());
  return { ...callerOf(client), close: () => client.close() };
};

const ALLOWED = ["--allow-private", "--allow-stdio"];

describe.each(GENERATIONS)("%s", (generation) => {
  test("every tool answers what its schema promises", { timeout: 120_000 }, async () => {
    const server = await startHttpServer({ era: "dual" });
    onTestFinished(() => server.close());
    const { url } = server;
    const caller = await connect(generation, ALLOWED);
    const tools = await caller.tools();
    const schemaOf = (name: string) => tools.find((tool) => tool["name"] === name)?.["outputSchema"] as JsonObject;
    const call = async (name: string, args: JsonObject): Promise<JsonObject> => {
      const { isError, text, structured } = await caller.call(name, args);
      expect(isError, text).toBe(false);
      const validate = new Ajv2020({ strict: false }).compile(schemaOf(name));
      expect(validate(structured), JSON.stringify(validate.errors)).toBe(true);
      expect(JSON.parse(text)).toEqual(structured);
      return structured;
    };
    const steps: number[] = [];
    const checked = await caller.call("check_server", { url }, { onprogress: ({ progress }) => steps.push(progress) });
    expect(checked.structured).toMatchObject({ grade: "A+" });
    expect(steps.length).toBeGreaterThan(10);
    expect(checked.links).toHaveLength(2);
    expect(await caller.read(checked.links[0] ?? "")).toContain('"verdicts"');
    expect(await call("judge_capture", { capture: String(checked.structured["capture"]) })).toMatchObject({
      grade: "A+",
    });
    expect(await call("audit_mcp", { url })).toMatchObject({ grade: "A" });
    expect(await call("verify_mcp_ready", { url, policy: { minimum_grade: "A" } })).toMatchObject({ allowed: true });
    expect(await call("verify_mcp_cert", { certificate: "{}" })).toMatchObject({ valid: false });
    expect(await call("explain_rule", { id: "DISC-001" })).toMatchObject({ id: "DISC-001" });
    expect(await call("diff_revisions", { from: "2026-07-28", to: "draft" })).toMatchObject({ clean: true });
    expect(await call("get_standard", {})).toMatchObject({ version: "0.2" });
    expect(await caller.complete("mcptest://rules/{id}", "DISC-00")).toContain("DISC-001");
    expect(await caller.prompt("fix_server", { server: url })).toContain(url);
  });

  test("a cancelled run ends its child; the server stays usable", { timeout: 60_000 }, async () => {
    const file = join(temporaryFolder(), "pid");
    const caller = await connect(generation, ALLOWED);
    const cancel = new AbortController();
    const call = caller.call("check_server", { command: hanging(file) }, { signal: cancel.signal });
    const rejected = expect(call).rejects.toThrow();
    const pid = await startedPid(file);
    cancel.abort();
    await rejected;
    await ended(pid);
    expect((await caller.call("explain_rule", { id: "PROTO-001" })).isError).toBe(false);
  });
});

test("a client that goes away in the middle of a run leaves no child behind", { timeout: 60_000 }, async () => {
  const file = join(temporaryFolder(), "pid");
  const caller = await connect("sdk 1", ALLOWED);
  const call = caller.call("check_server", { command: hanging(file) }).catch(() => {});
  const pid = await startedPid(file);
  await caller.close();
  await call;
  await expect(ended(pid)).resolves.toBeUndefined();
});

test("without leave neither commands nor private addresses are touched", { timeout: 60_000 }, async () => {
  const file = join(temporaryFolder(), "pid");
  const caller = await connect("client 2, 2026-07-28", []);
  const started = await caller.call("check_server", { command: hanging(file) });
  expect(started).toMatchObject({ isError: true, text: expect.stringContaining("--allow-stdio") });
  expect(existsSync(file)).toBe(false);
  const asked = await caller.call("audit_mcp", { url: "http://localhost:9/mcp" });
  expect(asked).toMatchObject({ isError: true, text: expect.stringContaining("--allow-private") });
});

test.each([
  [["--http", "many"], /--http "?many"? is not a port; use a number from 0 to 65535/],
  [["--http", "70000"], /--http "?70000"? is not a port/],
  [["--issuer-key", "no-such-file"], /no such file/],
  [["--allow-everything"], /unknown option/],
])("mcp %j is refused in one line", async (flags, line) => {
  const { code, stderr, stdout } = await mcptest(["mcp", ...flags]);
  expect(stderr).toMatch(line);
  expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  expect([code, stdout]).toEqual([1, ""]);
});

test("a port that is taken is said; the end of input ends it", async () => {
  const server = await startHttpServer({ era: "dual" });
  onTestFinished(() => server.close());
  const { port } = new URL(server.url);
  const taken = await mcptest(["mcp", "--http", port]);
  expect(taken.stderr).toMatch(/^mcptest: cannot listen on port \d+ \(EADDRINUSE\); choose another with --http\n$/);
  expect(taken.code).toBe(1);
  // Its input is empty here.
  expect(await mcptest(["mcp"])).toMatchObject({ code: 0, stdout: "", stderr: "" });
});

/** A command that says who it is and then nothing any more. */
const hanging = (file: string): string[] => [
  process.execPath,
  "-e",
  `require("fs").writeFileSync(${JSON.stringify(file)} + ".new", String(process.pid));
   require("fs").renameSync(${JSON.stringify(file)} + ".new", ${JSON.stringify(file)});
   process.stdin.resume(); setInterval(() => {}, 1000);`,
];

// Another process's start and end are no events here; the test's own time is the bound.
const startedPid = async (file: string): Promise<number> => {
  while (!existsSync(file)) await pause();
  return Number(readFileSync(file, "utf8"));
};

const ended = async (pid: number): Promise<void> => {
  while (isAlive(pid)) await pause();
};

const pause = () => new Promise((resolve) => setTimeout(resolve, 50));

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};
