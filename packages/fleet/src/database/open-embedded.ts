import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import type { PGlite } from "@electric-sql/pglite";
import { openTurns } from "../turns.ts";
import type { Database, Queryable, Row } from "./database.ts";
import { DatabaseError, explainDatabaseError } from "./database-error.ts";
import { type EmbeddedSession, openSession } from "./embedded-session.ts";
import { takeFolder } from "./folder-in-use.ts";

const INT8 = 20;
const BYTEA = 17;
/**
 * It shares a process with everything else. The defaults are for a machine of its own, and take 140 MB more. The timer by which it would
 * tell how far its recovery is keeps the process alive where that recovery fails.
 */
const SETTINGS = [
  "shared_buffers=8MB",
  "maintenance_work_mem=16MB",
  "wal_buffers=1MB",
  "log_startup_progress_interval=0",
] as const;

/** Its largest functions take tens of megabytes while they are compiled, and each thread keeps what it took: one at a time saves 50 MB. */
const ONE_COMPILER = "--wasm-num-compilation-tasks=1";

/** PostgreSQL inside this process, in a folder; without one in memory. One process at a time: a second one is refused. */
export const openEmbedded = async (folder: string | undefined): Promise<Database> => {
  setFlagsFromString(ONE_COMPILER);
  const library = await import("@electric-sql/pglite");
  const { PGlite } = library;
  const where = folder ?? "memory";
  const release = folder === undefined ? async () => {} : await takeFolder(await madeFolder(folder));
  const complaint = watchComplaints();
  const options = {
    onStderr: complaint.hear,
    // As text bytes come as \\x and two digits each; PGlite makes a string of every one of them.
    parsers: { [INT8]: Number, [BYTEA]: (text: string) => Buffer.from(text.slice(2), "hex") },
    startParams: [...PGlite.defaultStartParams, ...SETTINGS.flatMap((setting) => ["-c", setting])],
  };
  try {
    const lite = await (folder === undefined
      ? PGlite.create(options)
      : PGlite.create({ ...options, dataDir: join(folder, "database") }));
    return embeddedOn(lite, openSession(lite, library), where, release);
  } catch (error) {
    await release();
    throw cannotOpen(complaint.last() ?? error, where);
  }
};

/** PostgreSQL says on its error output why it does not start; what PGlite throws says only that it did not. */
const watchComplaints = (): { hear(line: string): boolean; last(): Error | undefined } => {
  let last: Error | undefined;
  return {
    hear: (line) => {
      const words = /(?:FATAL|PANIC): +(.*)/.exec(line)?.[1];
      if (words !== undefined) last = Object.assign(new Error(words), { code: codeOfWords(words) });
      return false;
    },
    last: () => last,
  };
};

const codeOfWords = (words: string): string | undefined => {
  if (/no space left|quota exceeded/i.test(words)) return "ENOSPC";
  return /permission denied|read-only file system|operation not permitted/i.test(words) ? "EACCES" : undefined;
};

const cannotOpen = (error: unknown, where: string): DatabaseError => {
  const known = explainDatabaseError(error, where);
  return known instanceof DatabaseError
    ? known
    : new DatabaseError("refused", `the database in ${where} cannot be opened: ${wordsOf(error)}`, error);
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

const embeddedOn = (lite: PGlite, session: EmbeddedSession, where: string, release: () => Promise<void>): Database => {
  // A transaction has the database for itself until it ends.
  const inTurn = openTurns();
  const inside = queries(session, where);
  return {
    kind: "embedded",
    where,
    query: (text, values) => inTurn(() => inside.query(text, values)),
    script: (text) => inTurn(() => inside.script(text)),
    transaction: (body) => inTurn(() => transaction(inside, session, body)),
    close: () =>
      inTurn(async () => {
        // One that gave up writes nothing more: what it has in memory may be half of something.
        if (!lite.closed && !session.isBroken()) await lite.close();
        await release();
      }),
  };
};

const transaction = async <T>(
  inside: Queryable,
  session: EmbeddedSession,
  body: (inside: Queryable) => Promise<T>,
): Promise<T> => {
  await inside.query("BEGIN");
  let value: T;
  try {
    value = await body(inside);
  } catch (error) {
    // Where that fails too, the first failure says more.
    await inside.query("ROLLBACK").catch(() => {});
    throw error;
  }
  // After a statement that failed, and whose failure nobody minded, nothing is left to commit.
  const { command } = await session.query("COMMIT", []);
  if (command !== "COMMIT") throw new Error("a statement of this transaction failed, so nothing of it was stored");
  return value;
};

const queries = (session: EmbeddedSession, where: string): Queryable => ({
  query: async <T extends Row>(text: string, values: readonly unknown[] = []) => {
    try {
      return (await session.query(text, values)).rows as T[];
    } catch (error) {
      throw explained(error, session, where);
    }
  },
  script: async (text) => {
    try {
      return await session.script(text);
    } catch (error) {
      throw explained(error, session, where);
    }
  },
});

const explained = (error: unknown, session: EmbeddedSession, where: string): unknown => {
  const known = explainDatabaseError(error, where);
  return known instanceof DatabaseError || !session.isBroken()
    ? known
    : new DatabaseError("refused", `the database in ${where} ended: ${wordsOf(error)}`, error);
};
