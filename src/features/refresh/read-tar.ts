import type { Header } from "tar-stream";
import { defined } from "../../base/defined.ts";
import type { DownloadLimits } from "../../wire/download-limits.ts";
import { ArchiveError } from "./archive-error.ts";
import { readEntryPath } from "./entry-path.ts";

/** A regular file, held in memory. */
export interface ArchiveFile {
  readonly steps: readonly string[];
  readonly bytes: Uint8Array;
}

/** An entry that is not used, and why. */
export interface SkippedEntry {
  /** As the archive spells it: to be escaped before it is shown. */
  readonly name: string;
  readonly why: string;
}

export interface Archive {
  readonly files: readonly ArchiveFile[];
  readonly skipped: readonly SkippedEntry[];
  /** The commit that `git archive` notes in the head of what it writes. */
  readonly commit?: string;
}

const BLOCK = 512;
const SHOWN_NAME = 200;

/**
 * Reads a tar archive that is already in memory. Names are labels here: nothing is written and no link is followed.
 * Only files that `wants` names are kept; directories pass, everything else is listed as skipped.
 */
export const readTar = async (
  bytes: Uint8Array,
  wants: (steps: readonly string[]) => boolean,
  limits: DownloadLimits,
): Promise<Archive> => {
  requireWholeTar(bytes);
  const { extract } = await import("tar-stream");
  const reader = extract();
  const files: ArchiveFile[] = [];
  const skipped: SkippedEntry[] = [];
  let entries = 0;

  const skip = ({ name }: Header, why: string): void => void skipped.push({ name: name.slice(0, SHOWN_NAME), why });

  /** Undefined for an entry whose bytes are not wanted. */
  const judge = (header: Header): readonly string[] | undefined => {
    entries += 1;
    if (entries > limits.entries) throw new ArchiveError(`it holds more than ${limits.entries} entries`);
    if (!Number.isSafeInteger(header.size) || header.size < 0) throw new ArchiveError("an entry has no size");
    const path = readEntryPath(header.name, limits);
    if ("unsafe" in path) {
      // A name that is merely unusual matters only if the file is wanted.
      if (path.hostile || wants(header.name.split("/"))) skip(header, path.unsafe);
      return undefined;
    }
    if (header.type === "directory" || !wants(path.steps)) return undefined;
    if (header.type !== "file" && header.type !== "contiguous-file") {
      skip(header, KINDS[header.type] ?? "not a regular file");
      return undefined;
    }
    if (header.size > limits.fileBytes) {
      throw new ArchiveError(`one of its files is larger than ${limits.fileBytes} bytes`);
    }
    if (files.length >= limits.files) throw new ArchiveError(`it holds more than ${limits.files} corpus files`);
    return path.steps;
  };

  await new Promise<void>((resolve, reject) => {
    reader.on("entry", (header, stream, next) => {
      let steps: readonly string[] | undefined;
      try {
        steps = judge(header);
      } catch (error) {
        reader.destroy();
        return reject(error);
      }
      // A folder that claims a size still has no bytes, and its stream would never end.
      if (header.type === "directory") return next();
      const chunks: Uint8Array[] = [];
      // The reader fails too, and says why; an error nobody listens to would end the process.
      stream.on("error", () => {});
      stream.on("data", (chunk) => {
        if (steps) chunks.push(chunk as Uint8Array);
      });
      stream.on("end", () => {
        if (steps) files.push({ steps, bytes: Buffer.concat(chunks) });
        next();
      });
    });
    const malformed = (): void => reject(new ArchiveError("it is not a well-formed tar archive"));
    // Everything is in memory: a reader that still waits will wait forever.
    const watch = setTimeout(() => {
      malformed();
      reader.destroy();
    }, limits.idleMs);
    reader.on("close", () => clearTimeout(watch));
    reader.on("finish", () => resolve());
    reader.on("error", malformed);
    reader.end(bytes);
  });
  return defined({ files, skipped, commit: commitNote(bytes) });
};

const KINDS: Readonly<Record<string, string>> = {
  link: "a link",
  symlink: "a link",
  "character-device": "a device",
  "block-device": "a device",
  fifo: "a pipe",
};

/** An archive ends with two empty blocks; without them nobody can tell whether something is missing. */
const requireWholeTar = (bytes: Uint8Array): void => {
  const end = bytes.subarray(-2 * BLOCK);
  if (bytes.length < 2 * BLOCK || bytes.length % BLOCK !== 0 || end.some((byte) => byte !== 0)) {
    throw new ArchiveError("the tar archive has no end");
  }
};

/** `git archive` starts with a global header whose comment is the commit (`git get-tar-commit-id` reads it too). */
const commitNote = (bytes: Uint8Array): string | undefined => {
  if (bytes[156] !== "g".charCodeAt(0)) return undefined;
  const note = Buffer.from(bytes.subarray(BLOCK, 2 * BLOCK)).toString("latin1");
  return /^\d+ comment=([0-9a-f]{40}|[0-9a-f]{64})\n/.exec(note)?.[1];
};
