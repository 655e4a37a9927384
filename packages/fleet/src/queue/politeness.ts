/** How hosts are treated, by all workers together. */
export interface Politeness {
  /** How many targets of one host are asked at once. */
  readonly perHost: number;
  /** Seconds between the end of one and the start of the next. */
  readonly gapSeconds: number;
}

export const DEFAULT_POLITENESS: Politeness = { perHost: 1, gapSeconds: 1 };

/** A worker that has not been heard of for so long is dead, and what it had is given to others. */
export const LEASE_SECONDS = 60;

/**
 * Nobody waits for a host for longer than this. A time that lies further ahead was written when the clock of the database was wrong.
 */
export const LONGEST_WAIT_SECONDS = 90_000;

/** A pause that nobody asked for is no longer than the gap; a little more, because workers may have been given different ones. */
export const longestPause = ({ gapSeconds }: Politeness): number => Math.max(60, 2 * gapSeconds);

/**
 * No run and no job waits for a host for longer. A host may ask for a day, and a run of every night must not wait for the last one. The sweep puts
 * a job when the host may be asked again.
 */
export const MOST_PATIENT_SECONDS = 300;
