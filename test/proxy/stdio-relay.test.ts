// Bytes out equal bytes in, whatever they are and however they are cut; ends and exits are passed on too.

import { PassThrough, Writable } from "node:stream";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openRecording } from "../../src/probe/proxy/open-recording.ts";
import { runStdioProxy } from "../../src/probe/proxy/run-proxy.ts";
import { DEFAULT_LIMITS } from "../../src/wire/limits.ts";
import { pump } from "../../src/wire/proxy/pump.ts";
import { startStdioRelay } from "../../src/wire/proxy/stdio-relay.ts";
import { chunked, soup } from "../wire/framing/chunkings.ts";
import { recordInMemory, until } from "./helpers.ts";

const traffic = fc.oneof(
  chunked(fc.uint8Array({ maxLength: 2_000 })),
  chunked(
    soup('{"jsonrpc":"2.0","id":1,"method":"ping"}', "\n", "\r\n", [0xff, 0xfe], [0], '{"id":1,"result":{}}', "{"),
  ),
);

const env = { PATH: process.env["PATH"] ?? "" };
const node = (script: string) => ({ command: process.execPath, args: ["-e", script] });
const stdio = (script: string) => ({ kind: "stdio" as const, ...node(script), env: {} });
const ECHO = "process.stdin.pipe(process.stdout)";

function collect(stream: PassThrough): Buffer[] {
  const chunks: Buffer[] = [];
  stream.on("data", (chunk: Buffer) => chunks.push(chunk));
  return chunks;
}

function startProxy(script: string, more: { signal?: AbortSignal; clientGone?: () => boolean } = {}) {
  const [input, output, errors] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const memory = recordInMemory(stdio(script));
  const done = runStdioProxy(stdio(script), {
    recording: memory.recording,
    limits: { ...DEFAULT_LIMITS, stdinCloseMs: 600, termMs: 600 },
    env,
    input,
    output,
    errors,
    signal: more.signal ?? new AbortController().signal,
    ...(more.clientGone ? { clientGone: more.clientGone } : {}),
  });
  return { input, output, errors, memory, done, out: collect(output), err: collect(errors) };
}

describe("a pump", () => {
  test("hands on every chunk as it is, seen first, whatever the sink's pace", async () => {
    await fc.assert(
      fc.asyncProperty(traffic, fc.nat({ max: 64 }), async ({ whole, chunks }, highWaterMark) => {
        const source = new PassThrough({ highWaterMark: 1 + highWaterMark });
        const [seen, out]: [Buffer[], Buffer[]] = [[], []];
        const sink = new Writable({
          highWaterMark: 1 + highWaterMark,
          write: (chunk: Buffer, _encoding, next) => {
            // What is written has been seen.
            expect(Buffer.concat(seen).length).toBeGreaterThanOrEqual(Buffer.concat(out).length + chunk.length);
            out.push(chunk);
            setImmediate(next);
          },
        });
        const { ended } = pump(source, sink, {
          seen: (chunk) => void seen.push(Buffer.from(chunk)),
          onEnd: () => sink.end(),
          onSinkGone: () => {},
        });
        for (const chunk of chunks) source.write(chunk);
        source.end();
        await ended;
        await until(() => sink.writableFinished, "the end");
        expect(Buffer.concat(out).equals(whole)).toBe(true);
        expect(Buffer.concat(seen).equals(whole)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  test("stops the source while the sink is full", async () => {
    const source = new PassThrough({ highWaterMark: 1_000 });
    let release: () => void = () => {};
    const sink = new Writable({
      highWaterMark: 10,
      write: (_chunk, _encoding, next) => {
        release = next;
      },
    });
    pump(source, sink, { seen: () => {}, onEnd: () => {}, onSinkGone: () => {} });
    source.write(Buffer.alloc(100));
    await until(() => source.isPaused(), "the pause");
    release();
    await until(() => !source.isPaused(), "going on");
    expect(source.isPaused()).toBe(false);
  });
});

describe("a relay before a real process", () => {
  test("is transparent in both directions for any bytes in any chunks", async () => {
    await fc.assert(
      fc.asyncProperty(traffic, async ({ whole, chunks }) => {
        const proxy = startProxy(ECHO);
        for (const chunk of chunks) {
          proxy.input.write(chunk);
          await new Promise(setImmediate);
        }
        proxy.input.end();
        const end = await proxy.done;
        expect(end.process).toMatchObject({ exit_code: 0, ended_by: "stdin-close", stdout_bytes: whole.length });
        expect(Buffer.concat(proxy.out).equals(whole)).toBe(true);
        expect(proxy.memory.failures).toEqual([]);
        expect(proxy.memory.capture().closed).toBe(true);
      }),
      { numRuns: 12 },
    );
  });

  test("moves megabytes through a slow reader without holding them", async () => {
    const size = 6_000_000;
    const [input, output] = [new PassThrough(), new PassThrough({ highWaterMark: 1024 })];
    let longest = 0;
    let total = 0;
    const relay = startStdioRelay({
      ...node(`process.stdout.write(Buffer.alloc(${size}, "x"))`),
      env,
      limits: DEFAULT_LIMITS,
      input,
      output,
      errors: new PassThrough(),
      tap: { fromClient: () => {}, clientEnded: () => {}, fromServer: () => {}, serverEnded: () => {} },
    });
    output.on("readable", () => {
      longest = Math.max(longest, output.readableLength + output.writableLength);
      for (let piece = output.read(50_000) ?? output.read(); piece; piece = output.read(50_000) ?? output.read())
        total += piece.length;
    });
    await relay.done;
    expect(total).toBe(size);
    expect(longest).toBeLessThan(500_000);
  });

  test("a message without end is passed on whole and recorded cut", async () => {
    const giant = `{"jsonrpc":"2.0","id":1,"method":"big","params":{"x":"${"y".repeat(9_000_000)}"}}\n`;
    const proxy = startProxy(ECHO);
    proxy.input.write(giant);
    proxy.input.end('{"jsonrpc":"2.0","id":2,"method":"ping"}\n');
    await proxy.done;
    expect(Buffer.concat(proxy.out).length).toBe(giant.length + 41);
    const capture = proxy.memory.capture();
    const [first, second] = capture.exchanges;
    expect(first?.request_raw?.cut_from).toBe(giant.length - 1);
    expect(first?.trouble).toMatchObject({ kind: "limit-exceeded", limit: "lineBytes" });
    expect(second?.request).toMatchObject({ id: 2 });
    expect(capture.exchanges[1]?.meanwhile?.[0]?.raw?.cut_from ?? capture.unsolicited?.[0]?.raw?.cut_from).toBe(
      giant.length - 1,
    );
    expect(proxy.memory.text().length).toBeLessThan(300_000);
  });

  test("stderr passes unchanged and is kept", async () => {
    const proxy = startProxy("process.stderr.write(Buffer.from([0xff, 0x0a, 0x41])); process.exit(5)");
    const end = await proxy.done;
    expect(Buffer.concat(proxy.err)).toEqual(Buffer.from([0xff, 0x0a, 0x41]));
    expect(end.process).toMatchObject({ exit_code: 5, ended_by: "itself", stderr_bytes: 3 });
    expect(end.trouble?.kind).toBe("unexpected-exit");
  });

  test("a server killed in the middle leaves its request in trouble", async () => {
    const proxy = startProxy("process.stdin.once('data', () => process.kill(process.pid, 'SIGKILL'))");
    proxy.input.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
    const end = await proxy.done;
    expect(end.process.signal).toBe("SIGKILL");
    const capture = proxy.memory.capture();
    expect(capture.exchanges[0]?.trouble).toMatchObject({ kind: "unexpected-exit" });
    expect(capture.conversations?.[0]?.process?.signal).toBe("SIGKILL");
  });

  test("a command that does not exist is told, not thrown", async () => {
    const [input, output, errors] = [new PassThrough(), new PassThrough(), new PassThrough()];
    const target = { kind: "stdio" as const, command: "/no/such/program", args: [], env: {} };
    const memory = recordInMemory(target);
    const { signal } = new AbortController();
    const end = await runStdioProxy(target, {
      recording: memory.recording,
      limits: DEFAULT_LIMITS,
      env,
      input,
      output,
      errors,
      signal,
    });
    expect(end.process.ended_by).toBe("not-started");
    expect(memory.capture()).toMatchObject({ outcome: "unreachable", closed: true });
  });

  test("told to stop, it ends a stubborn server with its children", async () => {
    const stop = new AbortController();
    const script = `
      process.on("SIGTERM", () => {});
      setInterval(() => {}, 1000);
      const { pid } = require("node:child_process").spawn("sleep", ["300"]);
      console.log(pid);
    `;
    const proxy = startProxy(script, { signal: stop.signal });
    await until(() => proxy.out.length > 0, "the child's pid");
    stop.abort();
    const end = await proxy.done;
    expect(end.process).toMatchObject({ ended_by: "sigkill", signal: "SIGKILL" });
    const grandchild = Number(Buffer.concat(proxy.out).toString());
    await until(() => !isRunning(grandchild), "the grandchild's end");
  });

  test("a server that ignores the end of input is ended once the client is gone", async () => {
    let gone = false;
    const proxy = startProxy("process.stdin.resume(); setInterval(() => {}, 1000)", { clientGone: () => gone });
    proxy.input.end();
    await new Promise((resolve) => setTimeout(resolve, 50));
    gone = true;
    const end = await proxy.done;
    expect(end.process.ended_by).toBe("sigterm");
  });

  test("a reader that goes away looks so to the server", async () => {
    const proxy = startProxy(
      "setInterval(() => process.stdout.write('x\\n'), 5); process.stdout.on('error', () => process.exit(9))",
    );
    await until(() => proxy.out.length > 0, "output");
    proxy.output.destroy();
    const end = await proxy.done;
    expect(end.process.exit_code).toBe(9);
  });
});

describe("a recording that fails", () => {
  test("is told once, and the bytes go on", async () => {
    const [input, output, errors] = [new PassThrough(), new PassThrough(), new PassThrough()];
    let writes = 0;
    const failures: unknown[] = [];
    const broken = openRecording(stdio(ECHO), {
      tool: { name: "mcptest", version: "0" },
      limits: DEFAULT_LIMITS,
      inheritedEnv: {},
      create: () => () => {
        writes += 1;
        if (writes > 1) throw Object.assign(new Error("full"), { code: "ENOSPC" });
      },
      onFailure: (error) => failures.push(error),
    });
    const out = collect(output);
    const { signal } = new AbortController();
    const done = runStdioProxy(stdio(ECHO), {
      recording: broken,
      limits: DEFAULT_LIMITS,
      env,
      input,
      output,
      errors,
      signal,
    });
    const lines = '{"jsonrpc":"2.0","id":1,"method":"a"}\n{"jsonrpc":"2.0","id":2,"method":"b"}\n';
    input.end(lines);
    await done;
    expect(Buffer.concat(out).toString()).toBe(lines);
    expect(failures).toHaveLength(1);
    expect(writes).toBe(2);
  });
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
