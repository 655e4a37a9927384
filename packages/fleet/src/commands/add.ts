import {
  type CallOf,
  type Console,
  EXIT,
  type ExitCode,
  type fleetAdd,
  listEntries,
  openProgressLine,
  RegistryListError,
  StopError,
  show,
  UsageError,
  VERSION,
  watchInterrupts,
} from "mcptest/internal";
import { many, readHours } from "../cli/numbers.ts";
import { readRegistry, readSource } from "../cli/read-sources.ts";
import { withStore } from "../cli/store-flags.ts";
import type { SourceReading } from "../sources/new-target.ts";
import { addTargets } from "../store/add-targets.ts";
import { applyOptOuts } from "../store/opt-out.ts";

/** More would only scroll past; the count says how many there are. */
const MOST_SHOWN = 50;

/** `mcptest fleet add`: everything that can be used goes in; what cannot is named with its line, and the exit code is 1. */
export const runFleetAdd = async ({ args, flags, console }: CallOf<typeof fleetAdd>): Promise<ExitCode> => {
  const { sources } = args;
  if (sources.length === 0 && flags.registry === undefined)
    throw new UsageError(
      "nothing to add; name files or addresses, or --registry https://registry.modelcontextprotocol.io",
    );
  const hours = readHours(flags.every, "--every");
  const allowPrivate = flags.allowPrivate === true;
  // Read before the database is opened: a file that does not exist must not make one.
  const readings = sources.map((source) => ({ source, reading: readSource(source, allowPrivate) }));
  if (flags.registry !== undefined)
    readings.push({ source: flags.registry, reading: await fetchRegistry(flags.registry, allowPrivate, console) });
  const problems = readings.flatMap(({ source, reading }) =>
    reading.problems.map(({ line, what }) => `${line > 0 ? `${source}:${line}` : source}: ${what}`),
  );
  const targets = readings.flatMap(({ reading }) =>
    reading.targets.map((target) =>
      hours === undefined ? target : { ...target, everySeconds: target.everySeconds ?? Math.round(hours * 3_600) },
    ),
  );
  const outcome = await withStore(
    flags,
    async (store) => {
      const added = await addTargets(store, targets);
      await applyOptOuts(store);
      return { ...added, fleet: store.fleet, where: store.database.where };
    },
    { makes: true },
  );
  for (const line of problems.slice(0, MOST_SHOWN)) console.err(`mcptest: ${show(line, 300)}\n`);
  if (problems.length > MOST_SHOWN) console.err(`mcptest: and ${many(problems.length - MOST_SHOWN)} more\n`);
  for (const { reading } of readings) for (const note of reading.notes) console.err(`mcptest: ${show(note, 300)}\n`);
  const known = outcome.known > 0 ? `, ${many(outcome.known)} known already` : "";
  const broken = problems.length > 0 ? `, ${many(problems.length)} not usable` : "";
  console.out(`${many(outcome.added)} added${known}${broken}: fleet ${outcome.fleet} in ${outcome.where}\n`);
  return problems.length > 0 ? EXIT.failed : EXIT.ok;
};

const fetchRegistry = async (api: string, allowPrivate: boolean, console: Console): Promise<SourceReading> => {
  const interrupt = watchInterrupts();
  const line = openProgressLine(console);
  try {
    const list = await listEntries(
      { api },
      {
        env: process.env,
        version: VERSION,
        signal: interrupt.signal,
        onPage: (pages, entries) => line.show(`page ${pages}, ${entries} entries …`),
      },
    );
    const reading = readRegistry(list, allowPrivate);
    return { ...reading, notes: [...reading.notes, ...list.notes] };
  } catch (error) {
    if (!(error instanceof RegistryListError)) throw error;
    const code =
      error.kind === "aborted"
        ? (interrupt.code ?? EXIT.interrupted)
        : error.kind === "usage"
          ? EXIT.failed
          : EXIT.network;
    throw new StopError(error.message, code);
  } finally {
    line.clear();
    interrupt.release();
  }
};
