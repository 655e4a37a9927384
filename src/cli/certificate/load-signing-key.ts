import { readFileSync, statSync } from "node:fs";
import { readSigningKey, type SigningKey, SigningKeyError } from "../../certificate/signing-key.ts";
import { readingFile } from "../files/read-file.ts";
import type { SigningKeyFlags } from "../flags/common-flags.ts";
import { quoted, UsageError } from "../usage-error.ts";

/** The private key, from a file or an environment variable, never from an argument: other users can read those. */
export const loadSigningKey = (
  { key, keyEnv }: SigningKeyFlags,
  env: Readonly<Record<string, string | undefined>>,
): SigningKey => {
  if (key !== undefined && keyEnv !== undefined) throw new UsageError("--key and --key-env both name a key; keep one");
  if (keyEnv !== undefined) {
    const text = env[keyEnv];
    if (text === undefined || text === "")
      throw new UsageError(
        `--key-env ${quoted(keyEnv)}: this environment variable is not set or is empty; set it to the PEM text`,
      );
    return parse(text, `the environment variable ${quoted(keyEnv)}`);
  }
  if (key === undefined)
    throw new UsageError(
      "signing needs a key; add --key <file> or --key-env <NAME>, or make a key with mcptest cert keygen",
    );
  // The message must not repeat what was typed: it might be the key itself.
  if (key.includes("PRIVATE KEY"))
    throw new UsageError("--key takes a file name, never the key itself; save the key to a file");
  const { text, mode } = readingFile(key, () => ({ text: readFileSync(key, "utf8"), mode: statSync(key).mode }));
  // Windows has no modes and reports every file as open.
  if (process.platform !== "win32" && (mode & 0o077) !== 0)
    throw new UsageError(`other users can read or change the private key ${quoted(key)}; protect it with chmod 600`);
  return parse(text, quoted(key));
};

const parse = (text: string, where: string): SigningKey => {
  try {
    return readSigningKey(text);
  } catch (error) {
    if (error instanceof SigningKeyError) throw new UsageError(`${where} cannot be used for signing: ${error.message}`);
    throw error;
  }
};
