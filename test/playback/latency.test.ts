// --latency: what is asked second is answered first, if the recorded server was faster with it.

import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import type { Capture, Exchange } from "../../src/capture/capture.ts";
import { Player } from "../../src/features/playback/player.ts";
import { serveHttpPlayback } from "../../src/wire/playback/serve-http.ts";
import { serveStdioPlayback } from "../../src/wire/playback/serve-stdio.ts";
import type { Latency } from "../../src/wire/playback.ts";

const call = (name: string, tookMs: number): Exchange => ({
  id: `main/${name}`,
  request: { jsonrpc: "2.0", id: name, method: "tools/call", params: { name, arguments: {} } },
  response: { jsonrpc: "2.0", id: name, result: { content: [] } },
  timing: { start_ms: 1_000, response_ms: 1_000 + tookMs, end_ms: 1_000 + tookMs },
});
const SLOW = call("slow", 400);
const FAST = call("fast", 1);
const capture = (exchanges: readonly Exchange[]): Capture => ({
  server_label: "test",
  server_capabilities: {},
  exchanges,
});

const overStdio = async (latency: Latency): Promise<string[]> => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const heard: string[] = [];
  const both = new Promise<void>((resolve) => {
    output.on("data", (chunk: Buffer) => {
      for (const line of chunk.toString("utf8").split("\n").filter(Boolean))
        heard.push((JSON.parse(line) as { id: string }).id);
      if (heard.length === 2) resolve();
    });
  });
  const { greeting, hear } = new Player(capture([SLOW, FAST])).openProcess();
  const { signal } = new AbortController();
  const served = serveStdioPlayback({ greeting, hear, input, output, latency, signal });
  for (const { request } of [SLOW, FAST]) input.write(`${JSON.stringify(request)}\n`);
  await both;
  input.end();
  await served;
  return heard;
};

const HEADERS = { "Content-Type": "application/json", Accept: "application/json, text/event-stream" };

const overHttp = async (latency: Latency): Promise<string[]> => {
  // A recording of stdio can be served over HTTP too.
  const player = new Player(capture([SLOW, FAST]));
  const { origin, stop } = await serveHttpPlayback({
    hear: (heard) => player.hearHttp(heard),
    closed: (stream) => player.closed(stream),
    host: "127.0.0.1",
    port: 0,
    latency,
    anyOrigin: true,
    onBug: (error) => {
      throw error;
    },
  });
  const answered: string[] = [];
  const ask = async ({ request }: Exchange): Promise<void> => {
    const response = await fetch(`${origin}${player.path}`, {
      method: "POST",
      headers: HEADERS,
      body: JSON.stringify(request),
    });
    answered.push(((await response.json()) as { id: string }).id);
  };
  // One after the other where nothing is waited for: two connections have no order.
  if (latency === "recorded") await Promise.all([ask(SLOW), ask(FAST)]);
  else for (const exchange of [SLOW, FAST]) await ask(exchange);
  await stop();
  return answered;
};

test.each([
  ["stdio", overStdio],
  ["http", overHttp],
] as const)(
  "%s: recorded waits as long as it took then, none answers in the order of the questions",
  async (_, serve) => {
    expect(await serve("recorded")).toEqual(["fast", "slow"]);
    expect(await serve("none")).toEqual(["slow", "fast"]);
  },
);
