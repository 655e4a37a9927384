// Several checks in one process: each says what it says alone.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { check, type Result } from "../../src/library/index.ts";
import type { TargetLike } from "../../src/library/to-target.ts";
import { startViceServer } from "../hostile/servers/http.ts";
import { largeServer } from "../hostile/servers/large.ts";

const NOTES = fileURLToPath(new URL("../../examples/notes-server.js", import.meta.url));

const startNotes = async () => {
  const child = spawn(process.execPath, [NOTES, "--http", "0"], { stdio: ["ignore", "ignore", "pipe"] });
  const [line] = (await once(child.stderr, "data")) as [Buffer];
  const url = /https?:\/\/\S+/.exec(line.toString())?.[0];
  if (url === undefined) throw new Error(`the example server did not name its URL: ${line.toString()}`);
  return { url, close: () => void child.kill() };
};

/** What a check says, without what differs from one run to the next by nature: times, ids, digests of answers. */
const said = ({ verdicts, compliance, server, revision }: Result) => ({
  verdicts: verdicts.map(({ id, state }) => `${id} ${state}`),
  grade: compliance.grade,
  outcome: server.outcome,
  revision,
});

test("checks of different servers do not disturb each other", async () => {
  const [notes, small, long] = await Promise.all([
    startNotes(),
    startViceServer(largeServer({})),
    startViceServer(largeServer({ description: "x".repeat(200_000) })),
  ]);
  try {
    const targets: readonly TargetLike[] = [notes.url, small.url, long.url, [process.execPath, NOTES]];
    const alone: Result[] = [];
    for (const target of targets) alone.push(await check(target));
    const together = await Promise.all(targets.map((target) => check(target)));
    expect(together.map(said)).toEqual(alone.map(said));
  } finally {
    notes.close();
    await Promise.all([small.close(), long.close()]);
  }
});
