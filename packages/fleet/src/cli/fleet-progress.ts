import { type Console, openProgressLine } from "mcptest/internal";
import { FLEET_STATES, type FleetState } from "../model/state.ts";
import { many, timeWords } from "./numbers.ts";

export interface FleetProgress {
  count(state: FleetState): void;
  /** A line of its own, whatever is drawn. */
  say(message: string): void;
  clear(): void;
}

/** Where nobody looks at a terminal, a line so often shows that a long run is alive. */
const LOG_MS = 30_000;
/** The rate is that of the last so many results. */
const WINDOW = 200;

export const openFleetProgress = (console: Console, quiet: boolean, total: number, ends: boolean): FleetProgress => {
  const line = openProgressLine({ ...console, live: console.live && !quiet });
  const counts: Partial<Record<FleetState, number>> = {};
  const began = performance.now();
  const times: number[] = [];
  let done = 0;
  const words = (): string => {
    const first = times[0] ?? began;
    const rate = times.length > 1 ? (times.length - 1) / Math.max(0.001, (performance.now() - first) / 1_000) : 0;
    const left = ends && rate > 0 && total > done ? `, ${timeWords((total - done) / rate)} left` : "";
    const states = FLEET_STATES.flatMap((state) => (counts[state] ? [`${many(counts[state])} ${state}`] : []));
    return `${many(done)} of ${many(Math.max(total, done))}, ${rate.toFixed(1)} a second${left}${states.length > 0 ? `: ${states.join(", ")}` : ""}`;
  };
  const draw = (): void => line.show(words().slice(0, console.width - 1));
  const timer = quiet
    ? undefined
    : setInterval(() => (console.live ? draw() : console.err(`mcptest: ${words()}\n`)), console.live ? 500 : LOG_MS);
  timer?.unref();
  return {
    count: (state) => {
      counts[state] = (counts[state] ?? 0) + 1;
      done++;
      times.push(performance.now());
      if (times.length > WINDOW) times.shift();
    },
    say: (message) => {
      line.clear();
      console.err(`mcptest: ${message}\n`);
    },
    clear: () => {
      clearInterval(timer);
      line.clear();
    },
  };
};
