import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "../database/database.ts";
import { DatabaseError } from "../database/database-error.ts";
import { openEmbedded } from "../database/open-embedded.ts";
import { openPostgres } from "../database/open-postgres.ts";
import { migrate, tablesVersion } from "./migrate.ts";

export const DEFAULT_DATA = "./mcptest-fleet";
export const DEFAULT_FLEET = "default";

export interface FleetPlace {
  /** postgres://…; without one the database is embedded. */
  readonly database?: string | undefined;
  /** The folder of the embedded database; `memory` keeps nothing, for tests. */
  readonly data?: string | undefined;
  /** Which fleet of the database. */
  readonly fleet?: string | undefined;
  /** The folder of the captures; without one they lie in the database. */
  readonly captures?: string | undefined;
  /** Where there is none yet, none is made: whoever wants to read it is in the wrong folder, or has mistyped its name. */
  readonly mustExist?: boolean;
}

/** One fleet in its database. What is read and written of it are functions that take this. */
export interface FleetStore {
  readonly database: Database;
  readonly fleetId: number;
  readonly fleet: string;
  readonly captures: string | undefined;
  close(): Promise<void>;
}

/** Opens the database, brings its tables up to date and finds the fleet, which is made where it does not exist. Throws DatabaseError. */
export const openFleetStore = async (place: FleetPlace = {}): Promise<FleetStore> => {
  const fleet = readFleetName(place.fleet);
  const database =
    place.database === undefined
      ? await openEmbedded(place.data === "memory" ? undefined : folderOf(place))
      : await openPostgres(place.database);
  try {
    return await fleetOn(database, { ...place, fleet });
  } catch (error) {
    await database.close();
    throw error;
  }
};

const folderOf = ({ data = DEFAULT_DATA, mustExist }: FleetPlace): string => {
  if (mustExist && !existsSync(join(data, "database"))) throw noFleet(data);
  return data;
};

/** A fleet in a database that is open. Closing it closes the database. */
export const fleetOn = async (
  database: Database,
  { fleet: name, captures, mustExist = false }: Pick<FleetPlace, "fleet" | "captures" | "mustExist"> = {},
): Promise<FleetStore> => {
  const fleet = readFleetName(name);
  if (mustExist && (await tablesVersion(database)) === 0) throw noFleet(database.where);
  await migrate(database);
  const fleetId = (await findFleet(database, fleet)) ?? (mustExist ? undefined : await makeFleet(database, fleet));
  if (fleetId === undefined) throw noSuchFleet(fleet, await fleetNames({ database }), database.where);
  return { database, fleetId, fleet, captures, close: () => database.close() };
};

const readFleetName = (fleet = DEFAULT_FLEET): string => {
  if (/^[a-z0-9][a-z0-9_-]{0,39}$/.test(fleet)) return fleet;
  throw new DatabaseError(
    "usage",
    "the name of a fleet has up to 40 small letters, digits, - and _, and begins with a letter or digit",
  );
};

/** The names of all fleets in a database. */
export const fleetNames = async ({ database }: Pick<FleetStore, "database">): Promise<string[]> =>
  (await database.query("SELECT name FROM mcptest.fleet ORDER BY name")).map(({ name }) => String(name));

const noFleet = (where: string): DatabaseError =>
  new DatabaseError("usage", `there is no fleet at ${where} yet; add servers first: mcptest fleet add <file or url…>`);

const noSuchFleet = (name: string, others: readonly string[], where: string): DatabaseError =>
  others.length === 0
    ? noFleet(where)
    : new DatabaseError(
        "usage",
        `there is no fleet ${name} at ${where}; name one that is there with --fleet: ${others.slice(0, 10).join(", ")}`,
      );

const findFleet = async (database: Database, name: string): Promise<number | undefined> => {
  const [row] = await database.query("SELECT id FROM mcptest.fleet WHERE name = $1", [name]);
  return row === undefined ? undefined : Number(row["id"]);
};

const makeFleet = async (database: Database, name: string): Promise<number> => {
  await database.query("INSERT INTO mcptest.fleet (name) VALUES ($1) ON CONFLICT DO NOTHING", [name]);
  const made = await findFleet(database, name);
  if (made === undefined) throw new Error(`the fleet ${name} was made and is not there`);
  return made;
};
