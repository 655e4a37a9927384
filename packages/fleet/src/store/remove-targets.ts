import type { FleetStore } from "./open-fleet-store.ts";

export interface Removed {
  /** Forgotten, with all their runs. */
  readonly targets: number;
  readonly runs: number;
  /** Named, and not there. */
  readonly unknown: readonly string[];
  /** Named, and kept: a certificate that counts rests on them, and a later run may have to take it back. */
  readonly certified: readonly { readonly name: string; readonly until: Date }[];
}

/**
 * Forgets targets by their id, their whole address, package or command. A worker that asks one of them meanwhile stores nothing; captures
 * that nobody needs any more are deleted with the next old ones.
 */
export const removeTargets = ({ database, fleetId }: FleetStore, names: readonly string[]): Promise<Removed> =>
  database.transaction(async (inside) => {
    const rows = await inside.query(
      `SELECT n.name, t.key,
         (SELECT max(c.expires_at) FROM mcptest.certificate c
          WHERE c.target_key = t.key AND c.revoked_at IS NULL AND c.expires_at > now()) AS until
       FROM jsonb_array_elements_text($2::jsonb) AS n (name)
       LEFT JOIN mcptest.target t ON t.fleet_id = $1 AND n.name IN (t.id, t.address->>'url', t.address->>'package',
         (SELECT string_agg(word, ' ' ORDER BY place)
          FROM jsonb_array_elements_text(t.address->'words') WITH ORDINALITY AS w (word, place)))`,
      [fleetId, JSON.stringify(names)],
    );
    const found = rows.filter(({ key }) => key !== null);
    const keys = found.flatMap(({ key, until }) => (until === null ? [Number(key)] : []));
    const [counted] = await inside.query(
      `WITH gone AS (
         DELETE FROM mcptest.target WHERE key IN (SELECT value::bigint FROM jsonb_array_elements_text($1::jsonb)) RETURNING key
       ) SELECT (SELECT count(*)::int FROM gone) AS targets,
           (SELECT count(*)::int FROM mcptest.result r JOIN gone ON gone.key = r.target_key) AS runs`,
      [JSON.stringify(keys)],
    );
    return {
      targets: Number(counted?.["targets"] ?? 0),
      runs: Number(counted?.["runs"] ?? 0),
      unknown: rows.flatMap(({ name, key }) => (key === null ? [String(name)] : [])),
      certified: found.flatMap(({ name, until }) => (until instanceof Date ? [{ name: String(name), until }] : [])),
    };
  });
