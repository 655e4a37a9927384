import { hash } from "node:crypto";
import type { Pool, PoolClient } from "pg";
import type { Database, Queryable, Row } from "./database.ts";
import { DatabaseError, explainDatabaseError } from "./database-error.ts";

/** One for the heartbeat, one for the queue, the others for results. */
const CONNECTIONS = 6;
const CONNECT_MS = 10_000;
/** A statement of ours takes milliseconds; one that takes this long waits for a database that is gone. */
const QUERY_MS = 120_000;
const INT8 = 20;
/** SQLSTATE of a transaction that was ended because it and another one waited for each other. */
const CONFLICT = /^(40P01|40001)$/;
const ATTEMPTS = 10;

export const openPostgres = async (address: string): Promise<Database> => {
  const where = shownAddress(address);
  const { default: pg } = await import("pg");
  const pool = new pg.Pool({
    connectionString: address,
    application_name: "mcptest fleet",
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: QUERY_MS,
    keepAlive: true,
    types: {
      getTypeParser: (oid: number, format?: "text" | "binary") =>
        // Ids and counts stay far below 2^53.
        oid === INT8 ? Number : pg.types.getTypeParser(oid, format as "text"),
    },
  });
  // An idle connection that breaks is replaced when the next one is needed.
  pool.on("error", () => {});
  const database = postgresOn(pool, where);
  try {
    await database.query("SELECT 1");
  } catch (error) {
    await pool.end();
    throw error;
  }
  return database;
};

const postgresOn = (pool: Pool, where: string): Database => ({
  kind: "postgres",
  where,
  query: (text, values) => againAfterConflict(() => queries(pool, where).query(text, values)),
  script: (text) => againAfterConflict(() => onClient(pool, where, (client) => queries(client, where).script(text))),
  transaction: (body) =>
    againAfterConflict(() =>
      onClient(pool, where, async (client) => {
        await client.query("BEGIN");
        const value = await body(queries(client, where));
        await client.query("COMMIT");
        return value;
      }),
    ),
  close: () => pool.end(),
});

/**
 * Of two transactions that wait for each other the database ends one. Nothing of it happened, and it goes through when the other is
 * done, so nobody has to hear of it.
 */
const againAfterConflict = async <T>(work: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const code = (error as { readonly code?: unknown } | null)?.code;
      if (attempt === ATTEMPTS || typeof code !== "string" || !CONFLICT.test(code)) throw error;
    }
  }
};

/** One connection for all of it. Whatever a failure leaves half done on it is undone. */
const onClient = async <T>(pool: Pool, where: string, work: (client: PoolClient) => Promise<T>): Promise<T> => {
  const client = await pool.connect().catch((error: unknown) => {
    throw explainDatabaseError(error, where);
  });
  let broken: Error | undefined;
  const onError = (error: Error): void => {
    broken = error;
  };
  client.on("error", onError);
  try {
    return await work(client);
  } catch (error) {
    await client.query("ROLLBACK").catch((again: Error) => {
      broken = again;
    });
    throw explainDatabaseError(error, where);
  } finally {
    client.off("error", onError);
    client.release(broken);
  }
};

const queries = (client: Pool | PoolClient, where: string): Queryable => ({
  query: async <T extends Row>(text: string, values: readonly unknown[] = []) => {
    try {
      return (await client.query({ ...named(text), text, values: [...values] })).rows as T[];
    } catch (error) {
      throw explainDatabaseError(error, where);
    }
  },
  script: async (text) => {
    try {
      const results: unknown = await client.query(text);
      const last = (Array.isArray(results) ? results.at(-1) : results) as { readonly rows?: Row[] } | undefined;
      return last?.rows ?? [];
    } catch (error) {
      throw explainDatabaseError(error, where);
    }
  },
});

/** More than there are in the program; a text that is made anew each time must not fill the server. */
const MOST_NAMED = 500;
const seen = new Map<string, string | undefined>();

/** A statement that comes again is prepared: a connection then reads and plans it once. What comes once is not worth it. */
const named = (text: string): { name?: string } => {
  const name = seen.get(text);
  if (name !== undefined) return { name };
  if (seen.has(text)) seen.set(text, `mcptest-${hash("sha1", text).slice(0, 24)}`);
  else if (seen.size < MOST_NAMED) seen.set(text, undefined);
  return {};
};

/** Host and database alone: what else stands in an address may be a secret. */
const shownAddress = (address: string): string => {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^postgres(?:ql)?:$/.test(url.protocol))
    throw new DatabaseError("usage", "the database is no address such as postgres://user@host:5432/name");
  const socket = url.searchParams.get("host");
  const host = url.host === "" ? (socket ?? "localhost") : url.host;
  return `${host}${url.pathname}`;
};
