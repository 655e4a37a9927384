// Every way to name a server, through the built command line.

import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { Capture } from "../../src/capture/capture.ts";
import { readCaptures } from "../../src/capture/read.ts";
import { serveHttp } from "../probe/ad-hoc-servers.ts";
import { startHttpServer } from "../servers/http/http-server.ts";
import { stdioServerCommand } from "../servers/spawn.ts";
import { ensureBuilt, mcptest, ROOT, temporaryFolder } from "./cli.ts";

beforeAll(ensureBuilt);

const capture = (text: string): Capture => readCaptures(text, "stdout").sessions[0]!;

/** A server that costs two round trips: it wants authentication, and saying so is an answer. */
const wall = async (): Promise<string> => (await serveHttp(() => ({ status: 401 }))).url;

describe("a server at a URL", () => {
  test("is the argument, or --server", async () => {
    const url = await wall();
    for (const args of [[url], ["--server", url], [`--server=${url}`]]) {
      const { code, stdout } = await mcptest(["record", ...args, "-o", "-"]);
      expect(code).toBe(0);
      expect(capture(stdout)).toMatchObject({
        server_label: url,
        target: { kind: "http", url },
        outcome: "auth-required",
      });
    }
  });

  test("is probed in full when it is one of ours", async () => {
    const server = await startHttpServer({ era: "dual", slowMs: 50 });
    onTestFinished(() => server.close());
    const { code, stdout, stderr } = await mcptest(["record", server.url]);
    expect(code).toBe(0);
    expect(stdout).toContain("both eras · probed at 2026-07-28");
    expect(stdout).toContain("tools/list");
    expect(stderr).toBe("nothing was saved; add -o session.json to keep the capture\n");
  });
});

describe("a server that is a command", () => {
  const { command, args } = stdioServerCommand({ era: "stateless", slowMs: 50 });

  test("follows --, its own flags included", async () => {
    const { code, stdout } = await mcptest(["record", "-o", "-", "--quiet", "--", command, ...args]);
    expect(code).toBe(0);
    expect(capture(stdout)).toMatchObject({
      target: { kind: "stdio", command: [command, ...args] },
      transport: "stdio",
      era: { verdict: "stateless" },
      outcome: "complete",
    });
    const conversations = capture(stdout).conversations ?? [];
    const started = conversations.filter((one) => one.shares_process_with === undefined);
    expect(started.length).toBeGreaterThan(1);
    expect(conversations.filter(({ process }) => process !== undefined)).toHaveLength(started.length);
  });

  test("is one line with --server-command, split without a shell", async () => {
    const line = [command, ...args].map((word) => `'${word}'`).join(" ");
    const { code, stdout } = await mcptest(["record", "--server-command", line, "-o", "-"]);
    expect(code).toBe(0);
    expect(capture(stdout).target).toMatchObject({ kind: "stdio", command: [command, ...args] });
  });

  test("runs where --cwd says", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "server.cjs"), "process.stderr.write(process.cwd());");
    const { stdout, code } = await mcptest(["record", "--cwd", folder, "-o", "-", "--", "node", "server.cjs"]);
    expect(code).toBe(4);
    expect(capture(stdout).conversations?.[0]?.process?.stderr?.data).toContain(folder.split("/").at(-1));
  });
});

describe("a server of a client configuration", () => {
  const configure = async (): Promise<string> => {
    const file = join(temporaryFolder(), "config.json");
    const { command, args } = stdioServerCommand({ era: "stateless", slowMs: 50 });
    const mcpServers = { notes: { command, args }, remote: { url: await wall() } };
    writeFileSync(file, JSON.stringify({ mcpServers }));
    return file;
  };

  test("is picked with --name", async () => {
    const file = await configure();
    const [notes, remote] = await Promise.all(
      ["notes", "remote"].map((name) => mcptest(["record", "--mcp-config", file, "--name", name, "-o", "-"])),
    );
    expect([notes?.code, remote?.code]).toEqual([0, 0]);
    expect(capture(notes?.stdout ?? "").target?.kind).toBe("stdio");
    expect(capture(remote?.stdout ?? "").target?.kind).toBe("http");
  });

  test("is listed without --name, and nothing is started", async () => {
    const { code, stdout, stderr } = await mcptest(["record", "--mcp-config", await configure()]);
    expect(code).toBe(0);
    expect(stdout.split("\n").map((line) => line.split("  ").slice(0, 2))).toEqual([
      ["notes", "stdio"],
      ["remote", "http"],
      [""],
    ]);
    expect(stderr).toBe("");
  });

  test("that is not there is an error with a suggestion", async () => {
    const { code, stderr } = await mcptest(["record", "--mcp-config", await configure(), "--name", "note"]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^mcptest: .*has no server "note"; did you mean "notes"\n$/);
  });

  test.each([
    ["that does not exist", undefined, /no such file/],
    ["that is no JSON", '{"mcpServers": {,}}', /config\.json:1:\d+: /],
    ["without servers", "{}", /has no mcpServers/],
  ])("in a file %s is an error that says where", async (_what, text, message) => {
    const file = join(temporaryFolder(), "config.json");
    if (text !== undefined) writeFileSync(file, text);
    const { code, stdout, stderr } = await mcptest(["record", "--mcp-config", file, "--name", "x"]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(message);
    expect(stderr.trimEnd()).not.toContain("\n");
  });
});

describe("the bundled example", () => {
  const example = join(ROOT, "examples", "notes-server.js");

  test("speaks both eras and every revision over stdio", async () => {
    const file = join(temporaryFolder(), "notes.json");
    const { code, stdout } = await mcptest(["record", "-o", file, "--", "node", example]);
    expect(code).toBe(0);
    expect(stdout).toContain("both eras · probed at 2026-07-28");
    const saved = capture(readFileSync(file, "utf8"));
    expect(saved).toMatchObject({ era: { verdict: "dual" }, outcome: "complete", transport: "stdio" });
    const negotiated = saved.revisions?.asked.filter(({ revision, answered }) => revision === answered);
    expect(negotiated?.map(({ revision }) => revision).sort()).toEqual(
      expect.arrayContaining(["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]),
    );
    for (const { process } of saved.conversations ?? []) expect(process?.ended_by).not.toBe("sigkill");
  });

  test("speaks both eras over HTTP", async () => {
    const child = spawn(process.execPath, [example, "--http", "0"], { stdio: ["ignore", "ignore", "pipe"] });
    onTestFinished(() => void child.kill("SIGKILL"));
    const url = await new Promise<string>((resolve) =>
      child.stderr.once("data", (chunk: Buffer) => resolve(chunk.toString("utf8").trim())),
    );
    const { code, stdout } = await mcptest(["record", url, "-o", "-"]);
    expect(code).toBe(0);
    expect(capture(stdout)).toMatchObject({
      era: { verdict: "dual" },
      outcome: "complete",
      transport: "streamable-http",
    });
  });
});

describe("no server, or too many", () => {
  test("none is an error that says how to name one", async () => {
    const { code, stdout, stderr } = await mcptest(["record"]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/^mcptest: no server given; write <url>, -- <command…>, --server <url>/);
  });

  test.each([
    [["http://127.0.0.1:1/", "--server", "http://127.0.0.1:2/"], "<url> and --server"],
    [["http://127.0.0.1:1/", "--", "node"], "<url> and -- <command>"],
    [["--server-command", "node", "--mcp-config", "x.json"], "--server-command and --mcp-config"],
  ])("%j is refused", async (args, named) => {
    const { code, stderr } = await mcptest(["record", ...args]);
    expect(code).toBe(1);
    expect(stderr).toBe(`mcptest: more than one server given: ${named}; keep one\n`);
  });

  test.each([
    [["127.0.0.1:3000/mcp"], "did you mean http://127.0.0.1:3000/mcp"],
    [["ftp://127.0.0.1/"], "only http and https are spoken"],
    [["--name", "x", "http://127.0.0.1:1/"], "add --mcp-config <file> or drop it"],
    [["--env", "A=b", "http://127.0.0.1:1/"], "--env works only with a server that is a command"],
    [["--header", "A: b", "--", "node"], "--header works only with a server at a URL"],
  ])("%j is refused with a hint", async (args, hint) => {
    const { code, stdout, stderr } = await mcptest(["record", ...args]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain(hint);
  });
});
