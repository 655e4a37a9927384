import { type CallOf, EXIT, type ExitCode, type fleetOptOut, quoted, show, UsageError } from "mcptest/internal";
import { manyOf } from "../cli/numbers.ts";
import { withStore } from "../cli/store-flags.ts";
import type { FleetStore } from "../store/open-fleet-store.ts";
import { listOptOuts, optIn, optOut } from "../store/opt-out.ts";

/** `mcptest fleet opt-out`: who is asked no more; without a name, the list. */
export const runFleetOptOut = async ({ args, flags, console }: CallOf<typeof fleetOptOut>): Promise<ExitCode> => {
  const patterns = args.who;
  for (const pattern of patterns)
    if (!/^(?:https?:\/\/\S+|[\w.:[\]-]+)$/.test(pattern))
      throw new UsageError(`${quoted(pattern)} is no host, target or address`);
  const change = async (store: FleetStore): Promise<ExitCode> => {
    if (patterns.length === 0) {
      for (const pattern of await listOptOuts(store)) console.out(`${show(pattern, 200)}\n`);
      return EXIT.ok;
    }
    const count = flags.remove ? await optIn(store, patterns) : await optOut(store, patterns);
    console.out(`${manyOf(count, "target")} ${count === 1 ? "is" : "are"} opted out\n`);
    return EXIT.ok;
  };
  // Who is not to be asked is best written down before the first server is added.
  return withStore(flags, change, { makes: patterns.length > 0 });
};
