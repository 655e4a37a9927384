import type { Database } from "../database/database.ts";
import { DatabaseError } from "../database/database-error.ts";
import { openEmbedded } from "../database/open-embedded.ts";
import { openPostgres } from "../database/open-postgres.ts";
import { migrate } from "./migrate.ts";

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
      ? await openEmbedded(place.data === "memory" ? undefined : (place.data ?? DEFAULT_DATA))
      : await openPostgres(place.database);
  try {
    return await fleetOn(database, { ...place, fleet });
  } catch (error) {
    await database.close();
    throw error;
  }
};

/** A fleet in a database that is open. Closing it closes the database. */
export const fleetOn = async (
  database: Database,
  place: Pick<FleetPlace, "fleet" | "captures"> = {},
): Promise<FleetStore> => {
  const fleet = readFleetName(place.fleet);
  await migrate(database);
  const fleetId = await findFleet(database, fleet);
  return { database, fleetId, fleet, captures: place.captures, close: () => database.close() };
};

const readFleetName = (fleet = DEFAULT_FLEET): string => {
  if (/^[a-z0-9][a-z0-9_-]{0,39}$/.test(fleet)) return fleet;
  throw new DatabaseError(
    "usage",
    "the name of a fleet has up to 40 small letters, digits, - and _, and begins with a letter or digit",
  );
};

/** The names of all fleets in a database. */
export const fleetNames = async ({ database }: FleetStore): Promise<string[]> =>
  (await database.query("SELECT name FROM mcptest.fleet ORDER BY name")).map(({ name }) => String(name));

const findFleet = async (database: Database, name: string): Promise<number> => {
  const find = async (): Promise<number | undefined> => {
    const [row] = await database.query("SELECT id FROM mcptest.fleet WHERE name = $1", [name]);
    return row === undefined ? undefined : Number(row["id"]);
  };
  const known = await find();
  if (known !== undefined) return known;
  await database.query("INSERT INTO mcptest.fleet (name) VALUES ($1) ON CONFLICT DO NOTHING", [name]);
  const made = await find();
  if (made === undefined) throw new Error(`the fleet ${name} was made and is not there`);
  return made;
};
