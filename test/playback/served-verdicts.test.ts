// The judge's verdict on a served recording is that on the recording. Whatever it cannot be is listed in golden/served.json,
// each rule with the reason in test/playback/not-reproduced.ts.
//   UPDATE=1 writes the list; ONLY=<part of a name> picks.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { holdCaptureFile } from "../../src/capture/open-capture-file.ts";
import { judgeSession } from "../../src/check/judge-session.ts";
import type { Capture } from "../../src/model/capture.ts";
import type { Verdict } from "../../src/model/verdict.ts";
import { record } from "../../src/probe/record.ts";
import { serveCapture } from "./serve-capture.ts";

const { ONLY, UPDATE, SHOW } = process.env;

const folder = (name: string): string => fileURLToPath(new URL(`../captures/${name}/`, import.meta.url));

const FILES = [
  ...readdirSync(folder("real")).map((file) => `real/${file}`),
  ...readdirSync(folder("sdks"))
    .filter((file) =>
      /^(fastmcp-4|go-1\.8|mcp-go-1|python-2|rust-3|typescript-(?:1\.32|2\.4)).*-all|rust-3.*tool/.test(file),
    )
    .map((file) => `sdks/${file}`),
].filter((file) => file.endsWith(".json") && (ONLY === undefined || file.includes(ONLY)));

const readCapture = (file: string): Capture => {
  const [capture] = holdCaptureFile(fileURLToPath(new URL(`../captures/${file}`, import.meta.url))).sessions;
  if (!capture) throw new Error(`${file} holds no session`);
  return capture;
};

const DECIDED = new Set<Verdict["state"]>(["pass", "fail", "not-applicable"]);

/** Every rule that the recording decides and the served one does not decide likewise. */
const compare = async (file: string): Promise<string[]> => {
  const capture = readCapture(file);
  const served = await serveCapture(capture);
  try {
    const again = await record(served.target, {
      client: { name: "mcptest", version: "0.1.0" },
      limits: { toolMs: 1_000, exchangeMs: 5_000, headMs: 5_000, idleMs: 3_000 },
      tools: "read-only",
      baseEnv: { PATH: process.env.PATH ?? "" },
    });
    if (SHOW !== undefined) writeFileSync(`${SHOW}/${file.replaceAll("/", "-")}`, JSON.stringify(again));
    const [before, after] = await Promise.all([judgeSession(capture), judgeSession(again)]);
    const now = new Map(after.verdicts.map((verdict) => [verdict.id, verdict]));
    return before.verdicts
      .filter(({ id, state }) => DECIDED.has(state) && now.get(id)?.state !== state)
      .map(
        ({ id, state }) =>
          `${id} ${state} ${now.get(id)?.state ?? "gone"} ${(now.get(id)?.evidence ?? [])
            .slice(0, 2)
            .map((one) => one.exchange)
            .join(" ")}`,
      );
  } finally {
    await served.stop();
  }
};

const found: Record<string, string[]> = {};

describe.concurrent("a served recording", () => {
  test.each(FILES)(
    "%s is judged as the recording is",
    async (file) => {
      found[file] = await compare(file);
      expect(found[file]).toEqual([]);
    },
    120_000,
  );
});

afterAll(() => {
  if (UPDATE !== undefined) writeFileSync("/tmp/srv/found.json", JSON.stringify(found, null, 1));
});
