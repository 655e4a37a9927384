import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CorpusError } from "../corpus/corpus.ts";
import { readMapping } from "../corpus/sep-mapping.ts";
import { readVersion } from "../corpus/sep-versions.ts";
import type { SepMapping } from "../model/conformance.ts";
import { loadSepFolder } from "./conformance-folder.ts";
import { readYaml } from "./read-yaml.ts";

/** Turns conformance-corpus/ into the JSON files that are read at run time. */
export const compileConformance = (root: string, out: string): void => {
  mkdirSync(out, { recursive: true });
  for (const version of readdirSync(root).filter((name) => readVersion(name) === name)) {
    const corpus = loadSepFolder(version, "embedded", join(root, version));
    const [warning] = corpus.warnings;
    if (warning !== undefined) throw new CorpusError(`conformance-corpus/${version}: ${warning}`);
    write(out, `${version}.json`, corpus);
  }
  write(out, "mapping.json", loadMapping(root));
};

export const loadMapping = (root: string): SepMapping => {
  const path = join(root, "mapping.yaml");
  return readYaml(readFileSync(path, "utf8"), path, readMapping);
};

/** In place at once: another process may be reading. */
const write = (folder: string, name: string, value: unknown): void => {
  const path = join(folder, name);
  writeFileSync(`${path}.new`, JSON.stringify(value));
  renameSync(`${path}.new`, path);
};
