import type { Queryable } from "../database/database.ts";
import { isReached } from "../model/state.ts";
import { DEFAULT_EVERY_SECONDS, nextSeconds } from "../schedule.ts";
import { COMMAND_HOST } from "../store/add-targets.ts";
import type { FleetStore } from "../store/open-fleet-store.ts";
import { type NewChange, type NewResult, storeResult } from "../store/store-result.ts";
import type { Task } from "./claim.ts";
import type { FleetQueue, HostJob } from "./open-queue.ts";
import type { Politeness } from "./politeness.ts";

export interface Finished {
  readonly result: NewResult;
  readonly changes: readonly NewChange[];
  /** What the server offers: its digest and its packed lock; stored once. */
  readonly surface: { readonly id: string; readonly data: Uint8Array } | null;
  /** Seconds for which the host wants to be left alone. */
  readonly wait: number | null;
  readonly everySeconds?: number | undefined;
}

/**
 * Stores a result with everything that follows from it, or nothing of it: the target's state and when it is due again, the end of
 * its task, the pause of its host and the next job there. Doing it twice changes nothing.
 */
export const finishTask = (
  { database, fleetId }: FleetStore,
  queue: FleetQueue,
  job: HostJob,
  task: Task,
  finished: Finished,
  politeness: Politeness,
): Promise<boolean> =>
  database.transaction(async (inside) => {
    const { result, surface, changes } = finished;
    const { targetKey, run, host } = task;
    await inside.query("DELETE FROM mcptest.task WHERE target_key = $1 AND run_id = $2", [targetKey, run]);
    if (surface)
      await inside.query("INSERT INTO mcptest.surface (id, data) VALUES ($1, $2) ON CONFLICT DO NOTHING", [
        surface.id,
        surface.data,
      ]);
    const isNew = await storeResult(inside, { fleetId, targetKey, run }, result, changes);
    if (isNew) await schedule(inside, task, finished);
    await pauseHost(inside, host, finished.wait, politeness);
    await queue.remove(queueOf(host), [job.id], inside);
    await followUp(inside, queue, fleetId, job);
    await inside.query(
      `UPDATE mcptest.run SET finished_at = now() WHERE id = $1 AND finished_at IS NULL
         AND NOT EXISTS (SELECT 1 FROM mcptest.task WHERE run_id = $1)`,
      [run],
    );
    return isNew;
  });

export const queueOf = (host: string): "hosts" | "commands" => (host === COMMAND_HOST ? "commands" : "hosts");

const schedule = async (inside: Queryable, task: Task, { result, changes, everySeconds }: Finished): Promise<void> => {
  const changed = changes.some(({ kind }) => kind !== "added");
  const { steady, missed, target } = task;
  const isMissed = !isReached(result.state) && result.state !== "walled";
  const seconds = nextSeconds({
    ...{ id: target.id, state: result.state, changed, steady, missed },
    everySeconds: task.everySeconds ?? everySeconds ?? DEFAULT_EVERY_SECONDS,
  });
  await inside.query(
    "UPDATE mcptest.target SET next_at = now() + make_interval(secs => $2), steady = $3, missed = $4 WHERE key = $1",
    [task.targetKey, seconds, changed ? 0 : steady + 1, isMissed ? missed + 1 : 0],
  );
};

const pauseHost = async (
  inside: Queryable,
  host: string,
  wait: number | null,
  { gapSeconds }: Politeness,
): Promise<void> => {
  if (host === COMMAND_HOST) return;
  await inside.query(
    `UPDATE mcptest.host SET next_at = greatest(next_at, now() + make_interval(secs => $2)), asked_to_wait = $3 OR asked_to_wait
     WHERE name = $1`,
    [host, Math.max(gapSeconds, wait ?? 0), wait !== null],
  );
};

/** The next job of the same place, if the host has more to ask. */
export const followUp = async (
  inside: Queryable,
  queue: FleetQueue,
  fleetId: number,
  { host, place }: Pick<HostJob, "host" | "place">,
): Promise<void> => {
  const [row] = await inside.query(
    `SELECT coalesce((SELECT extract(epoch FROM next_at - now())::float8 FROM mcptest.host WHERE name = $2), 0) AS seconds
     FROM mcptest.task WHERE fleet_id = $1 AND host = $2 AND worker IS NULL LIMIT 1`,
    [fleetId, host],
  );
  if (row !== undefined)
    await queue.put(queueOf(host), [{ host, place, after: Math.max(0, Number(row["seconds"])) }], inside);
};

/** Gives a task back that was not finished, so that the next worker finds it as it was. */
export const releaseTask = (
  { database, fleetId }: FleetStore,
  queue: FleetQueue,
  worker: string,
  job: HostJob,
  { targetKey, host }: Pick<Task, "targetKey" | "host">,
): Promise<void> =>
  database.transaction(async (inside) => {
    await inside.query(
      `UPDATE mcptest.task SET worker = NULL, lease_until = NULL, attempts = greatest(attempts - 1, 0)
       WHERE target_key = $1 AND worker = $2`,
      [targetKey, worker],
    );
    await queue.remove(queueOf(host), [job.id], inside);
    await followUp(inside, queue, fleetId, job);
  });
