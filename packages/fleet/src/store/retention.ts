import { rm } from "node:fs/promises";
import { captureFile } from "./captures.ts";
import type { FleetStore } from "./open-fleet-store.ts";

export interface Retention {
  /** How many captures of one target are kept, the newest. */
  readonly perTarget: number;
  /** Older ones go. */
  readonly days: number;
}

export const DEFAULT_RETENTION: Retention = { perTarget: 5, days: 90 };

/**
 * Deletes captures that are too many or too old; results stay. The newest that reached its server always stays, and so does what a
 * certificate that still counts was read from. Returns how many were deleted.
 */
export const pruneCaptures = async (store: FleetStore, { perTarget, days }: Retention): Promise<number> => {
  const { database, fleetId, captures } = store;
  await database.query(
    `UPDATE mcptest.result r SET capture_id = NULL
     FROM (
       SELECT o.target_key, o.run_id, row_number() OVER (PARTITION BY o.target_key ORDER BY o.run_id DESC) AS place,
         o.at, t.reached_run
       FROM mcptest.result o JOIN mcptest.target t ON t.key = o.target_key
       WHERE t.fleet_id = $1 AND o.capture_id IS NOT NULL
     ) p
     WHERE r.target_key = p.target_key AND r.run_id = p.run_id
       AND (p.place > $2 OR p.at < now() - make_interval(days => $3)) AND p.run_id IS DISTINCT FROM p.reached_run
       AND NOT EXISTS (
         SELECT 1 FROM mcptest.certificate c
         WHERE c.target_key = p.target_key AND c.run_id = p.run_id AND c.revoked_at IS NULL AND c.expires_at > now())`,
    [fleetId, perTarget, days],
  );
  // A capture is stored before its result: one without any is left alone for a day.
  const gone = await database.query(
    `DELETE FROM mcptest.capture c WHERE stored_at < now() - interval '1 day'
       AND NOT EXISTS (SELECT 1 FROM mcptest.result r WHERE r.capture_id = c.id) RETURNING id`,
  );
  if (captures !== undefined) for (const { id } of gone) await rm(captureFile(captures, String(id)), { force: true });
  return gone.length;
};
