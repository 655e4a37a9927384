import type { Database } from "../database/database.ts";
import { DatabaseError } from "../database/database-error.ts";
import { FIRST } from "./migrations/001-first.ts";

/** In their order; the number of one is its place, counted from 1. */
const MIGRATIONS: readonly string[] = [FIRST];

/** Two processes that start at once must not both change the tables; any number that nobody else uses. */
const LOCK = 7_246_315_001;

/** Brings the tables to the newest version: all of it or nothing. A database of a newer mcptest is refused. */
export const migrate = async (database: Database, migrations: readonly string[] = MIGRATIONS): Promise<void> => {
  // Who may only read must not need the right to create anything.
  const before = await tablesVersion(database);
  refuseNewer(before, migrations.length, database.where);
  if (before === migrations.length) return;
  await database.transaction(async (inside) => {
    await inside.query(`SELECT pg_advisory_xact_lock(${LOCK})`);
    await inside.script(`
      CREATE SCHEMA IF NOT EXISTS mcptest;
      CREATE TABLE IF NOT EXISTS mcptest.migration (number int PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now());
    `);
    const done = await tablesVersion(inside);
    refuseNewer(done, migrations.length, database.where);
    for (const [index, text] of migrations.entries()) {
      if (index < done) continue;
      await inside.script(text);
      await inside.query("INSERT INTO mcptest.migration (number) VALUES ($1)", [index + 1]);
    }
  });
};

/** 0: there are none. */
export const tablesVersion = async (database: Pick<Database, "query">): Promise<number> => {
  const [there] = await database.query("SELECT to_regclass('mcptest.migration') IS NOT NULL AS made");
  if (there?.["made"] !== true) return 0;
  const [row] = await database.query("SELECT coalesce(max(number), 0)::int AS version FROM mcptest.migration");
  return Number(row?.["version"] ?? 0);
};

const refuseNewer = (found: number, known: number, where: string): void => {
  if (found > known)
    throw new DatabaseError(
      "newer",
      `the tables at ${where} have version ${found}, and this mcptest knows ${known}; update mcptest, or use another database`,
    );
};
