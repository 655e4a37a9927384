import type PgBoss from "pg-boss";
import type { Database, Queryable } from "../database/database.ts";
import type { FleetStore } from "../store/open-fleet-store.ts";

/**
 * One job stands for one place at one host: the worker that takes it may ask one target of that host. Our own tables hold the work and the
 * limits of hosts, so a job too many does no harm, and the sweep makes a job that is lost again. pg-boss only says which host is next,
 * through its documented functions alone: its tables are its own.
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
  /** Drops every job that waits, of all fleets. The next sweep of each fleet puts them again. */
  clear(): Promise<void>;
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
  const { default: Boss } = await import("pg-boss");
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
      const watched = watchFailures(adapt(database));
      const jobs = await boss.fetch<Pick<HostJob, "host" | "place">>(names[name], {
        batchSize: most,
        priority: false,
        db: watched.db,
      });
      watched.rethrow();
      return jobs.map(({ id, data }) => ({ ...data, id }));
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
    clear: async () => {
      for (const { name } of await boss.getQueues()) await boss.purgeQueue(name);
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

/** A fetch of pg-boss takes every failure for a conflict and returns no jobs, also when the database is gone. */
const watchFailures = (db: PgBoss.Db): { readonly db: PgBoss.Db; rethrow(): void } => {
  const failures: unknown[] = [];
  return {
    db: {
      executeSql: async (text, values) => {
        try {
          return await db.executeSql(text, values);
        } catch (error) {
          failures.push(error);
          throw error;
        }
      },
    },
    rethrow: () => {
      if (failures.length > 0) throw failures[0];
    },
  };
};
