import { type CallOf, EXIT, type ExitCode, type fleetRemove, show } from "mcptest/internal";
import { manyOf } from "../cli/numbers.ts";
import { withStore } from "../cli/store-flags.ts";
import { type Removed, removeTargets } from "../store/remove-targets.ts";

/** `mcptest fleet remove`: forgets targets, with their runs. */
export const runFleetRemove = ({ args, flags, console }: CallOf<typeof fleetRemove>): Promise<ExitCode> =>
  withStore(flags, async (store) => {
    const removed = await removeTargets(store, args.target.map(asStored));
    for (const line of problems(removed)) console.err(`mcptest: ${line}\n`);
    console.out(`${manyOf(removed.targets, "target")} removed, with ${manyOf(removed.runs, "run")}\n`);
    return removed.unknown.length + removed.certified.length > 0 ? EXIT.failed : EXIT.ok;
  });

/** An address as `fleet add` keeps it. */
const asStored = (name: string): string => {
  if (!/^https?:\/\//i.test(name) || !URL.canParse(name)) return name;
  const url = new URL(name);
  url.hash = "";
  return url.href;
};

const problems = ({ unknown, certified }: Removed): string[] => [
  ...unknown.map(
    (name) => `${show(name, 120)} is no target; name an id or a whole address, as mcptest fleet export shows them`,
  ),
  ...certified.map(
    ({ name, until }) =>
      `${show(name, 120)} stays: its certificate counts until ${until.toISOString().slice(0, 10)}, and a later run may have to take it back; opt it out instead`,
  ),
];
