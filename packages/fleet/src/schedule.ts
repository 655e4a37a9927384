import { type FleetState, isReached } from "./model/state.ts";

export const DEFAULT_EVERY_SECONDS = 86_400;
/** Nothing is left alone for longer, however long it has been dead. */
export const LONGEST_SECONDS = 14 * 86_400;
/** What a user may ask for: from 36 seconds to a year. */
export const [LEAST_HOURS, MOST_HOURS] = [0.01, 8_784];
const SHORTEST_SECONDS = 600;

export interface Standing {
  /** Stable, so that targets which were added together are not all due at the same moment for ever. */
  readonly id: string;
  readonly everySeconds: number;
  readonly state: FleetState;
  /** Whether this run found something different from the one before. */
  readonly changed: boolean;
  /** How many runs before this one found no change, in a row. */
  readonly steady: number;
  /** How many runs before this one did not reach it, in a row. */
  readonly missed: number;
}

/** How many seconds until a target is asked again: sooner after a change, later and later if nobody answers. */
export const nextSeconds = ({ id, everySeconds, state, changed, steady, missed }: Standing): number => {
  const isMissed = !isReached(state) && state !== "walled";
  const factor = changed ? 1 / 4 : isMissed && missed >= 3 ? 2 ** Math.min(missed - 2, 5) : steady < 2 ? 1 / 2 : 1;
  const bounded = Math.min(
    Math.max(everySeconds * factor, Math.min(SHORTEST_SECONDS, everySeconds)),
    Math.max(LONGEST_SECONDS, everySeconds),
  );
  return Math.round(bounded * (1 + spread(id)));
};

/** Between -5 % and +5 %. */
const spread = (id: string): number => (Number.parseInt(id.slice(0, 4), 16) / 0xffff - 0.5) / 10;
