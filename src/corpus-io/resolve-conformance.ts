import { basename, join, resolve } from "node:path";
import { newestFirst, readVersion } from "../corpus/sep-versions.ts";
import type { CorpusSource, SepCorpus } from "../model/conformance.ts";
import { embeddedCorpus, embeddedVersions } from "./conformance-embedded.ts";
import { entriesOf, sepFilesIn } from "./conformance-files.ts";

export interface ConformanceHomes {
  /** When set, nothing else is looked at. */
  readonly corpusDir?: string | undefined;
  /** Where refreshed corpora are kept; undefined where the machine names no such place. */
  readonly cacheDir?: string | undefined;
}

/** The corpora at hand. Nothing is parsed before a version is chosen. */
export interface ConformanceCorpora {
  /** Newest first. */
  readonly versions: readonly string[];
  /** Files without a version of their own: they are taken for whatever version is asked for. */
  readonly anyVersion: boolean;
  sourceOf(version: string): CorpusSource | undefined;
  /** Throws what is wrong with the files, with file, line and column. */
  load(version: string): Promise<SepCorpus>;
}

/** Looks where corpora may be. The cache is newer than what was built in, so it wins for a version both have. */
export const resolveConformance = ({ corpusDir, cacheDir }: ConformanceHomes): ConformanceCorpora => {
  if (corpusDir !== undefined) return overriding(corpusDir);
  const cached = cacheDir === undefined ? new Map<string, string>() : versionFolders(cacheDir);
  const embedded = embeddedVersions();
  const sourceOf = (version: string): CorpusSource | undefined => {
    if (cached.has(version)) return "cache";
    return embedded.includes(version) ? "embedded" : undefined;
  };
  return {
    versions: newestFirst([...cached.keys(), ...embedded]),
    anyVersion: false,
    sourceOf,
    load: (version) => {
      const name = cached.get(version);
      return cacheDir === undefined || name === undefined
        ? embeddedCorpus(version)
        : loadFolder(version, "cache", join(cacheDir, name));
    },
  };
};

/** A folder of version folders, or the files themselves. */
const overriding = (folder: string): ConformanceCorpora => {
  if (sepFilesIn(folder).length > 0) {
    const named = readVersion(basename(resolve(folder)));
    return {
      versions: named === undefined ? [] : [named],
      anyVersion: true,
      sourceOf: () => "override",
      load: (version) => loadFolder(version, "override", folder),
    };
  }
  const folders = versionFolders(folder);
  return {
    versions: newestFirst([...folders.keys()]),
    anyVersion: false,
    sourceOf: (version) => (folders.has(version) ? "override" : undefined),
    load: (version) => loadFolder(version, "override", join(folder, folders.get(version) ?? version)),
  };
};

const loadFolder = async (version: string, source: CorpusSource, folder: string): Promise<SepCorpus> => {
  const { loadSepFolder } = await import("./conformance-folder.ts");
  return loadSepFolder(version, source, folder);
};

/** Versions with the names of their folders: people write `v2026-07-28` too. Empty folders hold no corpus. */
const versionFolders = (folder: string): ReadonlyMap<string, string> => {
  const found = new Map<string, string>();
  for (const name of [...entriesOf(folder)].sort()) {
    const version = readVersion(name);
    if (version !== undefined && !found.has(version) && sepFilesIn(join(folder, name)).length > 0)
      found.set(version, name);
  }
  return found;
};
