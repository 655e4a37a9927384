import { UsageError } from "../usage-error.ts";

/** What resolving a target may know about the machine; handed in, so that the rest is a pure function. */
export interface World {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Text of a file; throws when it cannot be read. */
  readFile(path: string): string;
}

/** Own variables only: `--env constructor` must not find a prototype's property. */
export const readVariable = (world: World, name: string): string | undefined =>
  Object.hasOwn(world.env, name) ? world.env[name] : undefined;

/**
 * How a variable that is not set is named in a message. `--bearer-env $TOKEN` hands over the secret where a name
 * belongs, so only what looks like a name is repeated.
 */
export const showUnsetVariable = (name: string): string =>
  name.length <= 40 && /^(?:[A-Z_][A-Z0-9_]*|[A-Za-z_]+)$/.test(name)
    ? `the environment variable ${name}`
    : `the environment variable it names (${name.length} characters, not repeated in case it is a secret)`;

export const readTextFile = (world: World, path: string, shown: string): string => {
  try {
    return world.readFile(path);
  } catch (error) {
    const code = error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
    throw new UsageError(
      `${shown} cannot be read (${REASONS[code ?? ""] ?? code ?? "unknown reason"}); check the path`,
    );
  }
};

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "no such file",
  ENOTDIR: "no such file",
  EACCES: "permission denied",
  EISDIR: "it is a folder",
};
