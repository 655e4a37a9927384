import type { SepCorpus } from "../../judge/corpus/conformance.ts";
import { CorpusError } from "../../judge/corpus/corpus.ts";
import { readVersion } from "../../judge/corpus/sep-versions.ts";
import { cacheFolder } from "../../judge/corpus-files/conformance-cache.ts";
import { type ConformanceCorpora, resolveConformance } from "../../judge/corpus-files/resolve-conformance.ts";
import { LATEST_STATELESS } from "../../protocol/revision.ts";
import type { Console } from "../terminal/console.ts";
import { oneLine, quoted, UsageError } from "../usage-error.ts";
import type { FlagsOf } from "./flag.ts";

/** Which corpus, of those in which folder. */
export type CorpusFlags = FlagsOf<Record<"--target-version <version>" | "--corpus-dir <folder>", string>>;

/** `--target-version`; undefined: use the newest at hand. */
export const readTargetVersion = (text: string | undefined): string | undefined => {
  if (text === undefined || text === "latest") return undefined;
  const version = readVersion(text);
  if (version !== undefined) return version;
  throw new UsageError(`--target-version ${quoted(text)} is not a version; write it like 2026-07-28`);
};

export const findCorpora = ({ corpusDir }: CorpusFlags): ConformanceCorpora => {
  if (corpusDir === "") throw new UsageError("--corpus-dir is empty; name a folder");
  return resolveConformance({ corpusDir, cacheDir: cacheFolder(process.env, process.platform) });
};

/** Whether there is a folder of exactly this name, whatever revision it is about. */
export const hasCorpusNamed = (version: string, flags: CorpusFlags): boolean => {
  const name = readVersion(version);
  return name !== undefined && findCorpora(flags).versions.includes(name);
};

/** A broken corpus file is the user's to fix: one line, not a bug of ours. */
export const readingCorpus = async <T>(read: () => Promise<T>): Promise<T> => {
  try {
    return await read();
  } catch (error) {
    if (error instanceof CorpusError) throw new UsageError(error.message);
    // Loaded only now: most runs read no YAML at all.
    const { YamlError } = await import("../../judge/corpus-files/read-yaml.ts");
    if (error instanceof YamlError) throw new UsageError(error.message);
    throw error;
  }
};

/**
 * Finds and reads the corpus of `version` (undefined: the newest) before a server is probed. Undefined: there is none,
 * and the user has been told how to get it.
 */
export const requireCorpora = async (
  version: string | undefined,
  flags: CorpusFlags,
  console: Console,
): Promise<ConformanceCorpora | undefined> => {
  const corpora = findCorpora(flags);
  const wanted = version ?? corpora.versions[0];
  if (wanted === undefined ? !corpora.anyVersion : corpora.sourceOf(wanted) === undefined) {
    reportMissingCorpus(version, corpora, flags, console);
    return undefined;
  }
  await loadCorpus(corpora, wanted ?? LATEST_STATELESS);
  return corpora;
};

export const loadCorpus = (corpora: ConformanceCorpora, version: string): Promise<SepCorpus> =>
  readingCorpus(() => corpora.load(version));

/** Says which corpus is missing and how to get it. */
export const reportMissingCorpus = (
  version: string | undefined,
  { versions }: ConformanceCorpora,
  { corpusDir }: CorpusFlags,
  console: Console,
): void => {
  const where = corpusDir === undefined ? "" : ` in ${quoted(corpusDir)}`;
  const what = version === undefined ? `there is no corpus${where}` : `there is no corpus for ${version}${where}`;
  const others = versions.length === 0 ? "" : ` (found: ${versions.join(", ")})`;
  const fetched = version === undefined ? "" : ` --target-version ${version}`;
  const into = corpusDir === undefined ? "" : ` --corpus-dir ${quoted(corpusDir)}`;
  console.err(`mcptest: ${oneLine(`${what}${others}; fetch one with mcptest conformance refresh${fetched}${into}`)}\n`);
};
