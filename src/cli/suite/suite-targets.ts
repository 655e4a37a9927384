import { readFileSync } from "node:fs";
import { nearestNames } from "../../base/nearest-names.ts";
import type { Target } from "../../capture/target.ts";
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
  /** The same for functional tests: as an identity, and with their environment. */
  targetFor(name: string, identity: string | undefined): Target;
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
    return {
      names: kept,
      target: (name) => resolveServer(suite, name),
      targetFor: (name, identity) => resolveServer(suite, name, { env: suite.tests?.env, identity }),
    };
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
  return (
    target && {
      names: [names[0] ?? ONLY_SERVER],
      target: () => target,
      targetFor: (_name, identity) => {
        if (identity === undefined) return target;
        throw new UsageError(
          `${suite.file} acts as ${quoted(identity)}, which the command line cannot replace the server for; edit the suite`,
        );
      },
    }
  );
};

const hint = (name: string, names: readonly string[]): string => {
  const [near] = nearestNames(name, names, 1);
  return near === undefined ? `its servers are ${names.join(", ") || "none"}` : `did you mean ${near}?`;
};

interface Guise {
  readonly env?: ReadonlyMap<string, SuiteValue> | undefined;
  readonly identity: string | undefined;
}

/** A server with the credentials of an identity instead of its own. */
const disguised = (suite: Suite, server: SuiteServer, { env, identity: name }: Guise): SuiteServer => {
  const identity = name === undefined ? undefined : suite.tests?.identities.get(name);
  const added = [...(env ?? []), ...(identity?.env ?? [])];
  const headers = [...server.headers].filter(
    ([header]) => identity?.bearerTokenEnv === undefined || header.toLowerCase() !== "authorization",
  );
  const bearerTokenEnv = identity?.bearerTokenEnv ?? server.bearerTokenEnv;
  return {
    ...server,
    // A url has no environment, and a command no headers.
    env: server.url === undefined ? new Map([...server.env, ...added]) : server.env,
    headers: server.url === undefined ? server.headers : new Map([...headers, ...(identity?.headers ?? [])]),
    ...(bearerTokenEnv === undefined || server.url === undefined ? {} : { bearerTokenEnv }),
  };
};

const resolveServer = (suite: Suite, name: string, guise?: Guise): Target => {
  const written = suite.servers.get(name);
  const server = written && guise ? disguised(suite, written, guise) : written;
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

export const secretOrText = (value: SuiteValue, system: System): string => {
  if ("text" in value) return value.text;
  const found = readVariable(system, value.env);
  if (found === undefined || found === "")
    throw new UsageError(
      `${showUnsetVariable(value.env)} is ${found === undefined ? "not set" : "empty"}; set it before the run`,
    );
  return found;
};
