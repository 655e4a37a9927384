// What the proxy tests share: a recording in memory or in a file, and the capture read back from it.

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { isJsonObject, type Json, member } from "../../src/base/json.ts";
import type { Capture, Exchange } from "../../src/capture/capture.ts";
import { readCaptures } from "../../src/capture/read.ts";
import type { HttpTarget, Target } from "../../src/capture/target.ts";
import { openRecording } from "../../src/probe/proxy/open-recording.ts";
import type { Recording } from "../../src/probe/proxy/recording.ts";
import { startHttpProxy } from "../../src/probe/proxy/run-proxy.ts";
import { DEFAULT_LIMITS, type Limits } from "../../src/wire/limits.ts";

export const BIN = fileURLToPath(new URL("../../bin/mcptest.js", import.meta.url));

export interface MemoryRecording {
  recording: Recording;
  text(): string;
  capture(): Capture;
  failures: unknown[];
}

export function recordInMemory(target: Target, limits: Limits = DEFAULT_LIMITS): MemoryRecording {
  const lines: string[] = [];
  const failures: unknown[] = [];
  const recording = openRecording(target, {
    tool: { name: "mcptest", version: "0.0.0" },
    limits,
    inheritedEnv: {},
    create: (header) => {
      lines.push(header);
      return (line) => void lines.push(line);
    },
    onFailure: (error) => failures.push(error),
  });
  const text = (): string => lines.join("");
  return { recording, text, capture: () => readBack(text()), failures };
}

const schema = JSON.parse(readFileSync(new URL("../../schemas/capture.schema.json", import.meta.url), "utf8")) as {
  $id: string;
};
const ajv = new Ajv2020({ strict: false });
ajv.addSchema(schema);
const isLine = ajv.getSchema(`${schema.$id}#/$defs/line`) as ValidateFunction;

/** The capture as our reader reads it; every whole line must also be what the schema says. */
export function readBack(text: string): Capture {
  for (const line of text.split("\n").slice(0, -1)) {
    if (!isLine(JSON.parse(line))) throw new Error(`${ajv.errorsText(isLine.errors)}: ${line.slice(0, 400)}`);
  }
  const [session] = readCaptures(text, "recording.jsonl").sessions;
  if (!session) throw new Error("no session");
  return session;
}

export interface OpenProxy extends MemoryRecording {
  url: string;
  stop(): Promise<void>;
}

export function httpTarget(url: string, more: Partial<HttpTarget> = {}): HttpTarget {
  return { kind: "http", url, headers: [], origin: "user", ...more };
}

export async function openProxy(target: HttpTarget, limits: Limits = DEFAULT_LIMITS): Promise<OpenProxy> {
  const memory = recordInMemory(target, limits);
  const proxy = await startHttpProxy(target, { recording: memory.recording, limits, host: "127.0.0.1", port: 0 });
  return { ...memory, url: proxy.url, stop: proxy.stop };
}

export function temporaryFolder(): {
  path: string;
  file(name: string): string;
  read(name: string): string;
  remove(): void;
} {
  const path = mkdtempSync(join(tmpdir(), "mcptest-proxy-"));
  return {
    path,
    file: (name) => join(path, name),
    read: (name) => readFileSync(join(path, name), "utf8"),
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}

export const methodOf = (message: Json | undefined): Json | undefined => member(message, "method");

export const byMethod = (capture: Capture, method: string): Exchange[] =>
  capture.exchanges.filter(({ request }) => methodOf(request) === method);

/** Every request must have its response; notifications and answers have none. */
export const unanswered = (capture: Capture): Exchange[] =>
  capture.exchanges.filter(
    ({ request, response }) =>
      isJsonObject(request) && "method" in request && "id" in request && !isJsonObject(response),
  );

export const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export async function until(condition: () => boolean, what: string): Promise<void> {
  for (let tries = 0; tries < 2_000; tries += 1) {
    if (condition()) return;
    await wait(5);
  }
  throw new Error(`never came: ${what}`);
}
