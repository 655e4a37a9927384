import { createRequire } from "node:module";
import { VERSION } from "../../base/version.ts";
import type { CallOf } from "../commands/define-command.ts";
import type * as specs from "../commands/fleet.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { StopError } from "../stop-error.ts";

type Action<S> = (call: CallOf<S>) => ExitCode | Promise<ExitCode>;

/** The exports of the package `mcptest-fleet`. The package implements this interface, so that the compiler compares both sides. */
export interface FleetPackage {
  readonly commands: {
    readonly add: Action<typeof specs.fleetAdd>;
    readonly certify: Action<typeof specs.fleetCertify>;
    readonly diff: Action<typeof specs.fleetDiff>;
    readonly export: Action<typeof specs.fleetExport>;
    readonly "opt-out": Action<typeof specs.fleetOptOut>;
    readonly rejudge: Action<typeof specs.fleetRejudge>;
    readonly remove: Action<typeof specs.fleetRemove>;
    readonly run: Action<typeof specs.fleetRun>;
    readonly site: Action<typeof specs.fleetSite>;
    readonly status: Action<typeof specs.fleetStatus>;
    readonly work: Action<typeof specs.fleetWork>;
  };
}

export type FleetCommandName = keyof FleetPackage["commands"];

const NAME = "mcptest-fleet";

/** Loads one command of the package, which is installed separately, because its databases weigh more than mcptest itself. */
export const loadFleetCommand = <N extends FleetCommandName>(name: N): FleetPackage["commands"][N] =>
  loadFleetPackage(createRequire(import.meta.url)).commands[name];

export const loadFleetPackage = (load: (specifier: string) => unknown): FleetPackage => {
  // The version is read first, because a package of another version may already fail while it is loaded.
  const version = installedVersion(load);
  if (version === undefined)
    throw new StopError(`the commands of a fleet need the package ${NAME}; run npm install ${NAME}`, EXIT.failed);
  if (version !== VERSION)
    throw new StopError(
      `${NAME} ${version} does not fit mcptest ${VERSION}; run npm install ${NAME}@${VERSION}`,
      EXIT.failed,
    );
  return load(NAME) as FleetPackage;
};

const installedVersion = (load: (specifier: string) => unknown): string | undefined => {
  try {
    return (load(`${NAME}/package.json`) as { readonly version: string }).version;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "MODULE_NOT_FOUND") return undefined;
    throw error;
  }
};
