import {
  type CallOf,
  EXIT,
  type ExitCode,
  type fleetExport,
  loadSigningKey,
  openOutputFile,
  readChoice,
  UsageError,
} from "mcptest/internal";
import { withStore } from "../cli/store-flags.ts";
import { csvHead, csvLine, EXPORT_FORMATS, jsonLine, registryLine } from "../export-lines.ts";
import { FLEET_STATES, type FleetState, isFleetState } from "../model/state.ts";
import type { ListedTarget } from "../model/target.ts";
import { listTargets } from "../store/list-targets.ts";

/** `mcptest fleet export`: a line for every target, as far as it goes at a time. */
export const runFleetExport = async ({ flags, console }: CallOf<typeof fleetExport>): Promise<ExitCode> => {
  const format = readChoice("--format", flags.format ?? "jsonl", EXPORT_FORMATS);
  const key = flags.key !== undefined || flags.keyEnv !== undefined ? loadSigningKey(flags, process.env) : undefined;
  if (key && format !== "registry") throw new UsageError("only registry records are signed; add --format registry");
  const write: (target: ListedTarget) => string | undefined =
    format === "jsonl" ? jsonLine : format === "csv" ? csvLine : (target) => registryLine(target, key);
  const state = readState(flags.state);
  const file = flags.out === undefined || flags.out === "-" ? undefined : openOutputFile(flags.out);
  return withStore(flags, async (store) => {
    const kept: string[] = [];
    // A file is there whole or not at all; what goes to a pipe goes at once.
    const put = (line: string): void => void (file ? kept.push(line) : console.out(line));
    if (format === "csv") put(csvHead());
    for await (const target of listTargets(store, { glob: flags.target, state })) {
      const line = write(target);
      if (line !== undefined) put(line);
    }
    file?.commit(kept);
    return EXIT.ok;
  });
};

const readState = (text: string | undefined): FleetState | undefined => {
  if (text === undefined || isFleetState(text)) return text;
  throw new UsageError(`--state is one of ${FLEET_STATES.join(", ")}`);
};
