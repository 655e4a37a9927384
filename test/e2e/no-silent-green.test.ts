// What was not seen is never green: servers that never complete a handshake, runs that end early, answers too large to keep.
// Each is tried as a user does, and looked at in every format.

import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Result } from "../../src/scores/result/result.ts";
import { type Finished, mcptest, temporaryFolder } from "./cli.ts";

type Vice = (message: { readonly id?: unknown; readonly method?: unknown }, response: ServerResponse) => void;

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString("utf8");
};

const parse = (text: string): Parameters<Vice>[0] => {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
};

const serve = async (vice: Vice): Promise<string> => {
  const server = createServer(async (request, response) => vice(parse(await bodyOf(request)), response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
};

const answer = (
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void => {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
};

const handshake = (id: unknown): object => ({
  jsonrpc: "2.0",
  id,
  result: { protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo: { name: "x", version: "1" } },
});

const BOMB = gzipSync(Buffer.alloc(40_000_000, 32));
const MANY = Object.fromEntries(Array.from({ length: 120 }, (_, index) => [`x-${index}`, "1"]));

const VICES = {
  "429 for ever": ["no-handshake", (_, response) => answer(response, 429, {}, { "retry-after": "1" })],
  "500 for ever": ["no-handshake", (_, response) => answer(response, 500, {})],
  "a stream that closes": [
    "no-handshake",
    (_, response) => void response.writeHead(200, { "content-type": "text/event-stream" }).end(": hello\n\n"),
  ],
  "initialize refused": [
    "no-handshake",
    ({ id }, response) => answer(response, 200, { jsonrpc: "2.0", id, error: { code: -32603, message: "no" } }),
  ],
  "a gzip bomb": [
    "limit-exceeded",
    (_, response) =>
      void response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" }).end(BOMB),
  ],
  "an oversized body": [
    "limit-exceeded",
    (_, response) =>
      void response.writeHead(200, { "content-type": "application/json" }).end(Buffer.alloc(9_000_000, 32)),
  ],
  "120 headers": ["limit-exceeded", ({ id }, response) => answer(response, 200, handshake(id), MANY)],
  "a wall": ["auth-required", (_, response) => answer(response, 401, {}, { "www-authenticate": "Bearer" })],
} as const satisfies Record<string, readonly [Result["server"]["outcome"], Vice]>;

const FORMATS = ["pretty", "markdown", "html", "json", "junit", "sarif", "github", "badge", "badge-json"] as const;

/** Runs `check`, then renders what it saved in every format. */
const examine = async (
  target: readonly string[],
): Promise<{ checked: Finished; result: Result; all: Record<string, string> }> => {
  const folder = temporaryFolder();
  const capture = join(folder, "session.json");
  const outputs = FORMATS.flatMap((format) => ["--reporter", format, "-o", join(folder, format)]);
  const checked = await mcptest(["check", "--save", capture, ...outputs, ...target]);
  const all = Object.fromEntries(FORMATS.map((format) => [format, readFileSync(join(folder, format), "utf8")]));
  const verbose = await mcptest(["judge", capture, "--verbose"]);
  return { checked, result: JSON.parse(all["json"] ?? ""), all: { ...all, verbose: verbose.stdout } };
};

/** Nothing that a person or a machine could take for a good result. */
const expectNoGreen = ({ result, all }: Awaited<ReturnType<typeof examine>>): void => {
  expect(result.compliance).toMatchObject({ grade: null, score: null, sections: [] });
  expect(result.conformance?.tier ?? null).toBeNull();
  expect(result.conformance?.badge ?? null).toBeNull();
  expect(result.upgrade).toBeNull();
  const { json: _json, ...shown } = all;
  for (const [format, text] of Object.entries(shown))
    expect([format, text.match(/✓|✅|It works|Nothing to fix/)]).toEqual([format, null]);
  expect(all["badge-json"]).toContain('"color":"lightgrey"');
  expect(all["markdown"]).toMatch(/^### [❔❌]/u);
  expect(all["junit"]).toMatch(/<error type="unseen"/);
  expect(JSON.parse(all["sarif"] ?? "").runs[0].invocations[0].executionSuccessful).toBe(false);
  expect(all["github"]).toMatch(/^::warning title=mcptest::/m);
  expect(all["pretty"]).toContain("no grade: ");
};

describe("a server that never completes a handshake", () => {
  test.each(Object.entries(VICES))("%s", { timeout: 60_000 }, async (_, [outcome, vice]) => {
    const found = await examine([await serve(vice)]);
    expect(found.result.server.outcome).toBe(outcome);
    expect(found.result.revision).toBeNull();
    expect(found.checked.code).toBe(5);
    expectNoGreen(found);
    // A wall is what an agent meets, so the standard grades it; of the others nothing was met.
    expect(found.result.discoverability?.grade).toBe(outcome === "auth-required" ? "D" : null);
  });

  test("a command that dies at start, silent or talkative", { timeout: 60_000 }, async () => {
    for (const script of ["process.exit(1)", "console.log('usage: server <folder>'); process.exit(2)"]) {
      const found = await examine(["--", process.execPath, "-e", script]);
      expect(found.checked.code).toBe(4);
      expect(found.result.server.outcome).toBe("unreachable");
      expect(found.result.counts.states).toMatchObject({ pass: 0, fail: 0 });
      expect(found.result.discoverability?.grade).toBeNull();
      expectNoGreen(found);
      expect(found.all["junit"]).not.toContain("<failure");
      expect(found.all["pretty"]).not.toContain("server/discover");
    }
  });
});

test("doctor behind a wall says unknown, and audit and conformance exit 5", { timeout: 60_000 }, async () => {
  const url = await serve(VICES["a wall"][1]);
  const doctor = await mcptest(["doctor", url]);
  expect(doctor.stdout).toContain("unknown → 2026-07-28  the revision the server speaks is unknown");
  expect(doctor.code).toBe(5);
  expect((await mcptest(["audit", url, "--fail-on", "grade-a"])).code).toBe(5);
  const conformance = await mcptest(["conformance", "run", url, "--fail-on", "must"]);
  expect(conformance.stdout).toContain("? no tier: the server asks for credentials first");
  expect(conformance.code).toBe(5);
});

describe("a run that ends early", () => {
  /** The handshake is quick, everything after it is not. */
  const slow: Vice = ({ id, method }, response) => {
    if (id === undefined) response.writeHead(202).end();
    else if (method === "initialize") answer(response, 200, handshake(id));
    else if (method === "server/discover")
      answer(response, 200, { jsonrpc: "2.0", id, error: { code: -32601, message: "Method not found" } });
    else setTimeout(() => answer(response, 200, { jsonrpc: "2.0", id, result: { tools: [] } }), 60_000).unref();
  };

  test("its time is over", { timeout: 60_000 }, async () => {
    const found = await examine([await serve(slow), "--run-timeout", "2s"]);
    expect(found.result.server.outcome).toBe("run-timed-out");
    expectNoGreen(found);
    expect(found.result.discoverability?.grade).toBeNull();
    expect(found.checked.code).toBe(found.result.counts.levels.MUST.failed > 0 ? 1 : 5);
  });

  test("it is interrupted", { timeout: 60_000 }, async () => {
    const folder = temporaryFolder();
    const capture = join(folder, "session.json");
    let interrupt = (): void => undefined;
    const url = await serve((message, response) => {
      slow(message, response);
      if (message.method === "tools/list") interrupt();
    });
    const { code, stdout } = await mcptest(["check", url, "--save", capture], {
      onStart: (kill) => {
        interrupt = () => kill("SIGINT");
      },
    });
    expect(code).toBe(130);
    expect(stdout).toContain("no grade: the run was interrupted");
    expect(stdout).not.toMatch(/✓|It works/);
    // Judged later, nobody interrupts anything: what was seen decides.
    const judged = await mcptest(["judge", capture, "--reporter", "json"]);
    const result: Result = JSON.parse(judged.stdout);
    expect(result).toMatchObject({ server: { outcome: "aborted" }, compliance: { grade: null } });
    expect(judged.code).toBe(result.counts.levels.MUST.failed > 0 ? 1 : 5);
  });
});

test("padding that fills the capture hides requirements, so nothing is green", { timeout: 120_000 }, async () => {
  const padding = "x".repeat(1_000_000);
  const url = await serve(({ id, method }, response) => {
    if (typeof method === "string" && method.startsWith("notifications/")) response.writeHead(202).end();
    else if (method === "initialize") answer(response, 200, handshake(id));
    else if (method === "server/discover")
      answer(response, 200, { jsonrpc: "2.0", id, error: { code: -32601, message: "Method not found" } });
    else
      answer(response, 200, {
        jsonrpc: "2.0",
        id: id ?? null,
        result: { tools: [], _meta: { "com.example/p": padding } },
      });
  });
  const found = await examine([url, "--limit", "capture-bytes=3mb", "--fail-on", "never"]);
  expect(found.result.server.outcome).toBe("limit-exceeded");
  expectNoGreen(found);
  expect(found.checked.code).toBe(5);
});

describe("a capture", () => {
  const SAMPLE = {
    server_label: "stdio://my-server",
    server_capabilities: { tools: {} },
    exchanges: [
      { request: { jsonrpc: "2.0", id: 1, method: "initialize" }, response: { jsonrpc: "2.0", id: 1, result: {} } },
      {
        request: { jsonrpc: "2.0", id: 2, method: "tools/list" },
        response: { jsonrpc: "2.0", id: 2, result: { tools: [] } },
      },
    ],
  };

  const saved = (content: unknown): string => {
    const path = join(temporaryFolder(), "capture.json");
    writeFileSync(path, JSON.stringify(content));
    return path;
  };

  test("with initialize and no version is judged by the era of its messages", async () => {
    const path = saved(SAMPLE);
    expect((await mcptest(["judge", path])).stdout).toContain("judged by 2025-11-25");
    expect((await mcptest(["doctor", "--capture", path])).stdout).toContain("2025-11-25 → 2026-07-28");
    expect((await mcptest(["conformance", "run", "--capture", path])).stdout).toContain("corpus 2025-11-25");
  });

  test("that spoke both eras is judged by each request's own", async () => {
    const _meta = { "io.modelcontextprotocol/protocolVersion": "2026-07-28" };
    const request = { jsonrpc: "2.0", id: 9, method: "server/discover", params: { _meta } };
    const refused = { jsonrpc: "2.0", id: 9, error: { code: -32601, message: "Method not found" } };
    const path = saved({ ...SAMPLE, exchanges: [{ request, response: refused }, ...SAMPLE.exchanges] });
    const { stdout } = await mcptest(["judge", path, "--reporter", "json"]);
    expect(JSON.parse(stdout).revision).toBe("2025-11-25");
  });

  test.each([
    [
      "of a dead port",
      {
        exchanges: [
          {
            request: SAMPLE.exchanges[0]?.request,
            trouble: { kind: "refused", detail: "nothing accepted the connection" },
          },
        ],
      },
      4,
    ],
    ["that is empty", { exchanges: [] }, 5],
  ])("%s holds nothing, and the invariants say so", async (_, part, code) => {
    const path = saved({ server_label: "http://127.0.0.1:1/", ...part });
    const found = await mcptest(["compliance", "invariants", "--capture", path]);
    expect(found.stdout).toContain("the session holds no message of the server, so nothing was judged");
    expect(found.stdout).not.toMatch(/✓|^ok/m);
    expect(found.code).toBe(code);
    const judged = await mcptest(["judge", path]);
    expect(judged.stdout).toContain("no grade: no handshake was completed");
    expect(judged.code).toBe(5);
  });

  test("with an exchange about nothing is a bad file", async () => {
    const path = saved({ server_label: "x", exchanges: [{ id: "a" }] });
    for (const command of [
      ["judge", path],
      ["compliance", "invariants", "--capture", path],
    ]) {
      const { code, stderr } = await mcptest(command);
      expect(stderr).toContain("at /exchanges/0: expected an exchange with a request or a response");
      expect(code).toBe(1);
    }
  });
});

test("the tests that init wrote have no grade: it would look like the server's", { timeout: 120_000 }, async () => {
  const cwd = temporaryFolder();
  const server = new URL("../../examples/notes-server.js", import.meta.url).pathname;
  expect((await mcptest(["init", "--", process.execPath, server], { cwd })).code).toBe(0);
  const { code, stdout } = await mcptest(["run"], { cwd });
  const line = stdout.split("\n").find((one) => one.includes("compliance")) ?? "";
  expect(line).toMatch(/✓ .*compliance +\d+ tests · \d+ passed/);
  expect(line).not.toContain("grade");
  expect(code).toBe(0);
});
