import { rmSync } from "node:fs";
import { generateSigningKey } from "../../certificate/signing-key.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { refuseExisting, writeNewFile } from "../files/new-file.ts";
import type { Console } from "../terminal/console.ts";
import { UsageError } from "../usage-error.ts";

const DEFAULT_FILE = "mcptest-key.pem";

/** `mcptest cert keygen`: a private key that only its owner can read, and the public key to hand out. */
export const runCertKeygen = (flags: { readonly out?: string }, console: Console): ExitCode => {
  const file = flags.out ?? DEFAULT_FILE;
  if (file === "" || file === "-") throw new UsageError("a private key is never printed; name a file with -o");
  const publicFile = `${file.replace(/\.pem$/, "")}.pub.pem`;
  for (const path of [file, publicFile]) refuseExisting(path);
  const key = generateSigningKey();
  writeNewFile(file, key.private_pem, 0o600);
  try {
    writeNewFile(publicFile, key.public_pem, 0o644);
  } catch (error) {
    // Half a key pair is worse than none.
    rmSync(file, { force: true });
    throw error;
  }
  console.err(`private key ${file} (mode 0600, keep it secret), public key ${publicFile}\n`);
  console.out(`${key.spki_hex}\n`);
  return EXIT.ok;
};
