// A rule that is not about the transport says the same of the same server over HTTP and over stdio.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { type AddressInfo, connect, createServer } from "node:net";
import { describe, expect, test } from "vitest";
import type { Target } from "../../src/capture/target.ts";
import type { Verdict } from "../../src/judge/core/verdict.ts";
import { record } from "../../src/library/index.ts";
import { judgeRules } from "../../src/library/judge.ts";
import type { Context } from "../areas/contexts.ts";
import { COMPLIANCE } from "../corpus/compliance.ts";
import { judgeServer } from "./judge-server.ts";
import { LIVE_RETRIES } from "./live-retries.ts";

/** Rules for both transports that one of them gives no occasion for, each with the reason. */
const ONE_SIDED: Readonly<Record<string, string>> = {
  "MRTR-011": "On stdio another connection is another process, which need not know the state of the first.",
  "PAGE-011": "On stdio another connection is another process, which may well list something else.",
  "PROTO-009": "Over Streamable HTTP a server cannot speak before it is asked.",
  "ROOTS-008": "On one channel a question is a tool's only if it asks again, and a server may keep the roots.",
  "PROTO-047": "It looks at HTTP 500, and stdio has no status.",
};

/** In 2026-07-28 a request is cancelled over HTTP by closing its stream; the notification is for stdio. */
const CANCELLED_BY_CLOSING = ["CANCEL-002", "CANCEL-005", "CANCEL-006", "CANCEL-007", "CANCEL-008"];

/** Over HTTP the example cannot tell its callers apart and therefore does not offer tasks/list. */
const LISTED_TASKS = ["TASK-026", "TASK-027", "TASK-031", "TASK-046"];

/** What the reference server does otherwise on the two, and the rules allow or the two transports make it do. */
const EVERYTHING: Readonly<Record<string, string>> = {
  "LOG-007": "Its simulated log messages go to the stream of a GET, and come when they come.",
  "PROTO-023": "On stdio its SDK says nothing to a line it cannot read, which is allowed.",
  "PROTO-024": "On stdio its SDK says nothing to a line it cannot read, which is allowed.",
  "PROTO-025": "On stdio its SDK says nothing to a line it cannot read, which is allowed.",
  "PROTO-028": "On stdio its SDK says nothing to an array; over HTTP it takes it for a batch.",
  "STDIO-006": "How a process ends is a question of stdio.",
};

interface Difference {
  readonly id: string;
  readonly http: string;
  readonly stdio: string;
}

const differences = (http: readonly Verdict[], stdio: readonly Verdict[], known: readonly string[]): Difference[] => {
  const states = new Map(stdio.map(({ id, state }) => [id, state]));
  return http.flatMap(({ id, state }) => {
    const other = states.get(id);
    const isCommon = COMPLIANCE.registry.get(id)?.transport === undefined && !(id in ONE_SIDED) && !known.includes(id);
    return isCommon && other !== undefined && other !== state ? [{ id, http: state, stdio: other }] : [];
  });
};

/** How many rules both judged: an agreement about nothing proves nothing. */
const agreedOn = (http: readonly Verdict[], stdio: readonly Verdict[]): number => {
  const passed = new Set(stdio.flatMap(({ id, state }) => (state === "pass" ? [id] : [])));
  return http.filter(({ id, state }) => state === "pass" && passed.has(id)).length;
};

const PAIRS: readonly (readonly [Context, Context, readonly string[], number])[] = [
  ["http/2026-07-28", "stdio/2026-07-28", CANCELLED_BY_CLOSING, 200],
  ["http/2025-11-25", "stdio/2025-11-25", LISTED_TASKS, 150],
  ["http/2025-03-26", "stdio/2025-03-26", [], 100],
  ["http+sse/2024-11-05", "stdio/2024-11-05", [], 80],
];

describe("an example server", () => {
  test.each(PAIRS)("%s and %s", { ...LIVE_RETRIES, timeout: 120_000 }, async (overHttp, overStdio, known, atLeast) => {
    const http = await judgeServer(overHttp);
    const stdio = await judgeServer(overStdio);
    expect(differences(http.verdicts, stdio.verdicts, known)).toEqual([]);
    expect(agreedOn(http.verdicts, stdio.verdicts)).toBeGreaterThan(atLeast);
  });
});

const MAIN = createRequire(import.meta.url).resolve("@modelcontextprotocol/server-everything/dist/index.js");

/** The server listens on every address; a test has no business outside loopback. */
const LOOPBACK_ONLY = `data:text/javascript,${encodeURIComponent(
  `import net from "node:net";
  const { listen } = net.Server.prototype;
  net.Server.prototype.listen = function (port, ...rest) {
    return listen.call(this, { port: Number(port), host: "127.0.0.1" }, ...rest.filter((one) => typeof one === "function"));
  };`,
)}`;

const judge = async (target: Target): Promise<readonly Verdict[]> => {
  const capture = await record(target, { revision: "2025-11-25", limits: { toolMs: 4_000 } });
  return (await judgeRules(capture, "2025-11-25")).verdicts;
};

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
};

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });

/** It says on stderr that it listens, and has to be asked whether that is so. */
const untilListening = (child: ChildProcess, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    child.once("exit", () => reject(new Error("the server ended before it listened")));
    child.stderr?.on("data", async () => {
      if (await accepts(port)) resolve();
    });
  });

const withHttpServer = async <T>(use: (url: string) => Promise<T>): Promise<T> => {
  const port = await freePort();
  const env = { PATH: process.env["PATH"] ?? "", PORT: String(port) };
  const child = spawn(process.execPath, ["--import", LOOPBACK_ONLY, MAIN, "streamableHttp"], {
    env,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = once(child, "exit");
  try {
    await untilListening(child, port);
    return await use(`http://127.0.0.1:${port}/mcp`);
  } finally {
    child.kill("SIGKILL");
    await ended;
  }
};

test("the reference server", { ...LIVE_RETRIES, timeout: 180_000 }, async () => {
  const http = await withHttpServer((url) => judge({ kind: "http", url, headers: [], origin: "user" }));
  const stdio = await judge({ kind: "stdio", command: process.execPath, args: [MAIN, "stdio"], env: {} });
  expect(differences(http, stdio, Object.keys(EVERYTHING))).toEqual([]);
  expect(agreedOn(http, stdio)).toBeGreaterThan(100);
});
