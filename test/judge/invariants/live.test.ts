// Recorded from real servers: the correct ones hold every invariant, each mutant breaks the one its vice is about.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { type ProbeRequest, probeTarget } from "../../../src/areas/probe-target.ts";
import type { Capture } from "../../../src/capture/capture.ts";
import { readCaptures } from "../../../src/capture/read.ts";
import type { Target } from "../../../src/capture/target.ts";
import type { InvariantId } from "../../../src/judge/invariants.ts";
import { mutantOptions } from "../../areas/tables.ts";
import { BIN, ensureBuilt, temporaryFolder } from "../../e2e/cli.ts";
import { openProxy } from "../../proxy/helpers.ts";
import { type HttpServerOptions, startHttpServer } from "../../servers/http/http-server.ts";
import { type StdioServerArguments, stdioServerCommand } from "../../servers/spawn.ts";
import { IDS, judge } from "./judged.ts";

const REQUEST: ProbeRequest = {
  client: { name: "mcptest-test", version: "0.0.0" },
  baseEnv: { PATH: process.env["PATH"] ?? "" },
};

const startHttp = async (options: HttpServerOptions) => {
  const server = await startHttpServer({ slowMs: 400, ...options });
  onTestFinished(() => server.close());
  return { kind: "http" as const, url: server.url, headers: [], origin: "user" as const };
};

const stdio = (options: StdioServerArguments): Target => ({
  kind: "stdio",
  ...stdioServerCommand({ slowMs: 400, ...options }),
  env: {},
});

const expectAllHold = (capture: Capture, except: readonly InvariantId[] = []): void => {
  expect(capture.outcome).toBe("complete");
  // check judges the recording itself, judge its file: nothing may get lost on the way.
  expect(JSON.parse(JSON.stringify(capture))).toStrictEqual(capture);
  const verdicts = judge(capture);
  const failed = IDS.filter((id) => verdicts[id].state === "fail").map((id) => [id, verdicts[id].detail]);
  expect(failed).toEqual([]);
  const notApplicable = IDS.filter((id) => verdicts[id].state === "not-applicable");
  expect(notApplicable).toEqual(except);
};

describe("a correct server holds every invariant", () => {
  test.each<[HttpServerOptions["era"], InvariantId[]]>([
    ["stateful", []],
    ["stateless", ["INV-002"]],
    ["dual", []],
    // Tools of 2024-11-05 declare nothing, so none is called.
    ["http+sse", ["INV-005"]],
  ])("%s over HTTP", async (era, except) => {
    expectAllHold(await probeTarget(await startHttp({ era }), REQUEST), except);
  });

  test.each<[StdioServerArguments["era"], InvariantId[]]>([
    ["stateful", []],
    ["stateless", ["INV-002"]],
    ["dual", []],
  ])("%s over stdio", async (era, except) => {
    expectAllHold(await probeTarget(stdio({ era }), REQUEST), except);
  });

  test("the bundled example", async () => {
    const example = fileURLToPath(new URL("../../../examples/notes-server.js", import.meta.url));
    expectAllHold(await probeTarget({ kind: "stdio", command: process.execPath, args: [example], env: {} }, REQUEST));
  });
});

describe("a mutant breaks the invariant its vice is about, and no other", () => {
  const MUTANTS: readonly [string, InvariantId][] = [
    ["prompts-broken", "INV-004"],
    ["tool-result-empty", "INV-005"],
    ["error-code-text", "INV-006"],
    ["unknown-method-code", "INV-007"],
  ];

  const expectBroken = (capture: Capture, id: InvariantId): void => {
    const verdicts = judge(capture);
    const failed = IDS.filter((one) => verdicts[one].state === "fail");
    // A code that is text is not -32601 either.
    expect(failed).toEqual(id === "INV-006" ? ["INV-006", "INV-007"] : [id]);
    expect(verdicts[id].evidence.length).toBeGreaterThan(0);
  };

  const revision = "2025-11-25";

  test.each(MUTANTS)("%s over HTTP: %s", async (mutant, id) => {
    const target = await startHttp({ era: "stateful", ...mutantOptions(mutant) });
    expectBroken(await probeTarget(target, { ...REQUEST, revision }), id);
  });

  test.each(MUTANTS)("%s over stdio: %s", async (mutant, id) => {
    expectBroken(await probeTarget(stdio({ era: "stateful", mutant }), { ...REQUEST, revision }), id);
  });

  test.each(MUTANTS)("%s, stateless: %s", async (mutant, id) => {
    const target = await startHttp({ era: "stateless", ...mutantOptions(mutant) });
    expectBroken(await probeTarget(target, REQUEST), id);
  });
});

const INITIALIZE = {
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "x", version: "1" } },
};
const INITIALIZED = { method: "notifications/initialized" };
const LIST = { id: 2, method: "tools/list" };

/** What another client says through the proxy. The first message is not sent in a session. */
const overHttp = async (options: HttpServerOptions, messages: readonly object[]): Promise<Capture> => {
  const proxy = await openProxy(await startHttp(options));
  let session: string | null = null;
  for (const message of messages) {
    const answer: Response = await fetch(proxy.url, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        Accept: "application/json, text/event-stream",
        ...(session === null ? {} : { "Mcp-Session-Id": session }),
      },
      body: JSON.stringify({ jsonrpc: "2.0", ...message }),
    });
    await answer.text();
    session ??= answer.headers.get("mcp-session-id");
  }
  await proxy.stop();
  return proxy.capture();
};

const overStdio = async (options: StdioServerArguments, messages: readonly object[]): Promise<Capture> => {
  const file = join(temporaryFolder(), "session.jsonl");
  const { command, args } = stdioServerCommand(options);
  const child = spawn(process.execPath, [BIN, "record", "--proxy", "-o", file, "--", command, ...args], {
    stdio: ["pipe", "pipe", "ignore"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const closed = once(child, "close");
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  for (const message of messages) {
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
    if ("id" in message) await answers.next();
  }
  child.stdin.end();
  await closed;
  const [capture] = readCaptures(readFileSync(file, "utf8"), file).sessions;
  if (!capture) throw new Error("nothing was recorded");
  return capture;
};

describe("another client's session, through the proxy", () => {
  beforeAll(ensureBuilt);

  /** A recorder of ours asks for what is not advertised on purpose only, and starts every session properly. */
  const CASES: readonly [InvariantId, readonly object[], Pick<StdioServerArguments, "era" | "mutant">][] = [
    ["INV-001", [LIST], { era: "stateful" }],
    ["INV-001", [{ id: 1, method: "server/discover" }], { era: "stateless" }],
    ["INV-002", [INITIALIZE, { id: 2, method: "ping" }], { era: "stateful" }],
    ["INV-003", [INITIALIZE, INITIALIZED, LIST], { era: "stateful", mutant: "tools-unadvertised" }],
  ];

  const failed = (capture: Capture): InvariantId[] => {
    const verdicts = judge(capture);
    return IDS.filter((id) => verdicts[id].state === "fail");
  };

  test.each(CASES)("breaks %s over HTTP", async (id, messages, { era, mutant }) => {
    const options = mutant === undefined ? { era } : { era, ...mutantOptions(mutant) };
    expect(failed(await overHttp(options, messages))).toEqual([id]);
  });

  test.each(CASES)("breaks %s over stdio", async (id, messages, options) => {
    expect(failed(await overStdio(options, messages))).toEqual([id]);
  });

  test("breaks nothing when it does everything right", async () => {
    const messages = [INITIALIZE, INITIALIZED, LIST];
    expect(failed(await overHttp({ era: "stateful" }, messages))).toEqual([]);
    expect(failed(await overStdio({ era: "stateful" }, messages))).toEqual([]);
  });
});
