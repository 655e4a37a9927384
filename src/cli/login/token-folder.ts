import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import {
  isTokenFileName,
  readTokenRecord,
  type TokenRecord,
  tokenFileName,
  writeTokenRecord,
} from "../../features/auth/tokens/token-record.ts";
import { openOutputFile, writeFailure } from "../files/output-file.ts";
import { describeReadFailure } from "../files/read-failure.ts";
import { quoted, UsageError } from "../usage-error.ts";

/** The tokens of this user, one file for each resource and issuer, readable by the user alone. */
export class TokenFolder {
  readonly path: string;

  constructor(env: Readonly<Record<string, string | undefined>>) {
    this.path = join(configFolder(env), "tokens");
  }

  /** Every record; a file that is not ours, or that others can read, is an error: it might be a trap. */
  readAll(): readonly TokenRecord[] {
    const found = lstatSync(this.path, { throwIfNoEntry: false });
    if (!found) return [];
    this.#refuseOpen();
    return attempt(this.path, () => readdirSync(this.path))
      .filter(isTokenFileName)
      .sort()
      .map((name) => this.#read(join(this.path, name)));
  }

  #read(file: string): TokenRecord {
    const { text, mode } = attempt(file, () => ({ text: readFileSync(file, "utf8"), mode: statSync(file).mode }));
    if (hasModes && (mode & 0o077) !== 0)
      throw new UsageError(`other users can read or change the token in ${quoted(file)}; protect it with chmod 600`);
    const record = readTokenRecord(text);
    if (!record) throw new UsageError(`${quoted(file)} is no token that mcptest stored; remove it`);
    return record;
  }

  /** Written whole or not at all, whatever happens meanwhile. */
  write(record: TokenRecord): string {
    const file = this.fileOf(record);
    try {
      mkdirSync(this.path, { recursive: true, mode: 0o700 });
    } catch (error) {
      throw new UsageError(`cannot store the token in ${quoted(this.path)}: ${writeFailure(error)}`);
    }
    this.#refuseOpen();
    // A replaced file keeps its mode.
    if (lstatSync(file, { throwIfNoEntry: false })?.isFile()) chmodSync(file, 0o600);
    openOutputFile(file, "owner").commit(writeTokenRecord(record));
    return file;
  }

  remove(record: TokenRecord): void {
    attempt(this.fileOf(record), () => rmSync(this.fileOf(record), { force: true }));
  }

  fileOf({ resource, issuer }: TokenRecord): string {
    return join(this.path, tokenFileName(resource, issuer));
  }

  /** Whoever can write there could put a token of their own in the place of the user's. */
  #refuseOpen(): void {
    const found = attempt(this.path, () => lstatSync(this.path));
    if (!found.isDirectory()) throw new UsageError(`${quoted(this.path)} is not a folder; move it away`);
    if (hasModes && (found.mode & 0o022) !== 0)
      throw new UsageError(`other users can write to ${quoted(this.path)}; protect it with chmod 700`);
  }
}

/** Windows has no modes and reports every file as open. */
const hasModes = process.platform !== "win32";

const attempt = <T>(path: string, action: () => T): T => {
  try {
    return action();
  } catch (error) {
    throw new UsageError(`${quoted(path)} cannot be read: ${describeReadFailure(error)}`);
  }
};

/** Where the user's settings live: XDG_CONFIG_HOME, on Windows APPDATA, else ~/.config. A relative path is none. */
const configFolder = (
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = process.platform,
): string => {
  const named = [env["XDG_CONFIG_HOME"], platform === "win32" ? env["APPDATA"] : undefined];
  const home = named.find((path) => path !== undefined && isAbsolute(path));
  return join(home ?? join(homedir(), ".config"), "mcptest");
};
