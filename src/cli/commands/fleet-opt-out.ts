import type { FleetStore } from "../../fleet/store/open-fleet-store.ts";
import { listOptOuts, optIn, optOut } from "../../fleet/store/opt-out.ts";
import { show } from "../../report/terminal/terminal.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { manyOf } from "../fleet/numbers.ts";
import { withStore } from "../fleet/store-flags.ts";
import { quoted, UsageError } from "../usage-error.ts";
import type { CallOf } from "./define-command.ts";
import type { fleetOptOut } from "./fleet.ts";

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
