import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { readingFile } from "../files/read-file.ts";
import { quoted, UsageError } from "../usage-error.ts";

export interface CertificateFile {
  /** The path the user named, or one below a folder they named. */
  readonly file: string;
  readonly content: Uint8Array;
}

/** One byte more than the reader accepts: it refuses the rest by its size, so there is no point in keeping it. */
const MOST_BYTES = 1_000_001;

/** Every certificate at these paths, ordered by name; folders are searched for *.json. */
export function* readCertificateFiles(paths: readonly string[]): Generator<CertificateFile> {
  for (const path of paths) {
    if (path === "-") {
      yield { file: "stdin", content: readingFile("stdin", () => readFileSync(0)) };
      continue;
    }
    const isFolder = readingFile(path, () => statSync(path)).isDirectory();
    const files = isFolder ? filesBelow(path) : [path];
    if (files.length === 0)
      throw new UsageError(`${quoted(path)} holds no certificates (*.json); name a certificate or another folder`);
    for (const file of files)
      yield { file, content: readingFile(file, () => readFileSync(file)).subarray(0, MOST_BYTES) };
  }
}

/** Links are not followed: a folder of certificates may come from a stranger. */
const filesBelow = (folder: string): string[] =>
  readingFile(folder, () => readdirSync(folder, { withFileTypes: true, recursive: true }))
    .filter((entry) => entry.isFile() && entry.name.endsWith(".json"))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();

/** The certificate in one file. */
export const readCertificateFile = (path: string): CertificateFile => {
  if (path !== "-" && readingFile(path, () => statSync(path)).isDirectory())
    throw new UsageError(`${quoted(path)} is a folder; name one certificate in it`);
  const [only] = readCertificateFiles([path]);
  if (!only) throw new UsageError(`${quoted(path)} holds no certificate; name a certificate file`);
  return only;
};
