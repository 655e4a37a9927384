import { type Json, listMember, member, stringMember } from "../../base/json.ts";
import { inputValue } from "./input-value.ts";
import { isRegistryType, type RegistryType } from "./rules/identifiers.ts";

/** The program that installs and starts a package, with what it is given. */
export type LaunchCommand =
  | { readonly command: string; readonly args: readonly string[] }
  | { readonly reason: string };

interface Parts {
  readonly identifier: string;
  readonly version: string;
  readonly runtime: readonly string[];
  readonly own: readonly string[];
  readonly environment: readonly string[];
}

/** The launchers that are known, and nothing else: an entry may name any program in its runtimeHint. */
const LAUNCHERS = {
  npm: {
    command: "npx",
    args: ({ identifier, version, runtime, own }: Parts) => ["-y", ...runtime, `${identifier}@${version}`, ...own],
  },
  pypi: {
    command: "uvx",
    args: ({ identifier, version, runtime, own }: Parts) => [...runtime, `${identifier}@${version}`, ...own],
  },
  nuget: {
    command: "dnx",
    args: ({ identifier, version, runtime, own }: Parts) => [
      ...runtime,
      `${identifier}@${version}`,
      "--yes",
      "--",
      ...own,
    ],
  },
  oci: {
    command: "docker",
    args: ({ identifier, runtime, own, environment }: Parts) => [
      ...["run", "-i", "--rm"],
      // The values stay in the environment of docker itself: a command line can be read by everybody.
      ...environment.flatMap((name) => ["-e", name]),
      ...runtime,
      identifier,
      ...own,
    ],
  },
  cargo: undefined,
  mcpb: undefined,
} as const satisfies Record<RegistryType, { command: string; args: (parts: Parts) => readonly string[] } | undefined>;

export const commandOf = (one: Json): LaunchCommand => {
  const [type = "", identifier = "", version = "", hint] = ["registryType", "identifier", "version", "runtimeHint"].map(
    (key) => stringMember(one, key),
  );
  const launcher = isRegistryType(type) ? LAUNCHERS[type] : undefined;
  if (!launcher)
    return { reason: `there is no launcher for packages of type ${type}; install it, and check its command` };
  if (hint !== undefined && hint !== launcher.command)
    return { reason: `its runtimeHint is not ${launcher.command}, the only launcher that is started for ${type}` };
  if (identifier === "" || identifier.startsWith("-") || /\s/.test(identifier))
    return { reason: "its identifier names no package" };
  if (version === "" && type !== "oci") return { reason: "it names no version" };
  const [runtime, own] = [argumentsOf(one, "runtimeArguments"), argumentsOf(one, "packageArguments")];
  const missing = runtime.missing ?? own.missing;
  if (missing !== undefined) return { reason: `its argument ${missing} is required, and the entry gives no value` };
  const environment = listMember(one, "environmentVariables").flatMap((input) => stringMember(input, "name") ?? []);
  return {
    command: launcher.command,
    args: launcher.args({ identifier, version, runtime: runtime.words, own: own.words, environment }),
  };
};

const argumentsOf = (
  one: Json,
  list: "runtimeArguments" | "packageArguments",
): { readonly words: readonly string[]; readonly missing?: string } => {
  const words: string[] = [];
  for (const argument of listMember(one, list)) {
    const name = stringMember(argument, "type") === "named" ? stringMember(argument, "name") : undefined;
    const value = inputValue(argument);
    const isFlag = name !== undefined && value === undefined && member(argument, "isRequired") !== true;
    // A flag without a value is a switch: it is set only where the entry says that it has to be.
    if (isFlag) continue;
    if (value === undefined && name === undefined) {
      if (member(argument, "isRequired") !== true) continue;
      return { words, missing: stringMember(argument, "valueHint") ?? list };
    }
    words.push(...(name === undefined ? [] : [name]), ...(value === undefined ? [] : [value]));
  }
  return { words };
};
