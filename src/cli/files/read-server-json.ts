import { statSync } from "node:fs";
import { join } from "node:path";
import type { Json } from "../../base/json.ts";
import { parseStrict } from "../../capture/parse-strict.ts";
import { UsageError } from "../usage-error.ts";
import { readingFile, readUserFile } from "./read-file.ts";

export interface ServerJsonFile {
  readonly path: string;
  readonly text: string;
  readonly value: Json;
}

/** Hundreds of times what any entry has. */
const LARGEST = 1_000_000;

/** A server.json, or the one in a folder. */
export const readServerJson = (path: string): ServerJsonFile => {
  const file = readingFile(path, () => (statSync(path).isDirectory() ? join(path, "server.json") : path));
  const { size } = readingFile(file, () => statSync(file));
  if (size > LARGEST)
    throw new UsageError(`${file} has ${size} bytes; a server.json above ${LARGEST} bytes is not read`);
  const text = readUserFile(file).replace(/^\ufeff/, "");
  return { path: file, text, value: readingFile(file, () => parseStrict(text, file, 1)) };
};
