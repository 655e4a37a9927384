import { LONGEST_SECONDS } from "../schedule.ts";
import { COMMAND_HOST } from "../store/add-targets.ts";
import { likePattern, matches } from "../store/list-targets.ts";
import type { FleetStore } from "../store/open-fleet-store.ts";
import type { FleetQueue, NewJob } from "./open-queue.ts";
import type { Politeness } from "./politeness.ts";
import type { RunOptions } from "./run-options.ts";

export interface DueQuery {
  /** Everything now, not only what is due. */
  readonly all?: boolean | undefined;
  readonly glob?: string | undefined;
  readonly max?: number | undefined;
  readonly allowCommands?: boolean | undefined;
}

export interface Queued {
  /** Undefined where nothing was due: then there is no run. */
  readonly run: number | undefined;
  readonly targets: number;
}

/** Puts what is due into the queue, as one run. Two that do so at once never queue a target twice. */
export const queueDue = async (
  { database, fleetId }: FleetStore,
  queue: FleetQueue,
  query: DueQuery,
  options: RunOptions,
  politeness: Politeness,
): Promise<Queued> =>
  database.transaction(async (inside) => {
    // The second of two schedulers waits here, and then finds the tasks of the first.
    await inside.query("SELECT id FROM mcptest.fleet WHERE id = $1 FOR UPDATE", [fleetId]);
    const [made] = await inside.query(
      "INSERT INTO mcptest.run (fleet_id, options) VALUES ($1, $2::jsonb) RETURNING id",
      [fleetId, JSON.stringify(options)],
    );
    const run = Number(made?.["id"]);
    const [count] = await inside.query(
      `WITH queued AS (
         INSERT INTO mcptest.task (target_key, run_id, fleet_id, host)
         SELECT t.key, $2, t.fleet_id, t.host FROM mcptest.target t
         WHERE t.fleet_id = $1 AND NOT t.opted_out
           AND ($3 OR t.next_at <= now() OR t.next_at > now() + make_interval(secs => ${4 * LONGEST_SECONDS} + coalesce(t.every_seconds, 0) * 2))
           AND ($4 OR t.address->>'kind' <> 'command')
           AND ${matches("$5")}
           AND NOT EXISTS (SELECT 1 FROM mcptest.task k WHERE k.target_key = t.key)
         ORDER BY t.next_at, t.key LIMIT $6
         ON CONFLICT DO NOTHING RETURNING 1
       ) SELECT count(*)::int AS n FROM queued`,
      [
        ...[fleetId, run, query.all === true, query.allowCommands === true],
        ...[query.glob === undefined ? null : likePattern(query.glob), query.max ?? null],
      ],
    );
    const targets = Number(count?.["n"] ?? 0);
    if (targets === 0) {
      await inside.query("DELETE FROM mcptest.run WHERE id = $1", [run]);
      return { run: undefined, targets };
    }
    await inside.query("UPDATE mcptest.run SET queued = $2 WHERE id = $1", [run, targets]);
    const hosts = await inside.query(
      "SELECT host, count(*)::int AS n FROM mcptest.task WHERE run_id = $1 GROUP BY host ORDER BY min(queued_at), host",
      [run],
    );
    await queue.put(
      "hosts",
      jobsFor(
        hosts.filter(({ host }) => host !== COMMAND_HOST),
        politeness,
      ),
      inside,
    );
    await queue.put(
      "commands",
      jobsFor(
        hosts.filter(({ host }) => host === COMMAND_HOST),
        { perHost: COMMAND_JOBS },
      ),
      inside,
    );
    return { run, targets };
  });

/** How many workers may start something at once; each starts one. */
export const COMMAND_JOBS = 64;

export const jobsFor = (
  hosts: readonly Readonly<Record<string, unknown>>[],
  { perHost }: Pick<Politeness, "perHost">,
): NewJob[] =>
  hosts.flatMap((row) =>
    Array.from({ length: Math.min(perHost, Number(row["n"])) }, (_, place) => ({ host: String(row["host"]), place })),
  );
