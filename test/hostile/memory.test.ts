// How much the whole process ever holds, with the limits as they are shipped.

import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readCaptures } from "../../src/capture/read.ts";
import type { LimitName } from "../../src/wire/limits.ts";
import { messages, notes, troubles } from "./case.ts";
import { checkNoProcess } from "./oracle.ts";
import { ensureBuilt, runCli } from "./run-cli.ts";
import { STDIO_VICES } from "./run-stdio-case.ts";
import { type HttpVice, JSON_TYPE, jsonResponse, onRequest, response, startViceServer } from "./servers/http.ts";
import { type LargeServer, largeServer } from "./servers/large.ts";
import { chunk, jsonBody, politeExcept, pour } from "./servers/vices.ts";

const HOOK = fileURLToPath(new URL("servers/report-peak.cjs", import.meta.url));

let folder = "";
beforeAll(() => {
  ensureBuilt();
  folder = mkdtempSync(join(tmpdir(), "mcptest-memory-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Records and returns the capture, having looked at the exit code and the peak. */
const recordWithin = async (target: readonly string[], flags: readonly string[] = [], megabytes = 200) => {
  const name = randomUUID();
  const [out, peak] = [join(folder, `${name}.json`), join(folder, `${name}.peak`)];
  const end = await runCli(["record", "-o", out, "--quiet", ...flags, ...target], {
    NODE_OPTIONS: `--require ${HOOK}`,
    PEAK_FILE: peak,
  });
  expect(end.code, end.stderr).toBeLessThan(6);
  expect(Number(readFileSync(peak, "utf8")) * 1024).toBeLessThan(megabytes * 1024 * 1024);
  const [capture] = readCaptures(readFileSync(out, "utf8"), out).sessions;
  if (!capture) throw new Error("no capture");
  return capture;
};

/** Checks, and looks at the peak of the whole process: probing, judging and reporting. */
const checkWithin = async (target: readonly string[], megabytes: number) => {
  const peak = join(folder, `${randomUUID()}.peak`);
  const end = await runCli(["check", "--quiet", "--fail-on", "never", ...target], {
    NODE_OPTIONS: `--require ${HOOK}`,
    PEAK_FILE: peak,
  });
  expect(end.code, end.stderr).toBeLessThan(6);
  expect(Number(readFileSync(peak, "utf8")) / 1024).toBeLessThan(megabytes);
};

const MEBIBYTE = 1024 * 1024;

/** Within the default limits, and as large as they let one answer be. */
const LARGE: readonly (readonly [what: string, size: LargeServer])[] = [
  ["a description of 4 MiB", { description: "x".repeat(4 * MEBIBYTE) }],
  ["results of 6 MiB", { result: "x".repeat(6 * MEBIBYTE) }],
  ["8 MB of white space in every answer", { padding: " ".repeat(8_000_000) }],
  ["a description of 4 MiB beyond Latin-1", { description: "\u0434".repeat(2 * MEBIBYTE) }],
  ["results of 300,000 small values, no two alike", { values: 150_000 }],
];

test.each(LARGE)("Bounded: check, %s, over HTTP", async (_what, size) => {
  const server = await startViceServer(largeServer(size));
  try {
    await checkWithin([server.url], 256);
  } finally {
    await server.close();
  }
});

const CHUNKED = `HTTP/1.1 200 OK\r\n${JSON_TYPE}\r\nTransfer-Encoding: chunked\r\n\r\n`;
const SPACES = Buffer.alloc(64 * 1024 * 1024, 0x20);
const FAST = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const encodedAs = (coding: string, bytes: Uint8Array): HttpVice =>
  onRequest(
    (_request, socket) => void socket.end(response("200 OK", [JSON_TYPE, `Content-Encoding: ${coding}`], bytes)),
  );

const HTTP_VICES: readonly (readonly [what: string, vice: HttpVice, limits: readonly LimitName[]])[] = [
  [
    "an endless body",
    onRequest((_request, socket) => pour(socket, CHUNKED, () => chunk("x".repeat(65_536)))),
    ["bodyBytes"],
  ],
  ["a gzip bomb", encodedAs("gzip", gzipSync(SPACES)), ["expansionRatio", "decodedBytes"]],
  ["a brotli bomb", encodedAs("br", brotliCompressSync(SPACES, FAST)), ["expansionRatio", "decodedBytes"]],
];

test.each(HTTP_VICES)("%s", async (_what, vice, limits) => {
  const server = await startViceServer(vice);
  try {
    const reached = troubles(await recordWithin([server.url])).map(({ limit }) => limit);
    expect(limits).toContain(reached[0]);
  } finally {
    await server.close();
  }
});

test("X1: five million nested arrays", async () => {
  const deep = Buffer.from("[".repeat(5_000_000) + "]".repeat(5_000_000));
  const server = await startViceServer(jsonBody(() => deep));
  try {
    const flags = ["--limit", "body-bytes=16mib"];
    const capture = await recordWithin([server.url], flags);
    expect(notes(capture).map(({ kind }) => kind)).toContain("too-deep");
  } finally {
    await server.close();
  }
});

// Many answers of this kind fit into one run; what they cost together is bounded, if not as low.
test.each([
  ["F15: deep values whose indentation would be a hundred times their size", deepValues(), 600],
  ["H03: half a million items in one page", `[${"{},".repeat(400_000)}{}]`, 600],
  ["F15: a megabyte in every answer", JSON.stringify("x".repeat(1_048_576)), 600],
])("%s", async (_what, tools, megabytes) => {
  const server = await startViceServer(
    politeExcept("tools/list", ({ message }) => {
      return jsonResponse(`{"jsonrpc":"2.0","id":${JSON.stringify(message?.id)},"result":{"tools":${tools}}}`);
    }),
  );
  try {
    const capture = await recordWithin([server.url], [], megabytes);
    expect(capture.outcome).toBe("complete");
  } finally {
    await server.close();
  }
});

function deepValues(): string {
  return `${"[".repeat(110)}${"0,".repeat(400_000)}0${"]".repeat(110)}`;
}

test.each([
  ["a line without end", "E03 endless line", "lineBytes"],
  ["short lines without end", "E04 flood", "messages"],
])("stdout: %s", async (_what, vice, limit) => {
  const mark = `mark-${randomUUID()}`;
  const command = ["--env", `HOSTILE_MARK=${mark}`, "--", process.execPath, STDIO_VICES, vice];
  const capture = await recordWithin(command, ["--limit", "stdin-close-ms=200", "--limit", "term-ms=200"]);
  expect(troubles(capture)).toContainEqual(expect.objectContaining({ limit }));
  expect(messages(capture).length).toBeLessThan(20_000);
  await checkNoProcess(mark);
});
