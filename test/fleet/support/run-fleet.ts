// A worker in the test's own process, on sources.

import { openJudgePool } from "../../../packages/fleet/src/judge/judge-pool.ts";
import { type FleetQueue, openQueue } from "../../../packages/fleet/src/queue/open-queue.ts";
import { type DueQuery, queueDue } from "../../../packages/fleet/src/queue/queue-due.ts";
import type { RunOptions } from "../../../packages/fleet/src/queue/run-options.ts";
import type { FleetStore } from "../../../packages/fleet/src/store/open-fleet-store.ts";
import { type Worked, type WorkerOptions, work } from "../../../packages/fleet/src/work/worker.ts";

export const POLITE = { perHost: 1, gapSeconds: 0.05 };

export const workerOptions = (
  store: FleetStore,
  queue: FleetQueue,
  different: Partial<WorkerOptions> = {},
): WorkerOptions => ({
  store,
  queue,
  judges: openJudgePool(1, "worker"),
  politeness: POLITE,
  atOnce: 8,
  allowCommands: false,
  maxMemory: 1_073_741_824,
  untilDone: true,
  name: "test",
  signal: new AbortController().signal,
  graceMs: 5_000,
  patience: { ms: 20_000, onGone: () => {}, onBack: () => {} },
  probe: {
    userAgent: "mcptest/test (+tests@example.com)",
    allowPrivate: true,
    runWith: [],
    limits: { runMs: 20_000, headMs: 1_000, connectMs: 1_000, exchangeMs: 2_000 },
    env: {},
    baseEnv: { PATH: process.env["PATH"] ?? "" },
  },
  ...different,
});

export const runFleet = async (
  store: FleetStore,
  query: DueQuery = { all: true },
  different: Partial<WorkerOptions> = {},
  options: RunOptions = { quick: true },
): Promise<Worked & { run: number | undefined }> => {
  const queue = await openQueue(store);
  const politeness = different.politeness ?? POLITE;
  const { run } = await queueDue(store, queue, query, options, politeness);
  return { run, ...(await work(workerOptions(store, queue, different))) };
};
