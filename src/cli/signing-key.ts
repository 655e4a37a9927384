import { readFileSync, statSync } from "node:fs";
import { readSigningKey, type SigningKey, SigningKeyError } from "../certificate/signing-key.ts";
import type { Console } from "./console.ts";
import { readingFile } from "./read-capture-file.ts";
import { quoted, UsageError } from "./usage-error.ts";

export interface SigningKeyFlags {
  /** A file. */
  readonly key?: string;
  /** The name of an environment variable that holds the PEM text. */
  readonly keyEnv?: string;
}

/** The private key, from a file or an environment variable. An argument is never one: other users can read those. */
export const loadSigningKey = (
  { key, keyEnv }: SigningKeyFlags,
  env: Readonly<Record<string, string | undefined>>,
  console: Console,
): SigningKey => {
  if (key !== undefined && keyEnv !== undefined) throw new UsageError("--key and --key-env both name a key; use one");
  if (keyEnv !== undefined) {
    const text = env[keyEnv];
    if (text === undefined || text === "")
      throw new UsageError(`--key-env ${quoted(keyEnv)}: there is no such environment variable, or it is empty`);
    return parse(text, `the environment variable ${quoted(keyEnv)}`);
  }
  if (key === undefined)
    throw new UsageError("a certificate needs a key: --key <file> or --key-env <NAME>; mcptest cert keygen makes one");
  // The message must not repeat what was typed: it might be the key itself.
  if (key.includes("PRIVATE KEY")) throw new UsageError("--key takes the name of a file, never the key itself");
  const { text, mode } = readingFile(key, () => ({ text: readFileSync(key, "utf8"), mode: statSync(key).mode }));
  // Windows and some mounts know no modes and show everything as open.
  if (process.platform !== "win32" && (mode & 0o077) !== 0)
    console.err(`mcptest: others can read the private key ${quoted(key)}; chmod 600 keeps it yours\n`);
  return parse(text, quoted(key));
};

const parse = (text: string, where: string): SigningKey => {
  try {
    return readSigningKey(text);
  } catch (error) {
    if (error instanceof SigningKeyError) throw new UsageError(`${where} is no key to sign with: ${error.message}`);
    throw error;
  }
};
