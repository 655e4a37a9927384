import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { VerifyCrypto } from "../../certificate/verify/crypto.ts";
import { readRevocations } from "../../certificate/verify/read-revocations.ts";
import type { RevocationFile, Revocations } from "../../certificate/verify/revocation.ts";
import { readingFile } from "../files/read-file.ts";
import { quoted, UsageError } from "../usage-error.ts";

/** Every statement at the paths of --revocations; undefined where none was named. */
export const loadRevocations = async (
  paths: readonly string[] | undefined,
  crypto: VerifyCrypto,
): Promise<Revocations | undefined> => {
  if (!paths) return undefined;
  const groups = await Promise.all(paths.map((path) => readRevocations(readRevocationFiles(path), crypto)));
  // A misspelt folder must not pass for one in which nothing was taken back.
  for (const [index, { files }] of groups.entries())
    if (files === 0)
      throw new UsageError(
        `--revocations ${quoted(paths[index] ?? "")} holds no statement; name a statement, a list (revocations.json), or a folder of them`,
      );
  return {
    files: groups.reduce((sum, { files }) => sum + files, 0),
    statements: groups.flatMap(({ statements }) => statements),
    problems: groups.flatMap(({ problems }) => problems),
  };
};

/** The file, or each *.json of the folder. Links in a folder are not followed: it may come from a stranger. */
export const readRevocationFiles = (path: string): RevocationFile[] => {
  if (path === "") throw new UsageError("--revocations is empty; name a statement, a list, or a folder of them");
  const read = (file: string, inFolder: boolean): RevocationFile => ({
    file,
    content: readingFile(file, () => readFileSync(file)),
    inFolder,
  });
  if (!readingFile(path, () => statSync(path)).isDirectory()) return [read(path, false)];
  return readingFile(path, () => readdirSync(path, { withFileTypes: true }))
    .filter((entry) => entry.isFile() && entry.name.endsWith(".json"))
    .map(({ name }) => join(path, name))
    .sort()
    .map((file) => read(file, true));
};
