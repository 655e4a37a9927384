import type PgBoss from "pg-boss";
import type { Database, Queryable } from "../database/database.ts";
import { loadPackage } from "../database/load-package.ts";
import type { FleetStore } from "../store/open-fleet-store.ts";

/**
 * One job stands for one place at one host: whoever takes it may ask one target of that host. What is to be asked stands in our own
 * tables, so a job too many does no harm, and a job that is lost is made again by the sweep.
 */
export interface HostJob {
  readonly id: string;
  readonly host: string;
  /** Counted from 0: a host has as many places as may be asked at once. */
  readonly place: number;
}

export interface NewJob extends Omit<HostJob, "id"> {
  /** Seconds from now. */
  readonly after?: number | undefined;
}

/** What is started is not polite to a host but to this machine, so it waits in a queue of its own. */
export const QUEUES = ["hosts", "commands"] as const;
export type QueueName = (typeof QUEUES)[number];

export interface FleetQueue {
  /** Takes up to so many jobs. */
  take(name: QueueName, most: number): Promise<HostJob[]>;
  /** Within a transaction, so that a result and what follows from it are stored together. A job that waits already is not doubled. */
  put(name: QueueName, jobs: readonly NewJob[], inside?: Queryable): Promise<void>;
  remove(name: QueueName, ids: readonly string[], inside?: Queryable): Promise<void>;
  /** A statement in SQL: the job with the id in this parameter is gone. */
  removal(name: QueueName, id: string): string;
  /** A statement in SQL: as `put`, with a job for each row of `from`, which has the columns host, place and begins. */
  insertion(name: QueueName, from: string): string;
  /** A condition in SQL: a job of the first place of the host in this column waits to be taken. */
  waits(name: QueueName, hostColumn: string): string;
  /** Lets jobs begin now that would wait for longer than anything waits, except those of hosts that asked for it. */
  hasten(name: QueueName, longestSeconds: number): Promise<void>;
  /** Throws away what nobody has finished for hours. */
  maintain(): Promise<void>;
}

const SCHEMA = "mcptest_queue";
const AT_ONCE = 1_000;
/** Of those that wait, one for each key. */
const POLICY = "short";
/** Longer than any probe; what is older belonged to a worker that is gone. The sweep has replaced it long before. */
const EXPIRE_SECONDS = 3_600;

/** pg-boss over our own connections, so that the same code runs on a server and on the embedded database. */
export const openQueue = async ({ database, fleetId }: FleetStore): Promise<FleetQueue> => {
  const { default: Boss } = await loadPackage("pg-boss", () => import("pg-boss"));
  const boss = new Boss({
    db: adapt(database),
    schema: SCHEMA,
    supervise: false,
    schedule: false,
    retryLimit: 0,
    expireInSeconds: EXPIRE_SECONDS,
    archiveCompletedAfterSeconds: EXPIRE_SECONDS,
    archiveFailedAfterSeconds: EXPIRE_SECONDS,
    deleteAfterHours: 1,
  });
  boss.on("error", () => {});
  await boss.start();
  const names = { hosts: `fleet-${fleetId}`, commands: `fleet-${fleetId}-commands` } as const satisfies Record<
    QueueName,
    string
  >;
  for (const name of Object.values(names)) await boss.createQueue(name, { name, policy: POLICY });
  return {
    take: async (name, most) => {
      const jobs = await database.query(takeText(names[name]), [most]);
      return jobs.map(({ id, data }) => ({ ...(data as Pick<HostJob, "host" | "place">), id: String(id) }));
    },
    put: async (name, jobs, inside) => {
      for (let from = 0; from < jobs.length; from += AT_ONCE)
        await boss.insert(
          jobs.slice(from, from + AT_ONCE).map(({ host, place, after }) => ({
            name: names[name],
            data: { host, place },
            singletonKey: `${host}#${place}`,
            ...(after === undefined ? {} : { startAfter: `${after.toFixed(3)} seconds` }),
          })),
          inside ? { db: adapt(inside) } : {},
        );
    },
    remove: async (name, ids, inside) => {
      if (ids.length > 0) await boss.deleteJob(names[name], [...ids], inside ? { db: adapt(inside) } : {});
    },
    removal: (name, id) => `DELETE FROM ${SCHEMA}.job WHERE name = '${names[name]}' AND id = ${id}::uuid`,
    insertion: (name, from) => insertText(names[name], from),
    // A list that is made once: a search for every host would take minutes with thousands of them and no statistics.
    waits: (name, hostColumn) => `(${hostColumn} || '#0') IN (SELECT j.singleton_key FROM ${SCHEMA}.job j
      WHERE j.name = '${names[name]}' AND j.state = 'created' AND j.singleton_key IS NOT NULL)`,
    hasten: async (name, longestSeconds) => {
      await database.query(
        `UPDATE ${SCHEMA}.job j SET start_after = now()
         WHERE j.name = $1 AND j.state = 'created' AND j.start_after > now() + make_interval(secs => $2)
           AND NOT EXISTS (SELECT 1 FROM mcptest.host h WHERE h.name = j.data->>'host' AND h.asked_to_wait AND h.next_at > now())`,
        [names[name], longestSeconds],
      );
    },
    maintain: () => boss.maintain(),
  };
};

const adapt = (queryable: Queryable | Database): PgBoss.Db => ({
  executeSql: async (text, values) => ({
    // What it sends without values may be several statements.
    rows: [...(values === undefined ? await queryable.script(text) : await queryable.query(text, values as unknown[]))],
  }),
});

/**
 * What pg-boss does to fetch, but in the order of an index: it sorts everything that waits each time, which with thousands of hosts takes
 * longer than everything else that is done for a target.
 */
const takeText = (name: string): string => `
  WITH next AS (
    SELECT id FROM ${SCHEMA}.job WHERE name = '${name}' AND state < 'active' AND start_after < now()
    ORDER BY start_after LIMIT $1 FOR UPDATE SKIP LOCKED
  )
  UPDATE ${SCHEMA}.job j SET state = 'active', started_on = now() FROM next
  WHERE j.name = '${name}' AND j.id = next.id RETURNING j.id, j.data`;

/** What pg-boss does to insert, as a part of a larger statement. */
const insertText = (name: string, from: string): string => `
  INSERT INTO ${SCHEMA}.job (name, data, singleton_key, start_after, expire_in, keep_until, retry_limit, retry_delay, retry_backoff, policy)
  SELECT '${name}', jsonb_build_object('host', f.host, 'place', f.place), f.host || '#' || f.place, f.begins,
    make_interval(secs => ${EXPIRE_SECONDS}), f.begins + interval '14 days', 0, 0, false, '${POLICY}'
  FROM ${from} f ON CONFLICT DO NOTHING`;
