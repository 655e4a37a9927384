import { EXIT, type ExitCode, StopError, type StoreFlags, UsageError } from "mcptest/internal";
import { DatabaseError, type DatabaseErrorKind } from "../database/database-error.ts";
import type { FleetStore } from "../store/open-fleet-store.ts";

const EXITS = {
  gone: EXIT.unreachable,
  refused: EXIT.failed,
  "read-only": EXIT.failed,
  full: EXIT.failed,
  newer: EXIT.failed,
  "in-use": EXIT.failed,
  usage: EXIT.failed,
} as const satisfies Record<DatabaseErrorKind, ExitCode>;

/** The server that the flags or the environment name; undefined where the database is embedded. */
export const databaseServer = ({ data, database }: StoreFlags): string | undefined => {
  if (data !== undefined && database !== undefined)
    throw new UsageError("--data and --database both name a database; keep one");
  const address = database ?? (data === undefined ? process.env["DATABASE_URL"] : undefined);
  return address === "" ? undefined : address;
};

export interface StoreUse {
  /** Makes the fleet where there is none yet. */
  readonly makes?: boolean;
}

/** Opens the fleet that the flags name, and closes it whatever happens. What is wrong with the database becomes one line. */
export const withStore = async <T>(
  flags: StoreFlags,
  body: (store: FleetStore) => Promise<T>,
  { makes = false }: StoreUse = {},
): Promise<T> => {
  const database = databaseServer(flags);
  try {
    const { openFleetStore } = await import("../store/open-fleet-store.ts");
    const store = await openFleetStore({
      database,
      data: flags.data,
      fleet: flags.fleet,
      captures: flags.captures,
      mustExist: !makes,
    });
    try {
      return await body(store);
    } finally {
      await store.close().catch(() => {});
    }
  } catch (error) {
    if (error instanceof DatabaseError) throw new StopError(error.message, EXITS[error.kind]);
    throw error;
  }
};
