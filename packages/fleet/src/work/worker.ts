import { randomUUID } from "node:crypto";
import { setMaxListeners } from "node:events";
import type { FleetQueue, HostJob } from "../queue/open-queue.ts";
import { MOST_PATIENT_SECONDS } from "../queue/politeness.ts";
import { endRuns, sweep } from "../queue/sweep.ts";
import { COMMAND_HOST } from "../store/add-targets.ts";
import { handleJob, type JobContext } from "./handle-job.ts";
import { beat, keepBeating } from "./heartbeat.ts";
import { patiently, tellOnce } from "./patience.ts";
import { openSlots } from "./slots.ts";

export interface WorkerOptions extends Omit<JobContext, "worker" | "slots" | "inHand" | "stopped"> {
  /** How many targets are asked at once. */
  readonly atOnce: number;
  readonly allowCommands: boolean;
  /** Ends when nothing is left to do; without it the worker waits for more. */
  readonly untilDone: boolean;
  readonly name: string;
  /** Stops taking targets; those under way get the grace. */
  readonly signal: AbortSignal;
  readonly graceMs: number;
}

export interface Worked {
  readonly done: number;
  /** Given back because of an interrupt. */
  readonly released: number;
  /** Hosts whose targets still wait, because they asked for more time than a run waits; those that wait least come first. */
  readonly leftAlone: readonly LeftAlone[];
}

export interface LeftAlone {
  readonly host: string;
  readonly targets: number;
  /** For how long yet. */
  readonly seconds: number;
}

const IDLE_MS = 300;
const MOST_AT_A_TIME = 50;
/** Works through the queue. Rejects with DatabaseError when the database is gone for longer than the patience lasts. */
export const work = async (options: WorkerOptions): Promise<Worked> => {
  const { store, queue, politeness, signal } = options;
  const patience = tellOnce(options.patience);
  const stopped = new AbortController();
  // Everything under way listens to it.
  setMaxListeners(0, stopped.signal);
  const pause = openPause();
  const counts = { stored: 0, known: 0, released: 0, nothing: 0 };
  const context: JobContext = {
    ...options,
    patience,
    worker: randomUUID(),
    slots: openSlots(options.atOnce),
    inHand: new Set(),
    stopped: stopped.signal,
  };
  const running = new Map<Promise<void>, HostJob>();
  const failures: unknown[] = [];
  const begin = (job: HostJob): void => {
    const one: Promise<void> = handleJob(context, job)
      .then((handled) => {
        counts[handled]++;
      })
      .catch((error: unknown) => {
        failures.push(error);
        stopped.abort();
      })
      .finally(() => {
        running.delete(one);
        pause.end();
      });
    running.set(one, job);
  };
  /** Fetched and not begun. pg-boss sorts all jobs that wait for every fetch, so as many are fetched together as are asked at once. */
  const ready: HostJob[] = [];
  const take = async (): Promise<HostJob[]> => {
    // Those that were taken and have not entered a place yet count too.
    const free = context.slots.free() - Math.max(0, running.size - context.slots.running());
    if (free <= 0) return [];
    if (ready.length === 0) {
      const most = Math.min(Math.max(free, options.atOnce), MOST_AT_A_TIME);
      ready.push(...(await patiently(patience, () => queue.take("hosts", most))));
    }
    const jobs = ready.splice(0, free);
    const isStarting = [...running.values()].some(({ host }) => host === COMMAND_HOST);
    if (!options.allowCommands || isStarting) return jobs;
    return [...jobs, ...(await patiently(patience, () => queue.take("commands", 1)))];
  };
  const onAbort = (): void => {
    setTimeout(() => stopped.abort(), options.graceMs).unref();
    pause.end();
  };

  const heart = { ...context, name: options.name, done: () => counts.stored };
  await patiently(patience, () => sweep(store, queue, politeness, store.database.kind === "embedded"));
  await patiently(patience, () => beat(heart));
  const stopBeating = keepBeating(heart);
  signal.addEventListener("abort", onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    while (!signal.aborted && failures.length === 0) {
      const jobs = await take();
      for (const job of jobs) begin(job);
      if (jobs.length > 0) continue;
      if (running.size === 0 && options.untilDone && (await patiently(patience, () => isDone(options)))) break;
      await pause.of(IDLE_MS);
    }
  } catch (error) {
    failures.push(error);
    stopped.abort();
  } finally {
    await Promise.all(running.keys());
    // For the other workers; without a database the next sweep puts them again.
    await giveBack(queue, ready).catch(() => {});
    stopBeating();
    signal.removeEventListener("abort", onAbort);
  }
  if (failures.length > 0) throw failures[0];
  await store.database.query("DELETE FROM mcptest.worker WHERE id = $1", [context.worker]).catch(() => {});
  const leftAlone =
    options.untilDone && !signal.aborted ? await patiently(patience, () => hostsLeftAlone(options)) : [];
  return { done: counts.stored, released: counts.released, leftAlone };
};

const giveBack = async (queue: FleetQueue, jobs: readonly HostJob[]): Promise<void> => {
  await queue.put("hosts", jobs);
  await queue.remove(
    "hosts",
    jobs.map(({ id }) => id),
  );
};

/** Waits for a while, or until somebody ends the wait. */
const openPause = (): { of(ms: number): Promise<void>; end(): void } => {
  let end: () => void = () => {};
  return {
    of: (ms) =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, ms);
        end = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
    end: () => end(),
  };
};

/** What may not be asked for long yet, and nobody has in hand. */
const LEFT_ALONE = `(k.worker IS NULL AND h.asked_to_wait AND h.next_at > now() + make_interval(secs => ${MOST_PATIENT_SECONDS}))`;

/** Tasks that another worker has, or that wait for their host, are waited for; commands only where we start them. */
const isDone = async ({ store, allowCommands }: WorkerOptions): Promise<boolean> => {
  const [row] = await store.database.query(
    `SELECT EXISTS (
       SELECT 1 FROM mcptest.task k LEFT JOIN mcptest.host h ON h.name = k.host
       WHERE k.fleet_id = $1 AND ($2 OR k.host <> $3) AND ${LEFT_ALONE} IS NOT TRUE) AS open`,
    [store.fleetId, allowCommands, COMMAND_HOST],
  );
  if (row?.["open"] === true) return false;
  await endRuns(store);
  return true;
};

const hostsLeftAlone = async ({ store }: WorkerOptions): Promise<LeftAlone[]> => {
  const rows = await store.database.query(
    `SELECT k.host, count(*)::int AS targets, extract(epoch FROM h.next_at - now())::float8 AS seconds
     FROM mcptest.task k JOIN mcptest.host h ON h.name = k.host
     WHERE k.fleet_id = $1 AND ${LEFT_ALONE} GROUP BY k.host, h.next_at ORDER BY h.next_at, k.host`,
    [store.fleetId],
  );
  return rows.map(({ host, targets, seconds }) => ({
    host: String(host),
    targets: Number(targets),
    seconds: Number(seconds),
  }));
};
