import { readFileSync } from "node:fs";
import { nearestNames } from "../../model/nearest-names.ts";
import type { Target } from "../../model/target.ts";
import { ONLY_SERVER } from "../../suite/parse/read-servers.ts";
import type { Suite, SuiteServer, SuiteValue } from "../../suite/suite.ts";
import { splitCommand } from "../target/split-command.ts";
import { readVariable, type System, showUnsetVariable } from "../target/system.ts";
import { type ServerArguments, type TargetFlags, targetFrom } from "../target/target-flags.ts";
import { resolveTarget } from "../target/target-options.ts";
import type { Console } from "../terminal/console.ts";
import { quoted, UsageError } from "../usage-error.ts";

/** The servers of a suite to probe, narrowed or replaced by the command line. */
export interface SuiteTargets {
  /** Which servers of the suite take part. */
  readonly names: readonly string[];
  /** Resolved when it is needed: a server that is not probed need not have its environment variables set. */
  target(name: string): Target;
}

export const suiteTargets = async (
  suite: Suite,
  flags: TargetFlags,
  server: ServerArguments,
  console: Console,
): Promise<SuiteTargets | undefined> => {
  const names = [...suite.servers.keys()];
  const named = flags.server !== undefined && suite.servers.has(flags.server);
  const replaced =
    server.url !== undefined ||
    server.command.length > 0 ||
    flags.serverCommand !== undefined ||
    flags.mcpConfig !== undefined ||
    (flags.server !== undefined && !named);
  if (!replaced) {
    const kept = flags.server === undefined ? names : [flags.server];
    return { names: kept, target: (name) => resolveServer(suite, name) };
  }
  if (flags.server !== undefined && !/^https?:\/\//i.test(flags.server))
    throw new UsageError(
      `--server ${quoted(flags.server)} is neither a URL nor a server of ${suite.file}; ${hint(flags.server, names)}`,
    );
  if (names.length > 1)
    throw new UsageError(
      `${suite.file} has ${names.length} servers, and the command line can replace only one; pick one of ${names.join(", ")} with --server, or edit the suite`,
    );
  const target = await targetFrom(flags, server, console);
  return target && { names: [names[0] ?? ONLY_SERVER], target: () => target };
};

const hint = (name: string, names: readonly string[]): string => {
  const [near] = nearestNames(name, names, 1);
  return near === undefined ? `its servers are ${names.join(", ") || "none"}` : `did you mean ${near}?`;
};

const resolveServer = (suite: Suite, name: string): Target => {
  const server = suite.servers.get(name);
  if (!server) throw new UsageError(`${suite.file} has no server ${quoted(name)}; add it`);
  const system: System = { env: process.env, cwd: suite.folder, readFile: (path) => readFileSync(path, "utf8") };
  const at = suite.spot(server.path);
  try {
    const found = resolveTarget(optionsOf(server, system), system);
    if (found.kind === "names") throw new UsageError("it names no server; add a url or a command");
    return found;
  } catch (error) {
    if (error instanceof UsageError) throw new UsageError(`${at}: server ${quoted(name)}: ${error.message}`);
    throw error;
  }
};

/** A server of a suite as command-line options, so that the same checks apply. */
const optionsOf = (server: SuiteServer, system: System): Parameters<typeof resolveTarget>[0] => {
  const { url, command, args, headers, env, bearerTokenEnv, cwd, ca, insecure } = server;
  if (url !== undefined)
    return {
      url,
      header: [...headers].map(([name, value]) => `${name}: ${secretOrText(value, system)}`),
      bearerEnv: bearerTokenEnv,
      ca,
      insecure,
    };
  const words = typeof command === "string" ? splitCommand(command, "command") : (command ?? []);
  return {
    command: [...words, ...args],
    env: [...env].map(([name, value]) => `${name}=${secretOrText(value, system)}`),
    // Relative paths start at the folder of the suite, also those in the command.
    cwd: cwd ?? ".",
  };
};

const secretOrText = (value: SuiteValue, system: System): string => {
  if ("text" in value) return value.text;
  const found = readVariable(system, value.env);
  if (found === undefined || found === "")
    throw new UsageError(
      `${showUnsetVariable(value.env)} is ${found === undefined ? "not set" : "empty"}; set it before the run`,
    );
  return found;
};
