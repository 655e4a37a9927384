import type { FleetStore } from "./open-fleet-store.ts";

/**
 * Who does not want to be asked: a host (its subdomains too), or an address with everything below it. Targets that match are asked no
 * more, those that are added later neither.
 */
export const optOut = async (store: FleetStore, patterns: readonly string[]): Promise<number> => {
  for (const pattern of patterns)
    await store.database.query(
      "INSERT INTO mcptest.opt_out (fleet_id, pattern) VALUES ($1, $2) ON CONFLICT DO NOTHING",
      [store.fleetId, normal(pattern)],
    );
  return applyOptOuts(store);
};

export const optIn = async (store: FleetStore, patterns: readonly string[]): Promise<number> => {
  for (const pattern of patterns)
    await store.database.query("DELETE FROM mcptest.opt_out WHERE fleet_id = $1 AND pattern = $2", [
      store.fleetId,
      normal(pattern),
    ]);
  return applyOptOuts(store);
};

export const listOptOuts = async ({ database, fleetId }: FleetStore): Promise<string[]> =>
  (await database.query("SELECT pattern FROM mcptest.opt_out WHERE fleet_id = $1 ORDER BY pattern", [fleetId])).map(
    ({ pattern }) => String(pattern),
  );

const normal = (pattern: string): string => pattern.trim().toLowerCase();

/** Marks the targets by the list as it is now, takes what waits out of the queue, and says how many are opted out. */
export const applyOptOuts = async ({ database, fleetId }: FleetStore): Promise<number> => {
  await database.query(
    `UPDATE mcptest.target t SET opted_out = m.out
     FROM (SELECT k.key, EXISTS (
         SELECT 1 FROM mcptest.opt_out o WHERE o.fleet_id = k.fleet_id AND (
           k.id = o.pattern OR k.host = o.pattern OR right(k.host, length(o.pattern) + 1) = '.' || o.pattern
           OR (o.pattern LIKE 'http%' AND left(lower(k.address->>'url'), length(o.pattern)) = o.pattern))
       ) AS out FROM mcptest.target k WHERE k.fleet_id = $1) m
     WHERE t.key = m.key AND t.opted_out <> m.out`,
    [fleetId],
  );
  await database.query(
    `DELETE FROM mcptest.task k USING mcptest.target t WHERE t.key = k.target_key AND t.opted_out AND k.worker IS NULL AND k.fleet_id = $1`,
    [fleetId],
  );
  const [row] = await database.query(
    "SELECT count(*)::int AS n FROM mcptest.target WHERE fleet_id = $1 AND opted_out",
    [fleetId],
  );
  return Number(row?.["n"] ?? 0);
};
