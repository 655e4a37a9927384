// The command itself, through bin/mcptest.js: exit codes, files, refusals, signals.

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { startHttpServer } from "../servers/http/http-server.ts";
import { BIN, readBack, temporaryFolder, until } from "./helpers.ts";

const folder = temporaryFolder();
afterAll(() => folder.remove());

const proxy = (out: string, ...rest: string[]): string[] => [BIN, "record", "--proxy", "-o", out, ...rest];
const run = (args: string[], input = "", env = {}) =>
  spawnSync(process.execPath, args, { input, encoding: "utf8", env: { ...process.env, ...env } });
const script = (text: string): string[] => ["--", process.execPath, "-e", text];
const PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}\n';

describe("a command as the server", () => {
  test("its stdout is ours, its exit code too, and nothing else is said", () => {
    const out = folder.file("a.jsonl");
    const result = run(
      proxy(out, ...script("process.stdin.pipe(process.stdout); process.stdin.on('end', () => process.exit(7))")),
      PING,
    );
    expect(result).toMatchObject({ status: 7, stdout: PING, stderr: "" });
    expect(statSync(out).mode & 0o777).toBe(0o600);
    expect(readBack(readFileSync(out, "utf8"))).toMatchObject({ closed: true, exchanges: [{ request: { id: 1 } }] });
  });

  test("ended by a signal is 128 and its number", () => {
    expect(run(proxy(folder.file("b.jsonl"), ...script("process.kill(process.pid, 'SIGKILL')"))).status).toBe(137);
  });

  test("the whole environment passes, and secrets in it stay out of the file", () => {
    const out = folder.file("c.jsonl");
    const env = { SOME_API_KEY: "canary-inherited-1", PLAIN_THING: "visible-value-1" };
    const say = "console.log(JSON.stringify([process.env.SOME_API_KEY, process.env.PLAIN_THING, process.env.GIVEN]))";
    const result = run(proxy(out, "--env", "GIVEN=canary-given-123", ...script(say)), "", env);
    expect(result.stdout).toBe('["canary-inherited-1","visible-value-1","canary-given-123"]\n');
    const text = readFileSync(out, "utf8");
    expect(text).toContain("visible-value-1");
    expect(text).not.toContain("canary-");
  });

  test("a recording that is there is not touched: the next name is taken", () => {
    const out = folder.file("d.jsonl");
    writeFileSync(out, "precious\n");
    const result = run(proxy(out, ...script("")));
    expect(result.status).toBe(0);
    expect(result.stderr).toContain("d-2.jsonl");
    expect(readFileSync(out, "utf8")).toBe("precious\n");
    expect(readBack(folder.read("d-2.jsonl")).closed).toBe(true);
    run(proxy(out, ...script("")));
    expect(existsSync(folder.file("d-3.jsonl"))).toBe(true);
  });

  test("an empty file is used", () => {
    const out = folder.file("e.jsonl");
    writeFileSync(out, "");
    expect(run(proxy(out, ...script(""))).stderr).toBe("");
    expect(readBack(readFileSync(out, "utf8")).closed).toBe(true);
    expect(statSync(out).mode & 0o777).toBe(0o600);
  });

  test.each([
    ["a folder that is not there", () => folder.file("none/f.jsonl"), /its folder does not exist/],
    ["a full disk", () => "/dev/full", /the disk is full/],
  ])("%s costs the recording and not the session", (_name, out, reason) => {
    const result = run(proxy(out(), ...script("process.stdin.pipe(process.stdout)")), PING.repeat(3));
    expect(result).toMatchObject({ status: 0, stdout: PING.repeat(3) });
    expect(result.stderr).toMatch(reason);
    expect(result.stderr.trim().split("\n")).toHaveLength(1);
  });

  test("a command that is not there is said, with exit code 4", () => {
    const out = folder.file("g.jsonl");
    const result = run(proxy(out, "--", "/no/such/program"));
    expect(result).toMatchObject({ status: 4, stdout: "" });
    expect(result.stderr).toMatch(/not found/);
    expect(readBack(readFileSync(out, "utf8")).outcome).toBe("unreachable");
  });

  test("TERM ends the server politely and closes the file", async () => {
    const out = folder.file("h.jsonl");
    const child = spawn(process.execPath, proxy(out, ...script("process.stdin.resume(); console.log(process.pid)")));
    let told = "";
    child.stdout.on("data", (chunk: Buffer) => {
      told += chunk.toString();
    });
    await until(() => told.includes("\n"), "the server's pid");
    child.kill("SIGTERM");
    const [code] = (await once(child, "exit")) as [number];
    expect(code).toBe(143);
    expect(readBack(readFileSync(out, "utf8"))).toMatchObject({
      closed: true,
      conversations: [{ process: { ended_by: "stdin-close", exit_code: 0 } }],
    });
    expect(() => process.kill(Number(told), 0)).toThrow();
  });

  test("a server that closes its stdout has closed ours", async () => {
    const child = spawn(
      process.execPath,
      proxy(folder.file("i.jsonl"), ...script("require('node:fs').closeSync(1); process.stdin.resume()")),
    );
    child.stdout.resume();
    await once(child.stdout, "end");
    expect(child.exitCode).toBe(null);
    child.stdin.end();
    await once(child, "exit");
  });
});

describe("what is refused before anything starts", () => {
  test.each([
    [["record", "--proxy", "--", "true"], /-o session\.jsonl/],
    [["record", "--proxy", "-o", "-", "--", "true"], /-o session\.jsonl/],
    [["record", "--proxy", "-o", "x.json", "--", "true"], /JSON Lines/],
    [["record", "--proxy", "-o", "x.jsonl", "--listen", "1", "--", "true"], /--listen works only/],
    [["record", "--proxy", "-o", "x.jsonl", "--listen", "0.0.0.0:80", "http://127.0.0.1:1/"], /other machines/],
    [["record", "--proxy", "-o", "x.jsonl", "--listen", "abc", "http://127.0.0.1:1/"], /is not an address/],
    [
      ["record", "--proxy", "-o", "x.jsonl", "--revision", "2025-11-25", "http://127.0.0.1:1/"],
      /cannot be used with --proxy/,
    ],
    [["record", "--listen", "1", "http://127.0.0.1:1/"], /add --proxy/],
  ])("%j", (args, reason) => {
    const result = run([BIN, ...args]);
    expect(result.status).toBe(1);
    expect(result.stdout).toBe("");
    expect(result.stderr).toMatch(reason);
  });

  test("a file that cannot be had, where nothing waits for us yet", () => {
    const result = run(proxy(folder.file("none/x.jsonl"), "http://127.0.0.1:1/"));
    expect(result).toMatchObject({ status: 1 });
    expect(result.stderr).toMatch(/its folder does not exist/);
  });
});

describe("a URL as the server", () => {
  test.each(["SIGINT", "SIGTERM"] as const)("%s ends it with 0 and a closed file", async (signal) => {
    const server = await startHttpServer({ era: "stateless" });
    const out = folder.file(`${signal}.jsonl`);
    const args = proxy(out, "--listen", "localhost:0", "--header", "X-Extra: canary-configured", server.url);
    const child = spawn(process.execPath, args);
    let told = "";
    child.stderr.on("data", (chunk: Buffer) => {
      told += chunk.toString();
    });
    await until(() => /connect the client to (\S+)/.test(told), "the address");
    const url = /connect the client to (\S+)/.exec(told)?.[1] ?? "";
    expect(new URL(url)).toMatchObject({ hostname: "127.0.0.1", pathname: "/mcp" });
    const answer = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: "Bearer canary-of-the-client" },
      body: '{"jsonrpc":"2.0","id":1,"method":"nonsense"}',
    });
    await answer.text();
    child.kill(signal);
    const [code] = (await once(child, "exit")) as [number];
    await server.close();
    expect(code).toBe(0);
    const text = readFileSync(out, "utf8");
    expect(readBack(text)).toMatchObject({ closed: true, outcome: "complete", exchanges: [{ request: { id: 1 } }] });
    expect(text).not.toContain("canary-");
    expect(told).toContain("saved 1 exchange");
  });

  test("a port that is taken is said in one line", async () => {
    const server = await startHttpServer({ era: "stateless" });
    const { port } = new URL(server.url);
    const result = await new Promise<{ code: number; err: string }>((resolve) => {
      const child = spawn(process.execPath, proxy(folder.file("p.jsonl"), "--listen", port, server.url));
      let err = "";
      child.stderr.on("data", (chunk: Buffer) => {
        err += chunk.toString();
      });
      child.on("close", (code) => resolve({ code: code ?? -1, err }));
    });
    await server.close();
    expect(result.code).toBe(1);
    expect(result.err).toMatch(/cannot listen on 127\.0\.0\.1:\d+ \(EADDRINUSE\)/);
  });
});
