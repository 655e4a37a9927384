// Started commands: one at a time in a worker, bounded in time, memory and output.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { openJudgePool } from "../../../packages/fleet/src/judge/judge-pool.ts";
import { openQueue } from "../../../packages/fleet/src/queue/open-queue.ts";
import { rejudge } from "../../../packages/fleet/src/rejudge.ts";
import { readList } from "../../../packages/fleet/src/sources/read-list.ts";
import { addTargets } from "../../../packages/fleet/src/store/add-targets.ts";
import { captureOf } from "../../../packages/fleet/src/store/captures.ts";
import { findTarget } from "../../../packages/fleet/src/store/list-targets.ts";
import type { FleetStore } from "../../../packages/fleet/src/store/open-fleet-store.ts";
import { countFleet } from "../../../packages/fleet/src/store/read-results.ts";
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

const LIST = { source: "list", allowPrivate: false };

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

  on("calls a program walled that ends without what its description asks for", { timeout: 120_000 }, async () => {
    const store = await newFleet();
    // Every run of a program that says which variable it lacks, and ends.
    const ends = `console.error("set FLEET_KEY, it is " + process.env.FLEET_KEY); process.exit(1)`;
    const entry = (more: object) =>
      JSON.stringify({
        name: "io.example/package",
        packages: [
          { registryType: "npm", identifier: "package", version: "1.0.0", transport: { type: "stdio" }, ...more },
        ],
      });
    const variables = [{ name: "FLEET_KEY", isRequired: true, isSecret: true }];
    const [fromEntry] = readList(entry({ environmentVariables: variables }), "json", LIST).targets;
    if (fromEntry?.address.kind !== "command") throw new Error("the entry is no command");
    const words = [process.execPath, "-e", ends];
    const given = {
      kind: "command",
      words: [...words, "given"],
      env: { FLEET_KEY: `\${KEY}` },
      needs: ["FLEET_KEY"],
    } as const;
    const { ids } = await addTargets(store, [
      { address: { ...fromEntry.address, words } },
      { address: given },
      { address: { kind: "command", words: [...words, "asks for nothing"] } },
    ]);
    const { probe } = workerOptions(store, await openQueue(store));
    const env = { KEY: "a key of ours" };
    await runFleet(store, { all: true, allowCommands: true }, { allowCommands: true, probe: { ...probe, env } });
    const states = async () => Promise.all(ids.map((id) => stateOf(store, id)));
    expect(await states()).toEqual(["walled", "dead", "dead"]);
    const { latest } = (await findTarget(store, ids[0]!))!;
    expect(latest).toMatchObject({ reason: "credentials" });
    expect(latest?.summary.blocked).toMatch(/^it was started without FLEET_KEY, which its entry names: /);
    // A stored capture says the same again.
    const changes: unknown[] = [];
    await rejudge(store, {
      ...{ all: true, dryRun: false, judges: openJudgePool(1, "worker"), signal: new AbortController().signal },
      onChange: (change) => void changes.push(change),
      onNotJudged: (one) => void changes.push(one),
    });
    expect(changes).toEqual([]);
    expect(await states()).toEqual(["walled", "dead", "dead"]);
  });

  on("hands what an entry gives to the command alone, not to what runs it", { timeout: 60_000 }, async () => {
    const folder = mkdtempSync(join(tmpdir(), "mcptest-commands-"));
    try {
      const say = (file: string): string =>
        `require("node:fs").writeFileSync(${JSON.stringify(join(folder, file))}, JSON.stringify(process.env));`;
      const wrapper = join(folder, "wrapper.cjs");
      writeFileSync(
        wrapper,
        `${say("outside")} require("node:child_process").spawnSync(process.argv[2], process.argv.slice(3), { stdio: "inherit" });`,
      );
      const store = await newFleet();
      const env = { DOCKER_HOST: "tcp://elsewhere.example", FLEET_TOKEN: `\${TOKEN}` };
      await addTargets(store, [{ address: { kind: "command", words: [process.execPath, "-e", say("inside")], env } }]);
      const { probe } = workerOptions(store, await openQueue(store));
      await runFleet(
        store,
        { all: true, allowCommands: true },
        { allowCommands: true, probe: { ...probe, env: { TOKEN: "ours" }, runWith: [process.execPath, wrapper] } },
      );
      const seen = (file: string): unknown => JSON.parse(readFileSync(join(folder, file), "utf8"));
      expect(seen("outside")).toMatchObject({ FLEET_TOKEN: "ours" });
      expect(seen("outside")).not.toHaveProperty("DOCKER_HOST");
      expect(seen("inside")).toMatchObject({ DOCKER_HOST: "tcp://elsewhere.example" });
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
