// A recording is served and replayed: nothing differs. A changed one is served: exactly the change differs.

import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import type { Json } from "../../src/base/json.ts";
import type { Capture } from "../../src/capture/capture.ts";
import { holdCaptureFile } from "../../src/capture/open-capture-file.ts";
import { renameIn } from "../../src/features/playback/substitute.ts";
import { planReplay } from "../../src/probe/replay/plan-replay.ts";
import { replay } from "../../src/probe/replay/replay.ts";
import type { ReplayReport } from "../../src/probe/replay/replay-report.ts";
import { serveCapture } from "../playback/serve-capture.ts";

const readCapture = (name: string): Capture => {
  const [capture] = holdCaptureFile(fileURLToPath(new URL(`../captures/${name}.json`, import.meta.url))).sessions;
  if (!capture) throw new Error(`${name} holds no session`);
  return capture;
};

const replayAgainst = async (recorded: Capture, today: Capture): Promise<ReplayReport> => {
  const served = await serveCapture(today);
  try {
    const plan = planReplay(recorded, served.target, "read-only");
    const { report } = await replay(
      recorded,
      plan,
      served.target,
      { failOn: ["differs", "gone", "new"] },
      {
        client: { name: "mcptest", version: "0" },
        limits: { toolMs: 1_000 },
        baseEnv: { PATH: process.env.PATH ?? "" },
      },
    );
    return report;
  } finally {
    await served.stop();
  }
};

describe.concurrent("a recording against itself", () => {
  test.each([
    "real/go-http-stateless",
    "real/memory-stdio",
    "sdks/typescript-1.32.2-http-all",
    "sdks/python-2.3.0-stdio-all",
  ])(
    "%s: nothing differs",
    async (name) => {
      const capture = readCapture(name);
      const report = await replayAgainst(capture, capture);
      expect(report.answers.filter(({ state }) => state !== "same")).toEqual([]);
      expect(report).toMatchObject({ ok: true, counts: { differs: 0, gone: 0, new: 0 } });
      expect(report.counts.same).toBeGreaterThan(50);
    },
    120_000,
  );
});

test("a server that has changed: what changed, and nothing else", async () => {
  const recorded = readCapture("real/memory-stdio");
  const today = renameIn(
    recorded as unknown as Json,
    "Create multiple new entities",
    "Make new entities",
  ) as unknown as Capture;
  const report = await replayAgainst(recorded, today);
  const changed = report.answers.filter(({ state }) => state !== "same");
  expect(report.ok).toBe(false);
  expect(new Set(changed.map(({ asked }) => asked))).toEqual(new Set(["tools/list"]));
  expect(changed[0]?.differences).toMatchObject([
    { kind: "changed", path: expect.stringMatching(/^result\.tools\[\d+\]\{create_entities\}\.description$/) },
  ]);
}, 120_000);

test("a server that does not answer is asked once", async () => {
  const recorded = readCapture("real/memory-stdio");
  const target = { kind: "stdio", command: "/nonexistent/server", args: [], env: {} } as const;
  const plan = planReplay(recorded, target, "read-only");
  const { report, capture } = await replay(
    recorded,
    plan,
    target,
    { failOn: ["gone"] },
    { client: { name: "mcptest", version: "0" } },
  );
  expect(report.ok).toBe(false);
  expect(capture.outcome).toBe("unreachable");
  expect(capture.conversations).toHaveLength(1);
});
