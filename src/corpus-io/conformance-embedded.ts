import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { SepCorpus, SepMapping } from "../model/conformance.ts";

/**
 * What ships with the package: JSON made at build time beside the bundle, so that a run needs no YAML parser. Run from its
 * source, mcptest reads conformance-corpus/ itself.
 */
export const embeddedVersions = (): readonly string[] => {
  const built = builtFolder();
  if (!built) return readdirSync(sourceFolder()).filter((name) => /^\d/.test(name));
  return readdirSync(built).flatMap((name) => (/^\d.*\.json$/.test(name) ? [name.slice(0, -".json".length)] : []));
};

const READ = new Map<string, Promise<unknown>>();

/** Read once: a registry judges thousands of captures by the same corpus. */
const once = <T>(name: string, read: () => Promise<T>): Promise<T> => {
  const known = READ.get(name) ?? read();
  READ.set(name, known);
  return known as Promise<T>;
};

export const embeddedCorpus = (version: string): Promise<SepCorpus> => once(version, () => readCorpus(version));

export const embeddedMapping = (): Promise<SepMapping> => once("mapping", readMapping);

const readCorpus = async (version: string): Promise<SepCorpus> => {
  const built = builtFolder();
  if (built) return readBuilt(built, `${version}.json`) as SepCorpus;
  const { loadSepFolder } = await import("./conformance-folder.ts");
  return loadSepFolder(version, "embedded", fileURLToPath(new URL(version, sourceFolder())));
};

const readMapping = async (): Promise<SepMapping> => {
  const built = builtFolder();
  if (built) return readBuilt(built, "mapping.json") as SepMapping;
  const { loadMapping } = await import("./conformance-compile.ts");
  return loadMapping(fileURLToPath(sourceFolder()));
};

const readBuilt = (folder: URL, name: string): unknown => JSON.parse(readFileSync(new URL(name, folder), "utf8"));

const builtFolder = (): URL | undefined => {
  const bundled = new URL("./conformance/", import.meta.url);
  return existsSync(bundled) ? bundled : undefined;
};

const sourceFolder = (): URL => new URL("../../conformance-corpus/", import.meta.url);
