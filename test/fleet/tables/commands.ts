// Started commands: one at a time in a worker, bounded in time, memory and output.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { openQueue } from "../../../src/fleet/queue/open-queue.ts";
import { addTargets } from "../../../src/fleet/store/add-targets.ts";
import { captureOf } from "../../../src/fleet/store/captures.ts";
import { findTarget } from "../../../src/fleet/store/list-targets.ts";
import type { FleetStore } from "../../../src/fleet/store/open-fleet-store.ts";
import { countFleet } from "../../../src/fleet/store/read-results.ts";
import type { OnDatabase } from "../support/on-both.ts";
import { runFleet, workerOptions } from "../support/run-fleet.ts";

const node = (
  code: string,
  ...more: readonly string[]
): { address: { kind: "command"; words: readonly string[] } } => ({
  address: { kind: "command", words: [process.execPath, "-e", code, ...more] },
});

/** Says in a file when it begins and when it ends, and is no server. */
const LOGGED = `
  const { appendFileSync } = require("node:fs");
  const say = (word) => appendFileSync(process.argv[1], word + " " + process.argv[2] + "\\n");
  say("begin");
  process.stdin.resume();
  setTimeout(() => { say("end"); process.exit(1); }, 150);
`;
const GREEDY = `const kept = []; setInterval(() => kept.push(Buffer.alloc(16_777_216, 1)), 20); process.stdin.resume();`;
const SILENT = "process.stdin.resume();";
const CHATTY = `const line = "x".repeat(65_536) + "\\n"; const go = () => { while (process.stdout.write(line)); process.stdout.once("drain", go); }; go();`;

const stateOf = async (store: FleetStore, id: string | undefined): Promise<string | null | undefined> =>
  (await findTarget(store, id ?? ""))?.state;

export const commandTests = ({ on, newFleet }: OnDatabase): void => {
  on("starts commands only where that is allowed, and one at a time", { timeout: 120_000 }, async () => {
    const folder = mkdtempSync(join(tmpdir(), "mcptest-commands-"));
    try {
      const log = join(folder, "log");
      writeFileSync(log, "");
      const store = await newFleet();
      const { ids } = await addTargets(
        store,
        ["a", "b", "c"].map((name) => node(LOGGED, log, name)),
      );
      expect((await runFleet(store)).run).toBeUndefined();
      expect(readFileSync(log, "utf8")).toBe("");
      expect((await countFleet(store)).states["package-only"]).toBe(3);
      await runFleet(store, { all: true, allowCommands: true }, { allowCommands: true });
      expect(await Promise.all(ids.map((id) => stateOf(store, id)))).toEqual(["dead", "dead", "dead"]);
      const running = new Set<string>();
      const words = readFileSync(log, "utf8").trim().split("\n");
      for (const line of words) {
        const [word, name = ""] = line.split(" ");
        if (word === "begin") running.add(name);
        else running.delete(name);
        expect(running.size).toBeLessThanOrEqual(1);
      }
      expect(new Set(words)).toEqual(new Set(["a", "b", "c"].flatMap((name) => [`begin ${name}`, `end ${name}`])));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  on("ends a command that takes too much time, memory or output", { timeout: 120_000 }, async () => {
    const store = await newFleet();
    const { ids } = await addTargets(store, [node(GREEDY), node(SILENT), node(CHATTY)]);
    const { probe } = workerOptions(store, await openQueue(store));
    const limits = { ...probe.limits, runMs: 6_000, stdoutBytes: 1_048_576 };
    await runFleet(
      store,
      { all: true, allowCommands: true },
      { allowCommands: true, maxMemory: 200 * 1_048_576, probe: { ...probe, limits } },
    );
    const [greedy, silent, chatty] = await Promise.all(ids.map((id) => findTarget(store, id)));
    expect(greedy?.latest?.summary.blocked).toBe("it took more than 200 MB of memory");
    expect([greedy?.state, silent?.state]).toEqual(["dead", "hanging"]);
    const said = await captureOf(store, chatty!.latest!.capture!);
    expect(said!.length).toBeLessThan(4 * 1_048_576);
    expect(said).toContain("stdoutBytes");
  });
};
