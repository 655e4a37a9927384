import type { ConformanceCorpora } from "../../judge/corpus-files/resolve-conformance.ts";
import { releaseNote, releaseOf } from "../../protocol/revision.ts";
import type { Suite, SuiteConformance } from "../../suite/suite.ts";
import { type CorpusFlags, hasCorpusNamed, requireCorpora } from "../flags/find-corpora.ts";
import type { Console } from "../terminal/console.ts";

/** A candidate as `target_version` means the revision it became, unless there is a corpus of that very name. */
export const withReleasedTarget = (suite: Suite): Suite => {
  const { conformance, notes } = suite;
  const { targetVersion } = conformance ?? {};
  const release = targetVersion === undefined ? undefined : releaseOf(targetVersion);
  if (!conformance || targetVersion === undefined || release === undefined) return suite;
  if (hasCorpusNamed(targetVersion, corpusFlags(suite, conformance))) return suite;
  return {
    ...suite,
    conformance: { ...conformance, targetVersion: release },
    notes: [...notes, releaseNote(targetVersion, release)],
  };
};

/** Undefined: there is none, and the user has been told how to get it. */
export const corporaOf = (
  suite: Suite,
  conformance: SuiteConformance,
  console: Console,
): Promise<ConformanceCorpora | undefined> =>
  requireCorpora(conformance.targetVersion, corpusFlags(suite, conformance), console);

const corpusFlags = (suite: Suite, { corpusDir }: SuiteConformance): CorpusFlags =>
  corpusDir === undefined ? {} : { corpusDir: suite.resolve(corpusDir) };
