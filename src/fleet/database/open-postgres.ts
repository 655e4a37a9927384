import type { Pool, PoolClient } from "pg";
import type { Database, Queryable, Row } from "./database.ts";
import { DatabaseError, explainDatabaseError } from "./database-error.ts";
import { loadPackage } from "./load-package.ts";

/** One for the heartbeat, one for the queue, the others for results. */
const CONNECTIONS = 6;
const CONNECT_MS = 10_000;
/** A statement of ours takes milliseconds; one that takes this long waits for a database that is gone. */
const QUERY_MS = 120_000;
const INT8 = 20;

export const openPostgres = async (address: string): Promise<Database> => {
  const where = shownAddress(address);
  const { default: pg } = await loadPackage("pg", () => import("pg"));
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
  ...queries(pool, where),
  transaction: async (body) => {
    const client = await pool.connect().catch((error: unknown) => {
      throw explainDatabaseError(error, where);
    });
    let broken: Error | undefined;
    const onError = (error: Error): void => {
      broken = error;
    };
    client.on("error", onError);
    try {
      await client.query("BEGIN");
      const value = await body(queries(client, where));
      await client.query("COMMIT");
      return value;
    } catch (error) {
      await client.query("ROLLBACK").catch((again: Error) => {
        broken = again;
      });
      throw explainDatabaseError(error, where);
    } finally {
      client.off("error", onError);
      client.release(broken);
    }
  },
  close: () => pool.end(),
});

const queries = (client: Pool | PoolClient, where: string): Queryable => ({
  query: async <T extends Row>(text: string, values: readonly unknown[] = []) => {
    try {
      return (await client.query(text, [...values])).rows as T[];
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

/** Host and database alone: what else stands in an address may be a secret. */
const shownAddress = (address: string): string => {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^postgres(?:ql)?:$/.test(url.protocol))
    throw new DatabaseError("usage", "the database is no address such as postgres://user@host:5432/name");
  const socket = url.searchParams.get("host");
  const host = url.host === "" ? (socket ?? "localhost") : url.host;
  return `${host}${url.pathname}`;
};
