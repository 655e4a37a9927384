import { createRequire } from "node:module";
import { VERSION } from "../../version.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { StopError } from "../stop-error.ts";
import type { Console } from "../terminal/console.ts";

export type FleetCommandName =
  | "add"
  | "certify"
  | "diff"
  | "export"
  | "opt-out"
  | "rejudge"
  | "remove"
  | "run"
  | "site"
  | "status"
  | "work";

/** The values of the flags by name, as the command line read them. */
export type FleetFlags = Readonly<Record<string, string | boolean | undefined>>;

/** The exports of the package `mcptest-fleet`. The package implements this interface, so that the compiler compares both sides. */
export interface FleetPackage {
  readonly commands: Readonly<
    Record<FleetCommandName, (words: readonly string[], flags: FleetFlags, console: Console) => Promise<ExitCode>>
  >;
}

const NAME = "mcptest-fleet";

/** Runs `mcptest fleet <name>`. The package is installed separately, because its databases weigh more than mcptest itself. */
export const runFleetCommand = (
  name: FleetCommandName,
  words: readonly string[],
  flags: FleetFlags,
  console: Console,
): Promise<ExitCode> => loadFleetPackage(createRequire(import.meta.url)).commands[name](words, flags, console);

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
