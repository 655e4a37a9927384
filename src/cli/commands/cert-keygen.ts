import { lstatSync, rmSync, writeFileSync } from "node:fs";
import { generateSigningKey } from "../../certificate/signing-key.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { writeFailure } from "../files/output-file.ts";
import type { Console } from "../terminal/console.ts";
import { quoted, UsageError } from "../usage-error.ts";

const DEFAULT_FILE = "mcptest-key.pem";

/** `mcptest cert keygen`: a private key that only its owner can read, and the public key to hand out. */
export const runCertKeygen = (flags: { readonly out?: string }, console: Console): ExitCode => {
  const file = flags.out ?? DEFAULT_FILE;
  if (file === "" || file === "-") throw new UsageError("a private key is never printed; name a file with -o");
  const publicFile = `${file.replace(/\.pem$/, "")}.pub.pem`;
  for (const path of [file, publicFile]) if (lstatSync(path, { throwIfNoEntry: false })) throw alreadyExists(path);
  const key = generateSigningKey();
  write(file, key.private_pem, 0o600);
  try {
    write(publicFile, key.public_pem, 0o644);
  } catch (error) {
    // Half a key pair is worse than none.
    rmSync(file, { force: true });
    throw error;
  }
  console.err(`private key ${file} (mode 0600, keep it secret), public key ${publicFile}\n`);
  console.out(`${key.spki_hex}\n`);
  return EXIT.ok;
};

const alreadyExists = (path: string): UsageError =>
  new UsageError(`${quoted(path)} already exists; choose another name with -o`);

/** Never overwrites: the file may have appeared since we looked. */
const write = (path: string, text: string, mode: number): void => {
  try {
    writeFileSync(path, text, { flag: "wx", mode });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") throw alreadyExists(path);
    // What a full disk left of it is no key.
    rmSync(path, { force: true });
    throw new UsageError(`cannot write ${quoted(path)}: ${writeFailure(error)}`);
  }
};
