import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { CoreRow, SepMapping } from "../corpus/conformance.ts";
import { readCoreFile } from "../corpus/core-rows.ts";
import { CorpusError } from "../corpus/corpus.ts";
import { readMapping } from "../corpus/sep-mapping.ts";
import { RELEASED_VERSIONS } from "../corpus/sep-versions.ts";
import { writeBuilt } from "./compile.ts";
import { loadSepFolder } from "./conformance-folder.ts";
import { yamlFiles } from "./load-folder.ts";
import { readYaml } from "./read-yaml.ts";

/** Turns conformance-corpus/ into the JSON files that are read at run time. */
export const compileConformance = (root: string, out: string): void => {
  mkdirSync(out, { recursive: true });
  for (const version of RELEASED_VERSIONS) {
    const corpus = loadSepFolder(version, "embedded", join(root, version));
    const [warning] = corpus.warnings;
    if (warning !== undefined) throw new CorpusError(`conformance-corpus/${version}: ${warning}`);
    writeBuilt(out, `${version}.json`, JSON.stringify(corpus));
  }
  writeBuilt(out, "mapping.json", JSON.stringify(loadMapping(root)));
  writeBuilt(out, "core.json", JSON.stringify(loadCore(root)));
};

export const loadMapping = (root: string): SepMapping => {
  const path = join(root, "mapping.yaml");
  return readYaml(readFileSync(path, "utf8"), path, readMapping);
};

/** The core requirements of all revisions. */
export const loadCore = (root: string): readonly CoreRow[] => {
  const folder = join(root, "core");
  const rows = yamlFiles(folder).flatMap((name) => {
    const path = join(folder, name);
    return readYaml(readFileSync(path, "utf8"), path, readCoreFile);
  });
  const ids = rows.flatMap((row) => ("check" in row ? [row.check] : []));
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) throw new CorpusError(`conformance-corpus/core has two rows for ${twice}; keep one`);
  return rows;
};
