import { readFileSync } from "node:fs";
import type { Target } from "../../model/target.ts";
import { nearestNames } from "../../model/nearest-names.ts";
import { ONLY_SERVER } from "../../suite/read-servers.ts";
import type { Suite, SuiteServer, SuiteValue } from "../../suite/suite.ts";
import type { Console } from "../console.ts";
import { splitCommand } from "../target/split-command.ts";
import { resolveTarget } from "../target/target-options.ts";
import { readVariable, showUnsetVariable, type World } from "../target/world.ts";
import { type TargetFlags, targetFrom } from "../target-flags.ts";
import { quoted, UsageError } from "../usage-error.ts";

/** The servers of a suite that are to be talked to, narrowed or replaced by the command line. */
export interface SuiteTargets {
  /** Which servers of the suite take part. */
  readonly names: readonly string[];
  /** Resolved when it is needed: the environment of a server nobody asks is nobody's business. */
  target(name: string): Target;
}

export const suiteTargets = (
  suite: Suite,
  flags: TargetFlags,
  url: string | undefined,
  command: readonly string[],
  console: Console,
): SuiteTargets | undefined => {
  const names = [...suite.servers.keys()];
  const named = flags.server !== undefined && suite.servers.has(flags.server);
  const replaced =
    url !== undefined ||
    command.length > 0 ||
    flags.serverCommand !== undefined ||
    flags.mcpConfig !== undefined ||
    (flags.server !== undefined && !named);
  if (!replaced) {
    const kept = flags.server === undefined ? names : [flags.server];
    return { names: kept, target: (name) => resolveServer(suite, name) };
  }
  if (flags.server !== undefined && !/^https?:\/\//i.test(flags.server))
    throw new UsageError(
      `--server ${quoted(flags.server)} is no URL and no server of ${suite.file}; ${hint(flags.server, names)}`,
    );
  if (names.length > 1)
    throw new UsageError(
      `${suite.file} has ${names.length} servers, and only one can be replaced from the command line; name one of ${names.join(", ")} with --server, or edit the suite`,
    );
  const target = targetFrom(flags, url, command, console);
  return target && { names: [names[0] ?? ONLY_SERVER], target: () => target };
};

const hint = (name: string, names: readonly string[]): string => {
  const [near] = nearestNames(name, names, 1);
  return near === undefined ? `its servers are ${names.join(", ") || "none"}` : `did you mean ${near}?`;
};

const resolveServer = (suite: Suite, name: string): Target => {
  const server = suite.servers.get(name);
  if (!server) throw new UsageError(`${suite.file} has no server ${quoted(name)}; add it`);
  const world: World = { env: process.env, cwd: suite.folder, readFile: (path) => readFileSync(path, "utf8") };
  const at = suite.spot(server.path);
  try {
    const found = resolveTarget(optionsOf(server, world), world);
    if (found.kind === "names") throw new UsageError("it names no server");
    return found;
  } catch (error) {
    if (error instanceof UsageError) throw new UsageError(`${at}: server ${quoted(name)}: ${error.message}`);
    throw error;
  }
};

/** A server of a suite in the words of the command line, whose checks then hold for it too. */
const optionsOf = (server: SuiteServer, world: World): Parameters<typeof resolveTarget>[0] => {
  const { url, command, args, headers, env, bearerTokenEnv, cwd, ca, insecure } = server;
  if (url !== undefined)
    return {
      url,
      header: [...headers].map(([name, value]) => `${name}: ${secretOrText(value, world)}`),
      ...(bearerTokenEnv === undefined ? {} : { bearerEnv: bearerTokenEnv }),
      ...(ca === undefined ? {} : { ca }),
      ...(insecure ? { insecure } : {}),
    };
  const words = typeof command === "string" ? splitCommand(command, "command") : (command ?? []);
  return {
    command: [...words, ...args],
    env: [...env].map(([name, value]) => `${name}=${secretOrText(value, world)}`),
    // Relative paths start at the suite, those in the command too.
    cwd: cwd ?? ".",
  };
};

const secretOrText = (value: SuiteValue, world: World): string => {
  if ("text" in value) return value.text;
  const found = readVariable(world, value.env);
  if (found === undefined || found === "")
    throw new UsageError(
      `${showUnsetVariable(value.env)} is ${found === undefined ? "not set" : "empty"}; set it before the run`,
    );
  return found;
};
