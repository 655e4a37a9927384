import { existsSync, readdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import type { TrustedKey } from "../../certificate/verify/certificate.ts";
import { readKeyText } from "../../certificate/verify/key-text.ts";
import { readingFile } from "../files/read-file.ts";
import type { TrustFlags } from "../flags/common-flags.ts";
import { quoted, UsageError } from "../usage-error.ts";

/** Every key the user trusts: given on the command line or kept in the trust store, which is empty at first. */
export const loadTrustedKeys = (
  { issuerKey = [], trustStore }: TrustFlags,
  env: Readonly<Record<string, string | undefined>>,
): readonly TrustedKey[] => [...issuerKey.map(readIssuerKey), ...readStore(trustStore, env)];

/** Nobody names a file like hex or PEM text; everything else is a file name. */
const readIssuerKey = (value: string): TrustedKey => {
  if (value.trim() === "") throw new UsageError("--issuer-key is empty; give a public key in hex or PEM, or a file");
  const isKey = value.trimStart().startsWith("-----") || /^(?:[0-9a-f]{2}){32,}$/i.test(value.trim());
  const text = isKey ? value : readingFile(value, () => readFileSync(value, "utf8"));
  return { spki_hex: parse(text, isKey ? "--issuer-key" : quoted(value)) };
};

const parse = (text: string, where: string): string => {
  const reading = readKeyText(text);
  if (!reading.ok) throw new UsageError(`${where}: ${reading.message}`);
  return reading.spki_hex;
};

const KEY_FILE = /^(.+?)(?:\.pub)?\.(?:pem|pub|hex)$/;

const readStore = (folder: string | undefined, env: Readonly<Record<string, string | undefined>>): TrustedKey[] => {
  const path = folder ?? defaultStore(env);
  // The default store need not exist; one that was named must.
  if (folder === undefined && !existsSync(path)) return [];
  const names = readingFile(path, () => readdirSync(path)).sort();
  const keys = names.flatMap((name) => {
    const owner = KEY_FILE.exec(name)?.[1];
    if (owner === undefined) return [];
    const file = join(path, name);
    const text = readingFile(file, () => readFileSync(file, "utf8"));
    return [{ name: owner, spki_hex: parse(text, quoted(file)) }];
  });
  if (folder !== undefined && keys.length === 0)
    throw new UsageError(
      `${quoted(folder)} holds no public keys (*.pem, *.pub, *.hex); add one, or name another folder`,
    );
  return keys;
};

const defaultStore = (env: Readonly<Record<string, string | undefined>>): string =>
  join(env["XDG_CONFIG_HOME"] || join(homedir(), ".config"), "mcptest", "trust");
