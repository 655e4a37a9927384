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

export const embeddedCorpus = async (version: string): Promise<SepCorpus> => {
  const built = builtFolder();
  if (built) return readBuilt(built, `${version}.json`) as SepCorpus;
  const { loadSepFolder } = await import("./conformance-folder.ts");
  return loadSepFolder(version, "embedded", fileURLToPath(new URL(version, sourceFolder())));
};

export const embeddedMapping = async (): Promise<SepMapping> => {
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
