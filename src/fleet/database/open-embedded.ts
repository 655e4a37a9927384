import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import type { PGlite, Transaction } from "@electric-sql/pglite";
import type { Database, Queryable, Row } from "./database.ts";
import { DatabaseError, explainDatabaseError } from "./database-error.ts";
import { takeFolder } from "./folder-in-use.ts";
import { loadPackage } from "./load-package.ts";

const INT8 = 20;
/** It shares a process with everything else. The defaults are for a machine of its own, and take 140 MB more. */
const SETTINGS = ["shared_buffers=8MB", "maintenance_work_mem=16MB", "wal_buffers=1MB"] as const;

/** Its largest functions take tens of megabytes while they are compiled, and each thread keeps what it took: one at a time saves 50 MB. */
const ONE_COMPILER = "--wasm-num-compilation-tasks=1";

/** PostgreSQL inside this process, in a folder; without one in memory. One process at a time: a second one is refused. */
export const openEmbedded = async (folder: string | undefined): Promise<Database> => {
  setFlagsFromString(ONE_COMPILER);
  const { PGlite } = await loadPackage("@electric-sql/pglite", () => import("@electric-sql/pglite"));
  const where = folder ?? "memory";
  const release = folder === undefined ? async () => {} : await takeFolder(await madeFolder(folder));
  const options = {
    parsers: { [INT8]: Number },
    startParams: [...PGlite.defaultStartParams, ...SETTINGS.flatMap((setting) => ["-c", setting])],
  };
  try {
    const lite = await (folder === undefined
      ? PGlite.create(options)
      : PGlite.create({ ...options, dataDir: join(folder, "database") }));
    return embeddedOn(lite, where, release);
  } catch (error) {
    await release();
    const known = explainDatabaseError(error, where);
    if (known instanceof DatabaseError) throw known;
    throw new DatabaseError("refused", `the database in ${where} cannot be opened: ${wordsOf(error)}`, error);
  }
};

const wordsOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replaceAll("\n", " ").slice(0, 300);

const madeFolder = async (folder: string): Promise<string> => {
  try {
    await mkdir(folder, { recursive: true });
    return folder;
  } catch (error) {
    throw new DatabaseError("usage", `cannot make the folder ${folder}: ${(error as NodeJS.ErrnoException).code}`);
  }
};

const embeddedOn = (lite: PGlite, where: string, release: () => Promise<void>): Database => ({
  kind: "embedded",
  where,
  ...queries(lite, where),
  transaction: async (body) => {
    try {
      return await lite.transaction((inside) => body(queries(inside, where)));
    } catch (error) {
      throw explainDatabaseError(error, where);
    }
  },
  close: async () => {
    if (!lite.closed) await lite.close();
    await release();
  },
});

const queries = (client: PGlite | Transaction, where: string): Queryable => ({
  query: async <T extends Row>(text: string, values: readonly unknown[] = []) => {
    try {
      return (await client.query<T>(text, [...values])).rows;
    } catch (error) {
      throw explainDatabaseError(error, where);
    }
  },
  script: async (text) => {
    try {
      return ((await client.exec(text)).at(-1)?.rows ?? []) as Row[];
    } catch (error) {
      throw explainDatabaseError(error, where);
    }
  },
});
