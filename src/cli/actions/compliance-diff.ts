import { existsSync, statSync } from "node:fs";
import { basename, resolve } from "node:path";
import { CorpusError, revisionLabel } from "../../judge/corpus/corpus.ts";
import { diffCorpora } from "../../judge/corpus/diff-versions.ts";
import { YamlError } from "../../judge/corpus-files/read-yaml.ts";
import { VersionCorpus } from "../../judge/corpus-files/version-corpus.ts";
import { parseRevision, REVISIONS, releaseNote, releaseOf } from "../../protocol/revision.ts";
import { render } from "../../report/render.ts";
import { diffView } from "../../report/views/diff/view.ts";
import type { complianceDiff } from "../commands/compliance.ts";
import type { CallOf } from "../commands/define-command.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { notARevision } from "../flags/probe-flags.ts";
import { readReporters, writeReports } from "../flags/reporter-flags.ts";
import type { Console } from "../terminal/console.ts";
import { oneLine, UsageError } from "../usage-error.ts";

const DIFF_REPORTERS = ["pretty", "json", "markdown"] as const;

/** `mcptest compliance diff`: which rules change between two revisions. A difference is an answer, not a failure. */
export const runComplianceDiff = ({ args, flags, console }: CallOf<typeof complianceDiff>): ExitCode => {
  const { from, to } = args;
  const [before, after] = [from, to].map((text) => findCorpus(released(text, console)));
  if (!before || !after) {
    const missing = before ? to : from;
    console.err(
      `mcptest: there is no corpus for ${missing}; use one of ${KNOWN.join(", ")}, or a folder of YAML rows\n`,
    );
    return EXIT.corpusMissing;
  }
  const chosen = readReporters(flags, DIFF_REPORTERS);
  const diff = diffCorpora(load(before), load(after));
  writeReports(chosen, (reporter, print) => render(diffView, diff, reporter, print), console);
  return EXIT.ok;
};

/** A candidate means the revision it became, unless there is a folder of that very name. */
const released = (text: string, console: Console): string => {
  const release = existsSync(text) ? undefined : releaseOf(text);
  if (release === undefined) return text;
  console.err(`mcptest: ${oneLine(releaseNote(text, release))}\n`);
  return release;
};

const KNOWN = REVISIONS.map(revisionLabel);

/** A revision or a folder. A date without a corpus is undefined; anything else is a typing error. */
const findCorpus = (text: string): (() => VersionCorpus) | undefined => {
  const revision = parseRevision(text);
  if (revision) return () => VersionCorpus.embedded(revision);
  if (existsSync(text) && statSync(text).isDirectory())
    return () => VersionCorpus.loadDir(basename(resolve(text)), text);
  if (/^v?\d{4}-\d{2}-\d{2}(-[a-z0-9.]+)?$/i.test(text)) return undefined;
  if (/[/\\]/.test(text)) throw new UsageError(`${text} is not a folder; name a revision or a folder of YAML rows`);
  throw new UsageError(`${notARevision(text, KNOWN)}, or a folder of YAML rows`);
};

/** A mistake in the user's own files is one line with file, line and column. */
const load = (corpus: () => VersionCorpus): VersionCorpus => {
  try {
    return corpus();
  } catch (error) {
    if (error instanceof CorpusError || error instanceof YamlError || isFileTrouble(error))
      throw new UsageError((error as Error).message);
    throw error;
  }
};

const isFileTrouble = (error: unknown): boolean =>
  error instanceof Error && typeof (error as NodeJS.ErrnoException).code === "string";
