import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { CorpusSource, SepCorpus } from "../corpus/conformance.ts";
import { CorpusError } from "../corpus/corpus.ts";
import { type SepFile, sepCorpus } from "../corpus/sep-corpus.ts";
import { readSep } from "../corpus/sep-file.ts";
import { sepFilesIn } from "./conformance-files.ts";
import { readYaml } from "./read-yaml.ts";

/** More than ten times the largest file upstream. */
const LARGEST_FILE = 2_000_000;

/** The SEPs of one version as they stand in a folder. */
export const loadSepFolder = (version: string, source: CorpusSource, folder: string): SepCorpus => {
  const files = sepFilesIn(folder).map((name): SepFile => {
    const path = join(folder, name);
    return { name, sep: readYaml(readSmall(path), path, readSep) };
  });
  return sepCorpus(version, source, files);
};

const readSmall = (path: string): string => {
  try {
    if (statSync(path).size <= LARGEST_FILE) return readFileSync(path, "utf8");
  } catch (error) {
    throw new CorpusError(`cannot read ${path}: ${(error as NodeJS.ErrnoException).code ?? "unknown error"}`);
  }
  throw new CorpusError(`${path} is larger than ${LARGEST_FILE} bytes, too large for a SEP file`);
};
