import { lstatSync, rmSync, writeFileSync } from "node:fs";
import { generateSigningKey } from "../../certificate/signing-key.ts";
import type { Console } from "../console.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { writeFailure } from "../output-file.ts";
import { quoted, UsageError } from "../usage-error.ts";

export interface KeygenFlags {
  readonly out?: string;
}

const DEFAULT_FILE = "mcptest-key.pem";

/** `mcptest cert keygen`: a private key only its owner can read, and the public one for everybody else. */
export const runCertKeygen = (flags: KeygenFlags, console: Console): ExitCode => {
  const file = flags.out ?? DEFAULT_FILE;
  if (file === "" || file === "-")
    throw new UsageError("a private key goes to a file, never to stdout; name one with -o");
  const publicFile = `${file.replace(/\.pem$/, "")}.pub.pem`;
  for (const path of [file, publicFile])
    if (lstatSync(path, { throwIfNoEntry: false }))
      throw new UsageError(`${quoted(path)} exists already and is left alone; choose another name with -o`);
  const key = generateSigningKey();
  write(file, key.private_pem, 0o600);
  try {
    write(publicFile, key.public_pem, 0o644);
  } catch (error) {
    // Half a pair is worse than none.
    rmSync(file, { force: true });
    throw error;
  }
  console.err(`private key ${file} (yours alone, mode 0600), public key ${publicFile}\n`);
  console.out(`${key.spki_hex}\n`);
  return EXIT.ok;
};

/** Made, never replaced: between the look and the write somebody else may have come. */
const write = (path: string, text: string, mode: number): void => {
  try {
    writeFileSync(path, text, { flag: "wx", mode });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST")
      throw new UsageError(`${quoted(path)} exists already and is left alone; choose another name with -o`);
    throw new UsageError(`cannot write ${quoted(path)}: ${writeFailure(error)}`);
  }
};
