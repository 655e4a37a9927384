import { createHash } from "node:crypto";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { quoted, UsageError } from "../usage-error.ts";
import { writeFailure } from "./output-file.ts";
import { isAlive } from "./process-alive.ts";

/** Says which files are ours, by their digests: only those are ever replaced or removed. */
const MANIFEST = "mcptest-published.json";
const FORMAT = "mcptest-published/1";

/** By name, every digest that a file of ours may have. While files are being replaced that is the old and the new one. */
type Manifest = ReadonlyMap<string, readonly string[]>;

export interface PublishedFolder {
  /** What stands there already under this name, if we wrote it. */
  read(name: string): string | undefined;
  /** Brings the folder to exactly these files of ours, and leaves all others alone. True: something changed. */
  write(files: Readonly<Record<string, string>>): boolean;
}

const sha256 = (bytes: string | Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** A folder that a web server serves. Whatever is wrong with it is found before anything is written. */
export const openPublishedFolder = (folder: string): PublishedFolder => {
  if (folder === "") throw new UsageError("--out is empty; name a folder");
  const at = (name: string): string => join(folder, name);
  const attempt = <T>(action: () => T): T => {
    try {
      return action();
    } catch (error) {
      if (error instanceof UsageError) throw error;
      throw new UsageError(`cannot publish to ${quoted(folder)}: ${writeFailure(error)}`);
    }
  };
  const existing = attempt(() => statSync(folder, { throwIfNoEntry: false }));
  if (existing && !existing.isDirectory()) throw new UsageError(`--out ${quoted(folder)} is a file; name a folder`);
  const ours = existing ? attempt(() => readManifest(at(MANIFEST))) : new Map<string, readonly string[]>();

  /** Undefined: there is none. Throws over anything that we did not write. */
  const current = (name: string): Buffer | undefined => {
    const found = attempt(() => lstatSync(at(name), { throwIfNoEntry: false }));
    if (!found) return undefined;
    const foreign = new UsageError(
      `${quoted(at(name))} was not written by mcptest, or was changed since; move it away, or publish to another folder`,
    );
    if (!found.isFile()) throw foreign;
    const bytes = attempt(() => readFileSync(at(name)));
    if (!ours.get(name)?.includes(sha256(bytes))) throw foreign;
    return bytes;
  };

  return {
    read: (name) => (existing ? current(name)?.toString("utf8") : undefined),
    write: (files) => {
      const wanted = new Map(Object.entries(files));
      const before = new Map([...new Set([...ours.keys(), ...wanted.keys()])].map((name) => [name, current(name)]));
      const changed = [...wanted].filter(([name, text]) => before.get(name)?.toString("utf8") !== text);
      const gone = [...before].flatMap(([name, bytes]) => (bytes && !wanted.has(name) ? [name] : []));
      const final = manifestText(new Map([...wanted].map(([name, text]) => [name, [sha256(text)]])));
      const settled = existing !== undefined && readIfAny(at(MANIFEST)) === final;
      if (changed.length === 0 && gone.length === 0 && settled) return false;
      const interim = manifestText(
        new Map([...before].map(([name, bytes]) => [name, digests(bytes, wanted.get(name))])),
      );
      attempt(() => replaceAll(folder, [[MANIFEST, interim], ...changed, [MANIFEST, final]], gone));
      return true;
    },
  };
};

const digests = (before: Uint8Array | undefined, after: string | undefined): string[] => [
  ...new Set([...(before ? [sha256(before)] : []), ...(after === undefined ? [] : [sha256(after)])]),
];

const readIfAny = (path: string): string | undefined =>
  lstatSync(path, { throwIfNoEntry: false }) ? readFileSync(path, "utf8") : undefined;

const manifestText = (files: Manifest): string =>
  `${JSON.stringify({ format: FORMAT, files: Object.fromEntries([...files].sort(([a], [b]) => (a < b ? -1 : 1))) }, null, 2)}\n`;

const NAME = /^[a-z][a-z-]{0,40}\.(?:json|html|svg)$/;

const readManifest = (path: string): Manifest => {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found) return new Map();
  const broken = new UsageError(
    `${quoted(path)} is not what mcptest wrote there; move it away, or publish to another folder`,
  );
  if (!found.isFile() || found.size > 100_000) throw broken;
  try {
    const { format, files } = JSON.parse(readFileSync(path, "utf8")) as { format: unknown; files: object };
    const entries = Object.entries(files) as [string, unknown][];
    // A name of somebody else's making could lead out of the folder.
    if (format !== FORMAT || !entries.every(([name, list]) => NAME.test(name) && isTexts(list))) throw broken;
    return new Map(entries as [string, string[]][]);
  } catch {
    throw broken;
  }
};

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((entry: unknown) => typeof entry === "string");

/**
 * All files are written beside their places first, so that a full disk changes nothing; then each is renamed into place, and
 * none is ever seen half-written.
 */
const replaceAll = (folder: string, files: readonly (readonly [string, string])[], gone: readonly string[]): void => {
  // Not the folders above it: a misspelt path would grow a tree, and below /proc Node tries for ever.
  const isNew = !existsSync(folder);
  if (isNew) mkdirSync(folder);
  dropDead(folder);
  const drafts = join(folder, `.mcptest-${process.pid}.part`);
  try {
    mkdirSync(drafts);
    for (const [index, [, text]] of files.entries()) writeFileSync(join(drafts, String(index)), text, { flag: "wx" });
    for (const [index, [name]] of files.entries()) {
      // What is no longer published goes before the last file, the manifest that no longer names it.
      if (index === files.length - 1) for (const old of gone) rmSync(join(folder, old));
      renameSync(join(drafts, String(index)), join(folder, name));
    }
  } catch (error) {
    rmSync(drafts, { recursive: true, force: true });
    if (isNew) removeIfEmpty(folder);
    throw error;
  }
  rmSync(drafts, { recursive: true, force: true });
};

const removeIfEmpty = (folder: string): void => {
  try {
    rmdirSync(folder);
  } catch {
    // Something is in it by now.
  }
};

/** Only a run that was killed outright leaves its drafts behind. */
const dropDead = (folder: string): void => {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const pid = entry.isDirectory() ? /^\.mcptest-(\d{1,9})\.part$/.exec(entry.name) : null;
    if (pid && !isAlive(Number(pid[1]))) rmSync(join(folder, entry.name), { recursive: true, force: true });
  }
};
