import { basename, join, resolve } from "node:path";
import type { CorpusSource, SepCorpus } from "../corpus/conformance.ts";
import { newestFirst, RELEASED_VERSIONS, readVersion } from "../corpus/sep-versions.ts";
import { embeddedCorpus, withCore } from "./conformance-embedded.ts";
import { namesIn, sepFilesIn } from "./conformance-files.ts";

export interface ConformanceHomes {
  /** When set, nothing else is searched. */
  readonly corpusDir?: string | undefined;
  /** Where refreshed corpora are kept; undefined where the machine has no cache folder. */
  readonly cacheDir?: string | undefined;
}

/** The available corpora. Nothing is parsed before a version is chosen. */
export interface ConformanceCorpora {
  /** Newest first. */
  readonly versions: readonly string[];
  /** The files have no version of their own and count as whatever version is asked for. */
  readonly anyVersion: boolean;
  sourceOf(version: string): CorpusSource | undefined;
  /** Throws what is wrong with the files, with file, line and column. */
  load(version: string): Promise<SepCorpus>;
}

/**
 * Finds the corpora. The cache is newer than what ships, so its SEPs win for a version that both have. A refresh brings
 * SEPs alone, so the core requirements are those that ship.
 */
export const resolveConformance = ({ corpusDir, cacheDir }: ConformanceHomes): ConformanceCorpora => {
  if (corpusDir !== undefined) return overriding(corpusDir);
  const cached = cacheDir === undefined ? new Map<string, string>() : versionFolders(cacheDir);
  const embedded: readonly string[] = RELEASED_VERSIONS;
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
        : loadFolder(version, "cache", join(cacheDir, name)).then(withCore);
    },
  };
};

/** A folder of version folders, or the files themselves: they may lie deeper, but not where there are versions. */
const overriding = (folder: string): ConformanceCorpora => {
  const folders = versionFolders(folder);
  const files = sepFilesIn(folder);
  if (files.some((name) => !name.includes("/")) || (folders.size === 0 && files.length > 0)) {
    const named = readVersion(basename(resolve(folder)));
    return {
      versions: named === undefined ? [] : [named],
      anyVersion: true,
      sourceOf: () => "override",
      load: (version) => loadFolder(version, "override", folder),
    };
  }
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
  for (const name of [...namesIn(folder)].sort()) {
    const version = readVersion(name);
    if (version !== undefined && !found.has(version) && sepFilesIn(join(folder, name)).length > 0)
      found.set(version, name);
  }
  return found;
};
