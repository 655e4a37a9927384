import { readFileSync } from "node:fs";
import { untrusted } from "../../base/untrusted.ts";
import type { Target } from "../../capture/target.ts";
import { defuseLines } from "../../report/escape/runner-commands.ts";
import { escapeTerminal } from "../../report/escape/terminal.ts";
import type { FlagsOf } from "../flags/flag.ts";
import type { TARGET_FLAGS } from "../flags/server-flags.ts";
import type { SignInFlags } from "../login/sign-in-target.ts";
import type { Console } from "../terminal/console.ts";
import { UsageError } from "../usage-error.ts";
import type { System } from "./system.ts";
import { resolveTarget } from "./target-options.ts";

/** How a server is named and signed in to, in every command that talks to one. */
export type TargetFlags = FlagsOf<typeof TARGET_FLAGS> & SignInFlags;

/** Where the command line names a server without a flag. */
export interface ServerArguments {
  readonly url: string | undefined;
  /** What follows `--`. */
  readonly command: readonly string[];
}

/** Whether a flag or the words behind `--` name a server. */
export const isNamed = (
  { server, serverCommand, mcpConfig }: TargetFlags,
  command: ServerArguments["command"],
): boolean => command.length > 0 || [server, serverCommand, mcpConfig].some((flag) => flag !== undefined);

/** For commands that can read a saved capture instead of probing. */
export const refuseServer = ({ url, command }: ServerArguments, flags: TargetFlags = {}): void => {
  if (url !== undefined || command.length > 0 || flags.server !== undefined)
    throw new UsageError("--capture reads a saved session and contacts no server; drop it, or the server");
};

/** The target, or undefined when the names of a configuration were asked for and have been printed. */
export const targetFrom = async (
  flags: TargetFlags,
  server: ServerArguments,
  console: Console,
): Promise<Target | undefined> => {
  refuseBearer(flags);
  const system = await systemFor(flags);
  const found = resolveTarget({ ...flags, ...server }, system);
  if (found.kind !== "names") return flags.login ? await signedIn(found, flags, console) : found;
  if (flags.login) throw new UsageError("--login signs in to one server; add --name <server>");
  const show = (text: string): string => escapeTerminal(untrusted(text), 120);
  if (found.names.length === 0) console.out(`no servers in ${show(found.file)}\n`);
  for (const { name, transport, summary } of found.names)
    console.out(defuseLines(`${show(name)}  ${transport}  ${show(summary)}\n`, "terminal"));
  return undefined;
};

/** What signing in takes is loaded by those who do. */
const signedIn = async (target: Target, flags: TargetFlags, console: Console): Promise<Target> => {
  if (target.kind !== "http")
    throw new UsageError("--login works only with a server at a URL; hand a command its secrets with --env");
  return (await import("../login/sign-in-target.ts")).signInTarget(target, flags, console);
};

/** The command line stands in the history of the shell, and in the process list for everybody. */
const refuseBearer = ({ bearer }: TargetFlags): void => {
  if (bearer !== undefined)
    throw new UsageError(
      "--bearer would show the token to everybody who sees this command line; put it into an environment variable and name that: --bearer-env TOKEN",
    );
};

/** The servers of `--mcp-config` without `--name`, by name, each with its target or what is wrong with it. */
export const targetsFrom = async (
  flags: TargetFlags & { readonly mcpConfig: string },
  server: ServerArguments,
): Promise<ReadonlyMap<string, Target | UsageError>> => {
  refuseBearer(flags);
  if (flags.login) throw new UsageError("--login signs in to one server; add --name <server>");
  const system = await systemFor(flags);
  const listed = resolveTarget({ ...flags, ...server }, system);
  if (listed.kind !== "names") throw new Error("a server was named");
  return new Map<string, Target | UsageError>(
    listed.names.map(({ name }) => {
      try {
        return [name, resolveTarget({ ...flags, ...server, name }, system) as Target];
      } catch (error) {
        // One broken entry must not hide the others.
        if (!(error instanceof UsageError)) throw error;
        return [name, error];
      }
    }),
  );
};

const systemFor = async (flags: TargetFlags): Promise<System> => ({
  env: process.env,
  cwd: process.cwd(),
  readFile: (path) => readFileSync(path, "utf8"),
  ...(flags.mcpConfig === undefined ? {} : { parseJsonc: (await import("./jsonc.ts")).parseJsonc }),
});
