import { unpack } from "../pack.ts";
import type { FleetStore } from "./open-fleet-store.ts";

/** What a server offered, as the JSON text of a lock; undefined where it is not kept. */
export const surfaceOf = async ({ database }: FleetStore, id: string): Promise<string | undefined> => {
  const [row] = await database.query("SELECT data FROM mcptest.surface WHERE id = $1", [id]);
  return row?.["data"] instanceof Uint8Array ? unpack(row["data"]) : undefined;
};
