// A served recording answers this machine and nobody else, and a replay goes to the named target alone.

import { request } from "node:http";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import type { Capture } from "../../src/capture/capture.ts";
import { holdCaptureFile } from "../../src/capture/open-capture-file.ts";
import { serve } from "../../src/library/playback.ts";
import { planReplay } from "../../src/probe/replay/plan-replay.ts";

const captureOf = (name: string): Capture => {
  const path = fileURLToPath(new URL(`../captures/real/${name}.json`, import.meta.url));
  const [capture] = holdCaptureFile(path).sessions;
  if (!capture) throw new Error(`${name} holds no session`);
  return capture;
};

const statusOf = (url: string, headers: Readonly<Record<string, string>>): Promise<number> =>
  new Promise((resolve, reject) => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });
    const type = { "content-type": "application/json", accept: "application/json, text/event-stream" };
    const sent = request(url, { method: "POST", headers: { ...type, ...headers } }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.on("error", reject).end(body);
  });

test("A recording as a server: a foreign Host or Origin is refused unless any is allowed", async () => {
  const capture = captureOf("everything-http");
  const closed = await serve(capture);
  const open = await serve(capture, { anyOrigin: true });
  try {
    expect(new URL(closed.url).hostname).toBe("127.0.0.1");
    expect(await statusOf(closed.url, { host: "evil.example" })).toBe(403);
    expect(await statusOf(closed.url, { origin: "https://evil.example" })).toBe(403);
    expect(await statusOf(closed.url, {})).not.toBe(403);
    expect(await statusOf(open.url, { host: "evil.example" })).not.toBe(0);
  } finally {
    await closed.stop();
    await open.stop();
  }
});

test("A recording as a server: a replay calls no tool that does not say it only reads", () => {
  const target = { kind: "stdio", command: "mcptest-no-such-command", args: [], env: {} } as const;
  const recorded = captureOf("filesystem-stdio");
  const calls = (capture: Capture): readonly string[] =>
    planReplay(capture, target, "read-only").conversations.flatMap(({ exchanges }) =>
      exchanges.flatMap(({ request: sent }) => {
        const { method, params } = (sent ?? {}) as { method?: string; params?: { name?: string } };
        return method === "tools/call" ? [params?.name ?? ""] : [];
      }),
    );
  expect(calls(recorded)).toContain("read_text_file");
  const changed = JSON.stringify(recorded).replaceAll(
    '"params":{"name":"read_text_file"',
    '"params":{"name":"write_file"',
  );
  expect(calls(JSON.parse(changed) as Capture)).not.toContain("write_file");
});
