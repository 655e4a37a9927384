import { CorpusError } from "../corpus/corpus.ts";
import { readVersion } from "../corpus/sep-versions.ts";
import { cacheFolder } from "../corpus-io/conformance-cache.ts";
import { type ConformanceCorpora, resolveConformance } from "../corpus-io/resolve-conformance.ts";
import type { SepCorpus } from "../model/conformance.ts";
import type { Console } from "./console.ts";
import { oneLine, quoted, UsageError } from "./usage-error.ts";

export interface CorpusFlags {
  readonly targetVersion?: string;
  readonly corpusDir?: string;
}

/** `--target-version`; undefined when it is left to what is there. */
export const readTargetVersion = (text: string | undefined): string | undefined => {
  if (text === undefined || text === "latest") return undefined;
  const version = readVersion(text);
  if (version !== undefined) return version;
  throw new UsageError(`--target-version ${quoted(text)} is not a version; write it as 2026-07-28, or with a suffix`);
};

export const findCorpora = ({ corpusDir }: CorpusFlags): ConformanceCorpora => {
  if (corpusDir === "") throw new UsageError("--corpus-dir is empty; name a folder");
  return resolveConformance({ corpusDir, cacheDir: cacheFolder(process.env, process.platform) });
};

/** What is wrong with the files of a corpus is the user's to mend: one line, not a bug of ours. */
export const readingCorpus = async <T>(read: () => Promise<T>): Promise<T> => {
  try {
    return await read();
  } catch (error) {
    if (error instanceof CorpusError) throw new UsageError(error.message);
    // Asked only when something went wrong: the YAML parser is not loaded for nothing.
    const { YamlError } = await import("../corpus-io/read-yaml.ts");
    if (error instanceof YamlError) throw new UsageError(error.message);
    throw error;
  }
};

export const loadCorpus = (corpora: ConformanceCorpora, version: string): Promise<SepCorpus> =>
  readingCorpus(() => corpora.load(version));

/** Says that there is no such corpus, and how to get one. */
export const sayMissing = (
  version: string | undefined,
  { versions }: ConformanceCorpora,
  { corpusDir }: CorpusFlags,
  console: Console,
): void => {
  const where = corpusDir === undefined ? "" : ` in ${quoted(corpusDir)}`;
  const what = version === undefined ? `there is no corpus${where}` : `there is no corpus for ${version}${where}`;
  const others = versions.length === 0 ? "" : ` (there is ${versions.join(", ")})`;
  const fetched = version === undefined ? "" : ` --target-version ${version}`;
  const into = corpusDir === undefined ? "" : ` --corpus-dir ${quoted(corpusDir)}`;
  console.err(`mcptest: ${oneLine(`${what}${others}; fetch one with mcptest conformance refresh${fetched}${into}`)}\n`);
};
