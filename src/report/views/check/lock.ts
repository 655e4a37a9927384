import type { SurfaceChange } from "../../../scores/lock/lock.ts";
import type { ServerResult } from "../../../scores/result/result.ts";
import { changeLines } from "../../terminal/lock-lines.ts";
import { show, type Terminal } from "../../terminal/terminal.ts";

/** What a reader of a check has to know; the rest is for --verbose, and for `mcptest lock --check`. */
const SHOWN: readonly SurfaceChange["class"][] = ["breaking", "meaning", "compatible"];
const MOST = 6;

/** What changed since the surface was locked. */
export const lockLines = (result: ServerResult, terminal: Terminal): string[] => {
  const { lock } = result;
  const changes = changesOf(result).filter((change) => terminal.verbose || SHOWN.includes(change.class));
  if (!lock || changes.length === 0) return [];
  const most = terminal.verbose ? changes.length : MOST;
  return [
    terminal.bold(`Since the lock ${show(lock.file, 120)}`),
    ...changes.slice(0, most).flatMap((change) => changeLines(change, terminal)),
    ...(changes.length > most
      ? [terminal.dim(`  and ${changes.length - most} more; mcptest lock --check shows them`)]
      : []),
  ];
};

const changesOf = ({ lock }: Pick<ServerResult, "lock">): readonly SurfaceChange[] =>
  lock?.servers.flatMap(({ changes }) => changes) ?? [];

/** Of two results of one server: what the surface has become since the first, beside the same lock. */
export const newLockLines = (before: ServerResult, after: ServerResult, terminal: Terminal): string[] => {
  const known = new Set(changesOf(before).map((change) => JSON.stringify(change)));
  const current = new Set(changesOf(after).map((change) => JSON.stringify(change)));
  const undone = [...known].filter((change) => !current.has(change)).length;
  return [
    ...changesOf(after)
      .filter((change) => SHOWN.includes(change.class) && !known.has(JSON.stringify(change)))
      .flatMap((change) => changeLines(change, terminal)),
    ...(undone > 0 && after.lock ? [terminal.green(`✓ ${undone} changed since the lock before, and no longer`)] : []),
  ];
};
