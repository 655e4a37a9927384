import type { FleetQueue } from "../queue/open-queue.ts";
import { LEASE_SECONDS, type Politeness } from "../queue/politeness.ts";
import { sweep } from "../queue/sweep.ts";
import type { FleetStore } from "../store/open-fleet-store.ts";

export interface HeartOf {
  readonly store: FleetStore;
  readonly queue: FleetQueue;
  readonly politeness: Politeness;
  readonly worker: string;
  readonly name: string;
  readonly inHand: ReadonlySet<number>;
  done(): number;
}

const BEAT_MS = 10_000;
const MAINTAIN_MS = 600_000;

/** Tells the others that this worker lives, keeps what it has, and puts right what dead ones left. */
export const beat = async ({ store, queue, politeness, worker, name, inHand, done }: HeartOf): Promise<void> => {
  await store.database.query(
    `INSERT INTO mcptest.worker (id, name, done) VALUES ($1, $2, $3)
     ON CONFLICT (id) DO UPDATE SET seen_at = now(), done = excluded.done`,
    [worker, name, done()],
  );
  // Only what is in hand: what was taken without our hearing of it must be taken back.
  await store.database.query(
    `UPDATE mcptest.task SET lease_until = now() + make_interval(secs => ${LEASE_SECONDS})
     WHERE worker = $1 AND target_key IN (SELECT value::bigint FROM jsonb_array_elements_text($2::jsonb))`,
    [worker, JSON.stringify([...inHand])],
  );
  await sweep(store, queue, politeness);
};

/** Returns how to stop it. A beat that fails is noticed by whoever needs the database next. */
export const keepBeating = (heart: HeartOf): (() => void) => {
  let isBeating = false;
  const beats = setInterval(() => {
    if (isBeating) return;
    isBeating = true;
    void beat(heart)
      .catch(() => {})
      .finally(() => {
        isBeating = false;
      });
  }, BEAT_MS);
  const upkeep = setInterval(() => void heart.queue.maintain().catch(() => {}), MAINTAIN_MS);
  return () => {
    clearInterval(beats);
    clearInterval(upkeep);
  };
};
