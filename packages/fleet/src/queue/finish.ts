import type { Queryable } from "../database/database.ts";
import { isReached } from "../model/state.ts";
import { DEFAULT_EVERY_SECONDS, nextSeconds } from "../schedule.ts";
import { COMMAND_HOST } from "../store/add-targets.ts";
import type { FleetStore } from "../store/open-fleet-store.ts";
import { FLEET, type NewChange, type NewResult, RUN, storeResult, TARGET_KEY } from "../store/store-result.ts";
import type { Task } from "./claim.ts";
import type { FleetQueue, HostJob, NewJob } from "./open-queue.ts";
import { MOST_PATIENT_SECONDS, type Politeness } from "./politeness.ts";

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
 * Stores a result with everything that follows from it, or nothing of it: the target's state and when it is due again, the end of its task
 * and the pause of its host. Then the next job of this place is put. Doing it twice changes nothing. A worker that dies in between leaves
 * a host without a job, and the next sweep puts one. Two workers that end a run at the same moment may each take the other for open;
 * the one that finds nothing left to do, or sweeps, ends it.
 */
export const finishTask = async (
  { database, fleetId }: FleetStore,
  queue: FleetQueue,
  job: HostJob,
  task: Task,
  finished: Finished,
  politeness: Politeness,
): Promise<boolean> => {
  const { targetKey, run } = task;
  const storing = storeResult(database, { fleetId, targetKey, run }, finished.result, finished.changes, (first) => {
    const $ = (index: number): string => `$${first + index}`;
    const others = (condition: string): string =>
      `EXISTS (SELECT 1 FROM mcptest.task k WHERE k.target_key <> ${TARGET_KEY} AND ${condition})`;
    const { seconds, steady, missed } = nextTime(task, finished);
    return {
      columns: `, next_at = now() + make_interval(secs => ${$(0)}), steady = ${$(1)}, missed = ${$(2)}`,
      parts: [
        `ended AS (DELETE FROM mcptest.task WHERE target_key = ${TARGET_KEY} AND run_id = ${RUN})`,
        `offered AS (
           INSERT INTO mcptest.surface (id, data) SELECT ${$(3)}::text, ${$(4)}::bytea WHERE ${$(3)}::text IS NOT NULL
           ON CONFLICT DO NOTHING)`,
        // What is started is at no host.
        `paused AS (
           UPDATE mcptest.host SET next_at = greatest(next_at, now() + make_interval(secs => ${$(5)})),
             asked_to_wait = ${$(6)} OR asked_to_wait
           WHERE name = ${$(7)} RETURNING next_at)`,
        `counted AS (
           UPDATE mcptest.run SET done = done + (SELECT count(*)::int FROM made),
             finished_at = CASE WHEN ${others(`k.run_id = ${RUN}`)} THEN finished_at ELSE coalesce(finished_at, now()) END
           WHERE id = ${RUN})`,
      ],
      // The seconds until the host may be asked again, where it has more to ask.
      reading: `CASE WHEN ${others(`k.fleet_id = ${FLEET} AND k.host = ${$(7)} AND k.worker IS NULL`)}
        THEN greatest(0, coalesce((SELECT extract(epoch FROM next_at - now()) FROM paused), 0))::float8 END`,
      values: [
        ...[seconds, steady, missed, finished.surface?.id ?? null, finished.surface?.data ?? null],
        ...[Math.max(politeness.gapSeconds, finished.wait ?? 0), finished.wait !== null, task.host],
      ],
    };
  });
  const { isNew, reading: after } = await storing.catch((error: unknown) => {
    if (isForgotten(error)) return { isNew: false, reading: 0 };
    throw error;
  });
  if (after !== null) await queue.put(queueOf(task.host), jobAfter(job, after));
  await queue.remove(queueOf(task.host), [job.id]);
  return isNew;
};

/** The target was removed while it was asked. Its host may have others, and a job too many does no harm. */
const isForgotten = (error: unknown): boolean => (error as { readonly code?: unknown } | null)?.code === "23503";

export const queueOf = (host: string): "hosts" | "commands" => (host === COMMAND_HOST ? "commands" : "hosts");

const nextTime = (
  { steady, missed, target, everySeconds: own }: Task,
  { result, changes, everySeconds }: Finished,
): { seconds: number; steady: number; missed: number } => {
  const changed = changes.some(({ kind }) => kind !== "added");
  const isMissed = !isReached(result.state) && result.state !== "walled";
  const seconds = nextSeconds({
    ...{ id: target.id, state: result.state, changed, steady, missed },
    everySeconds: own ?? everySeconds ?? DEFAULT_EVERY_SECONDS,
  });
  return { seconds, steady: changed ? 0 : steady + 1, missed: isMissed ? missed + 1 : 0 };
};

/** A job that begins after so many seconds; none where the host is to be left alone for long, which is for the sweep. */
export const jobAfter = ({ host, place }: Pick<HostJob, "host" | "place">, after: number): NewJob[] =>
  after > MOST_PATIENT_SECONDS ? [] : [{ host, place, after }];

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
    await queue.put(queueOf(host), jobAfter({ host, place }, Math.max(0, Number(row["seconds"]))), inside);
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
