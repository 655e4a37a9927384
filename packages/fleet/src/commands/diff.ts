import {
  type CallOf,
  CHANGE_CLASSES,
  EXIT,
  type ExitCode,
  type fleetDiff,
  quoted,
  readListFormat,
  show,
  UsageError,
} from "mcptest/internal";
import { many } from "../cli/numbers.ts";
import { withStore } from "../cli/store-flags.ts";
import { type FleetDrift, foldChanges } from "../fold-changes.ts";
import { targetLabels } from "../store/list-targets.ts";
import type { FleetStore } from "../store/open-fleet-store.ts";
import { listChanges, listRuns } from "../store/read-results.ts";

/** `mcptest fleet diff`: what is different since a time or a run: reachability, grade, revision, and what is offered. */
export const runFleetDiff = ({ flags, console }: CallOf<typeof fleetDiff>): Promise<ExitCode> => {
  const format = readListFormat(flags);
  return withStore(flags, async (store) => {
    const since = await readSince(flags.since, store);
    const drifts = foldChanges(await listChanges(store, { since, most: 1_000_000 }));
    const labels = await targetLabels(store);
    const rows = drifts.map((drift) => ({ url: labels.get(drift.target) ?? drift.target, drift }));
    if (format === "json")
      console.out(
        `${JSON.stringify({ since: since?.toISOString() ?? null, targets: rows.map(({ url, drift }) => ({ url, ...drift })) }, null, 2)}\n`,
      );
    else {
      for (const { url, drift } of rows)
        console.out(
          `${show(url, 120)}\n${driftLines(drift)
            .map((line) => `  ${line}\n`)
            .join("")}`,
        );
      console.out(
        `${many(rows.length)} ${rows.length === 1 ? "target" : "targets"} changed${since ? ` since ${since.toISOString()}` : ""}\n`,
      );
    }
    return EXIT.ok;
  });
};

const driftLines = ({ added, state, grade, revision, surface }: FleetDrift): string[] => [
  ...(added ? [`asked for the first time: ${added}`] : []),
  ...(state ? [`${state.before} → ${state.after}`] : []),
  ...(grade ? [`grade ${grade.before ?? "none"} → ${grade.after ?? "none"}`] : []),
  ...(revision ? [`revision ${revision.before ?? "none"} → ${revision.after ?? "none"}`] : []),
  ...(surface
    ? [
        `offers something else: ${CHANGE_CLASSES.flatMap((name) => (surface.classes[name] ? [`${surface.classes[name]} ${name}`] : [])).join(", ") || "changed and back"}`,
        ...surface.changes
          .slice(0, 5)
          .map(({ class: kind, part, name, what }) => `  ${kind}: ${part} ${show(name, 60)} ${show(what, 120)}`),
      ]
    : []),
];

const UNITS = { h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;

/** A moment, a time ago, or a run; without any the start of the last run. */
const readSince = async (text: string | undefined, store: FleetStore): Promise<Date | undefined> => {
  if (text === undefined) return (await listRuns(store, 1))[0]?.startedAt;
  const [, count, unit] = /^(\d{1,4})([hdw])$/.exec(text) ?? [];
  if (count !== undefined) return new Date(Date.now() - Number(count) * UNITS[unit as keyof typeof UNITS]);
  const [, run] = /^run:?(\d{1,12})$/.exec(text) ?? [];
  if (run !== undefined) {
    const found = (await listRuns(store, 100_000)).find(({ id }) => id === Number(run));
    if (found) return found.startedAt;
    throw new UsageError(
      `--since ${quoted(text)}: this fleet has no such run; mcptest fleet status names the last one`,
    );
  }
  const date = /^\d{4}-\d\d-\d\d/.test(text) ? new Date(text) : undefined;
  if (date && !Number.isNaN(date.getTime())) return date;
  throw new UsageError(`--since ${quoted(text)} is no time; write 24h, 7d, 2026-11-01, 2026-11-01T12:00:00Z or run:3`);
};
