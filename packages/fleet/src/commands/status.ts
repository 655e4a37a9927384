import { type CallOf, EXIT, type ExitCode, type fleetStatus, readListFormat, show } from "mcptest/internal";
import { many, timeWords } from "../cli/numbers.ts";
import { withStore } from "../cli/store-flags.ts";
import type { FleetCounts } from "../model/run.ts";
import { FLEET_STATES } from "../model/state.ts";
import { countFleet } from "../store/read-results.ts";
import { type FleetStatus, readStatus } from "../store/status.ts";

/** `mcptest fleet status`: how many, how fast, how long yet, what fails and why. */
export const runFleetStatus = ({ flags, console }: CallOf<typeof fleetStatus>): Promise<ExitCode> => {
  const format = readListFormat(flags);
  return withStore(flags, async (store) => {
    const counts = await countFleet(store);
    const status = await readStatus(store);
    if (format === "json") console.out(`${JSON.stringify({ fleet: store.fleet, ...counts, ...status }, null, 2)}\n`);
    else
      console.out(
        statusLines(`fleet ${store.fleet} in ${store.database.where}`, counts, status).join("\n").concat("\n"),
      );
    return EXIT.ok;
  });
};

const statusLines = (title: string, counts: FleetCounts, status: FleetStatus): string[] => {
  const states = [...FLEET_STATES, "unasked" as const].flatMap((state) =>
    counts.states[state] > 0 ? [`${many(counts.states[state])} ${state === "unasked" ? "never asked" : state}`] : [],
  );
  const optedOut = counts.optedOut > 0 ? `; ${many(counts.optedOut)} opted out` : "";
  return [
    title,
    `${many(counts.targets)} ${counts.targets === 1 ? "target" : "targets"}${states.length > 0 ? `: ${states.join(", ")}` : ""}${optedOut}`,
    ...runLines(counts, status),
    ...row("grades", status.grades),
    ...row("revisions", status.revisions),
    ...list(
      "rules that most servers break",
      status.broken.map(({ id, title: words, servers }) => `${many(servers).padStart(7)}  ${id}  ${show(words, 100)}`),
    ),
    ...list(
      "not reached",
      status.unreached.map(
        ({ state, reason, servers }) =>
          `${many(servers).padStart(7)}  ${state}${reason === null ? "" : ` (${reason})`}`,
      ),
    ),
    ...list(
      "hosts that asked to wait",
      status.waitingHosts.map(({ host, seconds }) => `  ${show(host, 80)}: ${timeWords(seconds)}`),
    ),
    ...list(
      "workers",
      status.workers.map(
        ({ name, done, secondsAgo }) => `  ${show(name, 80)}: ${many(done)} done, heard of ${secondsAgo} s ago`,
      ),
    ),
  ];
};

const runLines = (counts: FleetCounts, { run }: FleetStatus): string[] => {
  const due = counts.due > 0 ? `; ${many(counts.due)} are due` : "";
  if (run === null) return [`no run yet${due}`];
  const done = `run ${run.id}: ${many(run.done)} of ${many(run.queued)} done`;
  if (run.finishedAt !== null) return [`${done}, finished ${run.finishedAt.toISOString()}${due}`];
  const left = run.secondsLeft === null ? "" : `, ${timeWords(run.secondsLeft)} left`;
  return [`${done}, ${many(counts.working)} under way, ${(run.rate ?? 0).toFixed(1)} a second${left}`];
};

const row = (title: string, counts: Readonly<Record<string, number>>): string[] => {
  const entries = Object.entries(counts);
  return entries.length === 0
    ? []
    : [`${title}: ${entries.map(([name, count]) => `${name} ${many(count)}`).join(", ")}`];
};

const list = (title: string, lines: readonly string[]): string[] => (lines.length === 0 ? [] : [`${title}:`, ...lines]);
