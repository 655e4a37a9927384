import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { BaselineEntry } from "../../scores/result/baseline.ts";
import { readScorecard } from "../../suite/judge/scorecard.ts";
import { readBaseline, updateBaseline } from "../../suite/parse/baseline-file.ts";
import type { Suite } from "../../suite/suite.ts";
import type { SavedScorecard } from "../../suite/suite-result.ts";
import { openOutputFile } from "../files/output-file.ts";
import { readUserFile, readUserFileIfAny } from "../files/read-file.ts";
import type { Console } from "../terminal/console.ts";
import { UsageError } from "../usage-error.ts";
import { oneLineErrors } from "./suite-file.ts";

export interface BaselineFile {
  readonly path: string;
  /** Undefined: the file does not exist yet. */
  readonly text: string | undefined;
  readonly entries: readonly BaselineEntry[];
}

/** The baseline that the command line names, else that of the suite. */
export const openBaseline = async (
  flag: string | undefined,
  suite: Suite | undefined,
  updating: boolean,
): Promise<BaselineFile | undefined> => {
  const own = suite?.compliance?.baseline;
  const fallback = updating ? resolve(suite?.folder ?? ".", "compliance-baseline.yml") : undefined;
  const path = flag ?? (own === undefined ? fallback : suite?.resolve(own));
  if (path === undefined) return undefined;
  const text = readUserFileIfAny(path);
  if (text === undefined && !updating)
    throw new UsageError(`cannot read the baseline ${path}: there is no such file; write it with --update-baseline`);
  const entries = text === undefined || text.trim() === "" ? [] : await oneLineErrors(() => readBaseline(text, path));
  return { path, text, entries };
};

export type BaselineUpdate = Pick<BaselineFile, "entries"> & { readonly text: string };

/** The file as it would be written; nothing is written yet. */
export const updatedBaseline = (
  { text: before, path }: BaselineFile,
  failing: Parameters<typeof updateBaseline>[1],
): BaselineUpdate => {
  const text = updateBaseline(before, failing);
  return { text, entries: readBaseline(text, path) };
};

export const writeBaseline = (
  { path }: BaselineFile,
  { text, entries }: BaselineUpdate,
  { quiet }: { readonly quiet?: boolean },
  console: Console,
): void => {
  openOutputFile(path).commit(text);
  const outcome = entries.length === 0 ? "nothing fails, so you can delete it" : `${entries.length} known to fail`;
  if (!quiet) console.err(`wrote ${path}: ${outcome}\n`);
};

export const nothingToWrite = ({ path }: BaselineFile): UsageError =>
  new UsageError(`${path} was not written: nothing could be judged; make sure the server answers and try again`);

/** What grade_delta compares with. A missing file is fine; one that cannot be read is not. */
export const openScorecard = (suite: Suite): SavedScorecard | undefined => {
  const against = suite.compliance?.gradeDelta?.against;
  if (against === undefined) return undefined;
  const path = suite.resolve(against);
  if (!existsSync(path)) return undefined;
  const found = readScorecard(readUserFile(path));
  if (found) return found;
  throw new UsageError(
    `${suite.spot(["compliance", "grade_delta", "against"])}: ${against} is not a scorecard; write a new one with --save-scorecard`,
  );
};
