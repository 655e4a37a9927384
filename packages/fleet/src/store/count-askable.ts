import { likePattern, matches } from "./list-targets.ts";
import type { FleetStore } from "./open-fleet-store.ts";

/** What there is to ask, whether it is due or not. */
export interface Askable {
  readonly targets: number;
  /** Of all targets, those that a pattern names; of those the others. */
  readonly matching: number;
  readonly optedOut: number;
  /** Packages and commands, which are started only where that is allowed. */
  readonly commands: number;
}

export const countAskable = async ({ database, fleetId }: FleetStore, glob?: string): Promise<Askable> => {
  const named = matches("$2");
  const [row] = await database.query(
    `SELECT count(*)::int AS targets, count(*) FILTER (WHERE ${named})::int AS matching,
       count(*) FILTER (WHERE ${named} AND t.opted_out)::int AS opted_out,
       count(*) FILTER (WHERE ${named} AND NOT t.opted_out AND t.address->>'kind' = 'command')::int AS commands
     FROM mcptest.target t WHERE t.fleet_id = $1`,
    [fleetId, glob === undefined ? null : likePattern(glob)],
  );
  const of = (name: string): number => Number(row?.[name] ?? 0);
  return { targets: of("targets"), matching: of("matching"), optedOut: of("opted_out"), commands: of("commands") };
};
