import { describeReadFailure } from "../files/read-failure.ts";
import { UsageError } from "../usage-error.ts";
import type { parseJsonc } from "./jsonc.ts";

/** What resolving a target may know about the machine; passed in, so that the rest is a pure function. */
export interface System {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Text of a file; throws when it cannot be read. */
  readFile(path: string): string;
  /** Absent unless a configuration file is named: only then is the parser loaded. */
  readonly parseJsonc?: typeof parseJsonc;
}

/** Own variables only: `--env constructor` must not find a prototype's property. */
export const readVariable = (system: Pick<System, "env">, name: string): string | undefined =>
  Object.hasOwn(system.env, name) ? system.env[name] : undefined;

/**
 * How a message names a variable that is not set. `--bearer-env $TOKEN` passes the secret instead of a name, so only what
 * looks like a name is repeated.
 */
export const showUnsetVariable = (name: string): string =>
  name.length <= 40 && /^(?:[A-Z_][A-Z0-9_]*|[A-Za-z_]+)$/.test(name)
    ? `the environment variable ${name}`
    : `the environment variable it names (${name.length} characters, not repeated in case it is a secret)`;

export const readTextFile = (system: System, path: string, shown: string): string => {
  try {
    return system.readFile(path);
  } catch (error) {
    throw new UsageError(`${shown} cannot be read: ${describeReadFailure(error)}`);
  }
};
