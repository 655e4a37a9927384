import type { FleetStore } from "./open-fleet-store.ts";

export interface FleetStatus {
  /** The run that is under way, or the last one. */
  readonly run: {
    readonly id: number;
    readonly startedAt: Date;
    readonly finishedAt: Date | null;
    readonly queued: number;
    readonly done: number;
    /** Results a second in the last minute; null where nothing is under way. */
    readonly rate: number | null;
    readonly secondsLeft: number | null;
  } | null;
  readonly grades: Readonly<Record<string, number>>;
  readonly revisions: Readonly<Record<string, number>>;
  /** The rules that most servers break. */
  readonly broken: readonly { readonly id: string; readonly title: string; readonly servers: number }[];
  /** Why servers are not reached. */
  readonly unreached: readonly { readonly state: string; readonly reason: string | null; readonly servers: number }[];
  readonly workers: readonly { readonly name: string; readonly done: number; readonly secondsAgo: number }[];
  /** Hosts that asked to be left alone, and for how long yet. */
  readonly waitingHosts: readonly { readonly host: string; readonly seconds: number }[];
}

const MOST_ROWS = 10;

/** How the fleet is doing, and what is wrong with it. */
export const readStatus = async ({ database, fleetId }: FleetStore): Promise<FleetStatus> => {
  const [run] = await database.query(
    `SELECT r.id, r.started_at, r.finished_at, r.queued, r.done,
       (SELECT count(*)::int FROM mcptest.result x WHERE x.run_id = r.id AND x.judged_at > now() - interval '60 seconds') AS recent,
       least(60, greatest(1, extract(epoch FROM now() - r.started_at)))::float8 AS span
     FROM mcptest.run r WHERE r.fleet_id = $1 ORDER BY r.id DESC LIMIT 1`,
    [fleetId],
  );
  const latest = `FROM mcptest.target t JOIN mcptest.result r ON r.target_key = t.key AND r.run_id = t.latest_run WHERE t.fleet_id = $1`;
  const grades = await database.query(
    `SELECT coalesce(r.grade, 'none') AS name, count(*)::int AS n ${latest} AND r.state = 'reachable' GROUP BY 1 ORDER BY 1`,
    [fleetId],
  );
  const revisions = await database.query(
    `SELECT coalesce(r.revision, 'none') AS name, count(*)::int AS n ${latest} AND r.state = 'reachable' GROUP BY 1 ORDER BY 1`,
    [fleetId],
  );
  const broken = await database.query(
    `SELECT f->>'id' AS id, min(f->>'title') AS title, count(DISTINCT t.key)::int AS n
     FROM mcptest.target t JOIN mcptest.result r ON r.target_key = t.key AND r.run_id = t.latest_run,
       jsonb_array_elements(r.summary->'findings') AS f
     WHERE t.fleet_id = $1 AND r.state = 'reachable' GROUP BY 1 ORDER BY 3 DESC, 1 LIMIT ${MOST_ROWS}`,
    [fleetId],
  );
  const unreached = await database.query(
    `SELECT r.state, r.reason, count(*)::int AS n ${latest} AND r.state <> 'reachable' GROUP BY 1, 2 ORDER BY 3 DESC, 1, 2`,
    [fleetId],
  );
  const workers = await database.query(
    `SELECT name, done, extract(epoch FROM now() - seen_at)::float8 AS ago FROM mcptest.worker
     WHERE seen_at > now() - interval '2 minutes' ORDER BY name, id`,
  );
  const waiting = await database.query(
    `SELECT h.name, extract(epoch FROM h.next_at - now())::float8 AS seconds FROM mcptest.host h
     WHERE h.asked_to_wait AND h.next_at > now() AND EXISTS (SELECT 1 FROM mcptest.target t WHERE t.fleet_id = $1 AND t.host = h.name)
     ORDER BY 2 DESC LIMIT ${MOST_ROWS}`,
    [fleetId],
  );
  return {
    run: run === undefined ? null : readRun(run),
    grades: counted(grades),
    revisions: counted(revisions),
    broken: broken.map((row) => ({ id: String(row["id"]), title: String(row["title"]), servers: Number(row["n"]) })),
    unreached: unreached.map((row) => ({
      state: String(row["state"]),
      reason: row["reason"] === null ? null : String(row["reason"]),
      servers: Number(row["n"]),
    })),
    workers: workers.map((row) => ({
      name: String(row["name"]),
      done: Number(row["done"]),
      secondsAgo: Math.round(Number(row["ago"])),
    })),
    waitingHosts: waiting.map((row) => ({ host: String(row["name"]), seconds: Math.ceil(Number(row["seconds"])) })),
  };
};

const counted = (rows: readonly Readonly<Record<string, unknown>>[]): Record<string, number> =>
  Object.fromEntries(rows.map((row) => [String(row["name"]), Number(row["n"])]));

const readRun = (row: Readonly<Record<string, unknown>>): NonNullable<FleetStatus["run"]> => {
  const [queued, done] = [Number(row["queued"]), Number(row["done"])];
  const isOpen = row["finished_at"] === null;
  const rate = isOpen ? Number(row["recent"]) / Number(row["span"]) : null;
  return {
    id: Number(row["id"]),
    startedAt: row["started_at"] as Date,
    finishedAt: row["finished_at"] as Date | null,
    queued,
    done,
    rate,
    secondsLeft: rate === null || rate === 0 ? null : Math.round((queued - done) / rate),
  };
};
