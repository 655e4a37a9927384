import { existsSync, statSync } from "node:fs";
import { basename, resolve } from "node:path";
import { CorpusError } from "../../corpus/corpus.ts";
import { diffVersions } from "../../corpus/diff-versions.ts";
import { labelOf } from "../../corpus-io/load-folder.ts";
import { YamlError } from "../../corpus-io/read-yaml.ts";
import { VersionCorpus } from "../../corpus-io/version-corpus.ts";
import { parseRevision, REVISIONS } from "../../model/revision.ts";
import type { VersionDiff } from "../../model/version-diff.ts";
import { renderDiffJson } from "../../report/diff/json.ts";
import { renderDiffMarkdown } from "../../report/diff/markdown.ts";
import { renderDiffPretty } from "../../report/diff/pretty.ts";
import { summaryLine } from "../../report/diff/words.ts";
import type { Console } from "../console.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { nearestNames } from "../nearest-names.ts";
import { type Paper, type ReporterFlags, readReporters, writeReports } from "../reporters.ts";
import { quoted, UsageError } from "../usage-error.ts";

const DIFF_REPORTERS = ["pretty", "json", "markdown"] as const;
type DiffReporter = (typeof DIFF_REPORTERS)[number];

/** `mcptest compliance diff`: which rules a newer revision changes. What it finds is an answer, never a failure. */
export const runComplianceDiff = (flags: ReporterFlags, from: string, to: string, console: Console): ExitCode => {
  const sides = [findSide(from), findSide(to)] as const;
  const missing = sides.find(({ kind }) => kind === "missing");
  if (missing) {
    console.err(`mcptest: there is no corpus for ${missing.label}; mcptest has ${KNOWN.join(", ")}\n`);
    return EXIT.corpusMissing;
  }
  const chosen = readReporters(flags, DIFF_REPORTERS, "pretty");
  const [before, after] = sides.map(load) as [VersionCorpus, VersionCorpus];
  const diff = diffVersions(before, after);
  writeReports(chosen, (reporter, paper) => render(diff, reporter, paper, flags.quiet ?? false), console);
  return EXIT.ok;
};

const KNOWN = REVISIONS.map(labelOf);

interface Side {
  readonly kind: "revision" | "directory" | "missing";
  readonly label: string;
  readonly load?: () => VersionCorpus;
}

/** A revision by its name, or any directory. A date that no corpus exists for is missing; anything else is a typo. */
const findSide = (text: string): Side => {
  const revision = parseRevision(text);
  if (revision) return { kind: "revision", label: labelOf(revision), load: () => VersionCorpus.embedded(revision) };
  if (existsSync(text) && statSync(text).isDirectory()) {
    const label = basename(resolve(text));
    return { kind: "directory", label, load: () => VersionCorpus.loadDir(label, text) };
  }
  if (/^v?\d{4}-\d{2}-\d{2}(-[a-z0-9.]+)?$/i.test(text)) return { kind: "missing", label: text };
  if (/[/\\]/.test(text)) throw new UsageError(`${text} is no directory; name a revision or a directory of YAML rows`);
  const [nearest] = nearestNames(text, KNOWN, 1);
  throw new UsageError(
    `${quoted(text)} is not a revision of the protocol${nearest === undefined ? "" : `; did you mean ${nearest}?`} use one of ${KNOWN.join(", ")}, or a directory`,
  );
};

/** What is wrong in somebody's own files is one line, with file, line and column. */
const load = (side: Side): VersionCorpus => {
  try {
    if (side.load) return side.load();
    throw new CorpusError(`there is no corpus for ${side.label}`);
  } catch (error) {
    if (error instanceof CorpusError || error instanceof YamlError || isFileTrouble(error))
      throw new UsageError((error as Error).message);
    throw error;
  }
};

const isFileTrouble = (error: unknown): boolean =>
  error instanceof Error && typeof (error as NodeJS.ErrnoException).code === "string";

const render = (diff: VersionDiff, reporter: DiffReporter, { color, width }: Paper, quiet: boolean): string => {
  switch (reporter) {
    case "json":
      return renderDiffJson(diff);
    case "markdown":
      return renderDiffMarkdown(diff);
    case "pretty":
      return quiet
        ? `${diff.from} → ${diff.to}: ${diff.clean ? "clean" : "not clean"}, ${summaryLine(diff)}\n`
        : renderDiffPretty(diff, { color, width });
  }
};
