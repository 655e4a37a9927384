import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { CoreRow, SepCorpus, SepMapping } from "../corpus/conformance.ts";
import { coreOf } from "../corpus/core-rows.ts";
import { revisionOfVersion } from "../corpus/sep-versions.ts";

const READ = new Map<string, Promise<unknown>>();

/** Read once: a registry judges thousands of captures by the same corpus. */
const once = <T>(name: string, fromSource: () => Promise<T>): Promise<T> => {
  const known = READ.get(name) ?? read(name, fromSource);
  READ.set(name, known);
  return known as Promise<T>;
};

const read = async <T>(name: string, fromSource: () => Promise<T>): Promise<T> => {
  const built = builtFolder();
  return built ? (JSON.parse(readFileSync(new URL(`${name}.json`, built), "utf8")) as T) : fromSource();
};

const WHOLE = new Map<string, Promise<SepCorpus>>();

export const embeddedCorpus = (version: string): Promise<SepCorpus> => {
  const known = WHOLE.get(version) ?? once(version, () => fromFolder(version)).then(withCore);
  WHOLE.set(version, known);
  return known;
};

const fromFolder = async (version: string): Promise<SepCorpus> => {
  const { loadSepFolder } = await import("./conformance-folder.ts");
  return loadSepFolder(version, "embedded", fileURLToPath(new URL(version, sourceFolder())));
};

/** The same corpus with the core requirements of its revision, as they ship. */
export const withCore = async (corpus: SepCorpus): Promise<SepCorpus> => {
  const revision = revisionOfVersion(corpus.version);
  return revision === undefined ? corpus : { ...corpus, core: coreOf(await embeddedCore(), revision) };
};

const embeddedCore = (): Promise<readonly CoreRow[]> =>
  once("core", async () => {
    const { loadCore } = await import("./conformance-compile.ts");
    return loadCore(fileURLToPath(sourceFolder()));
  });

export const embeddedMapping = (): Promise<SepMapping> =>
  once("mapping", async () => {
    const { loadMapping } = await import("./conformance-compile.ts");
    return loadMapping(fileURLToPath(sourceFolder()));
  });

/**
 * What ships with the package: JSON made at build time beside the bundle, so that a run needs no YAML parser. Run from its
 * source, mcptest reads conformance-corpus/ itself.
 */
const builtFolder = (): URL | undefined => {
  const bundled = new URL("./conformance/", import.meta.url);
  return existsSync(bundled) ? bundled : undefined;
};

const sourceFolder = (): URL => new URL("../../../conformance-corpus/", import.meta.url);
