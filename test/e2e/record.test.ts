// `mcptest record` through the built command line: where things go, exit codes, flags, signals.

import { existsSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { Capture } from "../../src/capture/capture.ts";
import { readCaptures } from "../../src/capture/read.ts";
import { REVISIONS } from "../../src/protocol/revision.ts";
import { LIMIT_TABLE } from "../../src/wire/limits.ts";
import { INITIALIZE_RESULT, result, serveHttp } from "../probe/ad-hoc-servers.ts";
import { type HttpServerOptions, startHttpServer } from "../servers/http/http-server.ts";
import { ensureBuilt, mcptest, temporaryFolder } from "./cli.ts";

beforeAll(ensureBuilt);

const capture = (text: string): Capture => readCaptures(text, "stdout").sessions[0]!;

const serve = async (options: Partial<HttpServerOptions> = {}): Promise<string> => {
  const server = await startHttpServer({ era: "dual", slowMs: 50, ...options });
  onTestFinished(() => server.close());
  return server.url;
};

/** A server that costs two round trips: it wants authentication, and saying so is an answer. */
const wall = async (): Promise<string> => (await serveHttp(() => ({ status: 401 }))).url;
const hanging = async (): Promise<string> => (await serveHttp(() => "hang")).url;
const NOWHERE = "http://127.0.0.1:1/mcp";

describe("the output", () => {
  test("is a JSON file, a summary on stdout and the rest on stderr", async () => {
    const file = join(temporaryFolder(), "session.json");
    const { code, stdout, stderr } = await mcptest(["record", await serve(), "-o", file]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^stateless +does it answer server\/discover\?/m);
    expect(stdout).toMatch(/\d+ exchanges, \d+ answered/);
    expect(stdout).not.toContain("→");
    expect(stderr).toBe(`saved ${file}\n`);
    const text = readFileSync(file, "utf8");
    expect(capture(text)).toMatchObject({ format: "mcptest-capture/1", outcome: "complete" });
    expect(text.endsWith("}\n")).toBe(true);
    // What was said may be private, so nobody else may read it.
    if (process.platform !== "win32") expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(file, ".."))).toEqual(["session.json"]);
  });

  test("is every message on stdout without a file, and beside one with --verbose", async () => {
    const url = await wall();
    const file = join(temporaryFolder(), "session.json");
    for (const args of [[], ["--verbose", "-o", file]]) {
      const { code, stdout } = await mcptest(["record", url, ...args]);
      expect(code).toBe(0);
      expect(stdout).toContain("→ server/discover");
      expect(stdout).toContain("→ initialize");
    }
  });

  test("is JSON Lines when the file is called so", async () => {
    const file = join(temporaryFolder(), "session.jsonl");
    const { code } = await mcptest(["record", await serve(), "-o", file]);
    expect(code).toBe(0);
    const types = readFileSync(file, "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => (JSON.parse(line) as { type: string }).type);
    expect(types[0]).toBe("header");
    expect(types.at(-1)).toBe("footer");
    expect(capture(readFileSync(file, "utf8"))).toMatchObject({ outcome: "complete", closed: true });
  });

  test("is on stdout with -o -, and nothing else is", async () => {
    const { code, stdout, stderr } = await mcptest(["record", await serve(), "-o", "-"]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ format: "mcptest-capture/1" });
    expect(stderr).toBe("");
  });

  test("replaces an older file, behind a link too", async () => {
    const folder = temporaryFolder();
    const [file, link] = [join(folder, "real.json"), join(folder, "link.json")];
    writeFileSync(file, "old");
    symlinkSync(file, link);
    await mcptest(["record", await wall(), "-o", link]);
    expect(capture(readFileSync(file, "utf8")).outcome).toBe("auth-required");
    expect(readdirSync(folder).sort()).toEqual(["link.json", "real.json"]);
  });

  test("into a device leaves it a device", async () => {
    const before = statSync("/dev/null");
    const { code } = await mcptest(["record", await wall(), "-o", "/dev/null"]);
    expect(code).toBe(0);
    expect(statSync("/dev/null").isCharacterDevice()).toBe(true);
    expect(statSync("/dev/null").ino).toBe(before.ino);
  });

  test.each([
    ["a folder", (folder: string) => folder, "it is a folder; name a file in it"],
    ["in a folder that is not there", (folder: string) => join(folder, "no", "x.json"), "create it first"],
    ["nothing", () => "", "-o is empty"],
  ])("that is %s costs no session", async (_what, path, message) => {
    const server = await serveHttp(() => ({ status: 401 }));
    const { code, stdout, stderr } = await mcptest(["record", server.url, "-o", path(temporaryFolder())]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain(message);
    expect(server.asked).toEqual([]);
  });

  test("is quiet with --quiet", async () => {
    const file = join(temporaryFolder(), "session.json");
    expect(await mcptest(["record", await wall(), "--quiet", "-o", file])).toMatchObject({
      code: 0,
      stdout: "",
      stderr: "",
    });
    expect(existsSync(file)).toBe(true);
  });
});

describe("the exit code", () => {
  test("is 0 behind a wall, which is an answer", async () => {
    const { code, stdout } = await mcptest(["record", await wall()]);
    expect(code).toBe(0);
    expect(stdout).toContain("auth-required");
  });

  test("is 4 where nothing listens, and the capture is written all the same", async () => {
    const file = join(temporaryFolder(), "session.json");
    const { code, stderr } = await mcptest(["record", NOWHERE, "-o", file]);
    expect(code).toBe(4);
    expect(stderr).toContain(
      `mcptest: ${NOWHERE} is unreachable: nothing accepts connections at 127.0.0.1:1 (ECONNREFUSED)\n`,
    );
    expect(capture(readFileSync(file, "utf8")).outcome).toBe("unreachable");
  });

  test("is 4 for a command that does not exist", async () => {
    const { code, stderr } = await mcptest(["record", "--quiet", "--", "no-such-program-of-mcptest"]);
    expect(code).toBe(4);
    expect(stderr).toMatch(/is unreachable: the command "no-such-program-of-mcptest" was not found\n$/);
  });

  test("is 4 for a server that never answers, however the time ran out", async () => {
    const url = await hanging();
    const [exchange, run] = await Promise.all([
      mcptest(["record", url, "--quiet", "--timeout", "300ms"]),
      mcptest(["record", url, "--quiet", "--run-timeout", "300ms"]),
    ]);
    expect([exchange.code, run.code]).toEqual([4, 4]);
    for (const { stderr } of [exchange, run]) expect(stderr).toMatch(/^mcptest: .* is unreachable: .*\n$/);
  });

  test("is 1 for what cannot be done as written", async () => {
    const { code, stdout, stderr } = await mcptest(["record", NOWHERE, "--timeout", "soon"]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/^mcptest: --timeout "soon" is not a duration; .*\n$/);
  });

  test.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)("after %s is %d, the capture closed and the children reaped", async (signal, expected) => {
    const folder = temporaryFolder();
    const file = join(folder, "session.json");
    // Each child reports its process id here, then answers nothing and stays.
    const pids: number[] = [];
    let allRunning: () => void = () => {};
    const running = new Promise<void>((resolve) => {
      allRunning = resolve;
    });
    const desk = await serveHttp(({ path }) => {
      pids.push(Number(path.slice(1)));
      if (pids.length === 2) allRunning();
      return { status: 204 };
    });
    const script = `require("http").get(${JSON.stringify(new URL("/", desk.url).href)} + process.pid); process.stdin.resume();`;
    let stop: ((signal: NodeJS.Signals) => void) | undefined;
    const finished = mcptest(["record", "-o", file, "--", process.execPath, "-e", script], {
      onStart: (kill) => {
        stop = kill;
      },
    });
    await running;
    stop?.(signal);
    expect((await finished).code).toBe(expected);
    expect(capture(readFileSync(file, "utf8"))).toMatchObject({ outcome: "aborted" });
    for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow("ESRCH");
    expect(readdirSync(folder)).toEqual(["session.json"]);
  });
});

describe("--revision", () => {
  const dated = REVISIONS.filter((revision) => revision !== "draft");

  test.each(dated)("%s is probed, and no other", async (revision) => {
    const { code, stdout } = await mcptest(["record", await serve(), "--revision", revision, "-o", "-"]);
    expect(code).toBe(0);
    expect(capture(stdout).revisions?.probed).toBe(revision);
  });

  test("may be spelled with a v", async () => {
    const { code, stdout } = await mcptest(["record", await serve(), "--revision", "v2025-06-18", "-o", "-"]);
    expect(code).toBe(0);
    expect(capture(stdout).revisions?.probed).toBe("2025-06-18");
  });

  test("draft is spoken as the newest release is", async () => {
    const { code, stdout } = await mcptest(["record", await serve(), "--revision", "draft", "-o", "-"]);
    expect(code).toBe(0);
    expect(capture(stdout).revisions?.probed).toBe("draft");
  });

  test.each(["2025-01-01", "latest", "", "2025-06-18-beta"])("%j is refused with the list", async (revision) => {
    const { code, stdout, stderr } = await mcptest(["record", NOWHERE, "--revision", revision]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain("is not a protocol revision");
    for (const known of REVISIONS) expect(stderr).toContain(known);
  });
});

describe("limits", () => {
  test("are listed with --help-limits, every one", async () => {
    const { code, stdout, stderr } = await mcptest(["record", "--help-limits"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout.trimEnd().split("\n")).toHaveLength(Object.keys(LIMIT_TABLE).length);
    expect(stdout).toMatch(/^exchange-ms +30s +a slow drip/m);
  });

  test("are changed one by one and kept in the capture", async () => {
    const args = ["--limit", "body-bytes=1mib", "--limit", "exchangeMs=5000", "--run-timeout", "1m"];
    const { code, stdout } = await mcptest(["record", await wall(), ...args, "-o", "-"]);
    expect(code).toBe(0);
    expect(capture(stdout).limits).toMatchObject({ bodyBytes: 1_048_576, exchangeMs: 5_000, runMs: 60_000 });
  });

  test("are reached as an event in the capture", async () => {
    const { stdout } = await mcptest(["record", await serve(), "--limit", "body-bytes=20", "-o", "-"]);
    expect(capture(stdout).exchanges[0]?.trouble).toMatchObject({ kind: "limit-exceeded", limit: "bodyBytes" });
  });

  test.each([
    [["--limit", "body-byte=1"], /there is no limit "body-byte"; did you mean body-bytes/],
    [["--limit", "body-bytes"], /has no value/],
    [["--limit", "body-bytes=lots"], /is not a size/],
    [["--timeout", "1s", "--limit", "exchange-ms=2s"], /set the same limit; keep one/],
    [["--timeout", "0"], /too short/],
  ])("%j is refused", async (args, message) => {
    const { code, stdout, stderr } = await mcptest(["record", NOWHERE, ...args]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(message);
  });
});

describe("colour", () => {
  const ESCAPE = "\x1b[";

  test("is off where stdout is no terminal, on when forced, off when refused", async () => {
    const url = await wall();
    const run = (args: string[], env: Record<string, string> = {}) =>
      mcptest(["record", url, ...args], { env }).then(({ stdout }) => stdout.includes(ESCAPE));
    expect(await run([])).toBe(false);
    expect(await run([], { FORCE_COLOR: "1" })).toBe(true);
    expect(await run([], { FORCE_COLOR: "0" })).toBe(false);
    expect(await run([], { FORCE_COLOR: "1", NO_COLOR: "1" })).toBe(false);
    expect(await run([], { FORCE_COLOR: "1", NO_COLOR: "" })).toBe(true);
    expect(await run(["--no-color"], { FORCE_COLOR: "1" })).toBe(false);
  });

  test("never comes from a server", async () => {
    const server = await serveHttp((asked) =>
      asked.rpcMethod === "initialize"
        ? result(asked, { ...INITIALIZE_RESULT, serverInfo: { name: "\x1b[31mred\x1b[2J\u{202e}", version: "1\r\n2" } })
        : { status: 404 },
    );
    const { stdout } = await mcptest(["record", server.url]);
    expect(stdout).not.toContain("\x1b");
    expect(stdout).not.toContain("\r");
    expect(stdout).not.toContain("\u{202e}");
    expect(stdout).toContain("\\x1b[31mred");
  });
});

describe("a mistake on the command line", () => {
  test("in an option is answered with the nearest one", async () => {
    const { code, stdout, stderr } = await mcptest(["record", "--timout", "3", NOWHERE]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toBe("mcptest: unknown option '--timout' (Did you mean --timeout?); see mcptest record --help\n");
  });

  test("in a command too", async () => {
    const { code, stdout, stderr } = await mcptest(["recrod", NOWHERE]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toBe("mcptest: unknown command 'recrod' (Did you mean record?); see mcptest --help\n");
  });

  test.each([
    [["record", "a", "b"], /put -- before it: mcptest record -- a b/],
    [["record", "--header"], /argument missing/],
    [["--no-such-option"], /unknown option '--no-such-option'/],
    [["--", "node", "server.js"], /write mcptest check -- <command>/],
  ])("%j is one line on stderr", async (args, message) => {
    const { code, stdout, stderr } = await mcptest(args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(message);
    expect(stderr).toMatch(/^mcptest: [^\n]*\n$/);
  });

  test("is shown with its stack on --debug alone", async () => {
    const plain = await mcptest(["record", "--revision", "x", NOWHERE]);
    const debug = await mcptest(["record", "--revision", "x", NOWHERE, "--debug"]);
    expect(plain.stderr).not.toMatch(/\n\s+at /);
    expect(debug.stderr).toMatch(/\n\s+at /);
    expect([plain.code, debug.code]).toEqual([1, 1]);
  });

  test("does not repeat a secret typed after --bearer, or after an option nobody knows", async () => {
    const { stderr } = await mcptest(["record", "--bearer=hunter2-hunter2", NOWHERE]);
    expect(stderr).toContain("--bearer-env");
    const unknown = await mcptest(["record", "--api-key=hunter2-hunter2", NOWHERE]);
    expect(unknown.stderr).toContain("unknown option '--api-key'");
    expect(stderr + unknown.stderr).not.toContain("hunter2");
  });

  test("cannot steer the terminal", async () => {
    const { stderr } = await mcptest(["record", "--\x1b[2Jx", NOWHERE]);
    expect(stderr).not.toContain("\x1b");
  });
});
