import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { SavedScorecard } from "../../model/suite-result.ts";
import type { BaselineEntry } from "../../model/baseline.ts";
import { readBaseline } from "../../suite/baseline.ts";
import { readScorecard } from "../../suite/scorecard.ts";
import type { Suite } from "../../suite/suite.ts";
import { UsageError } from "../usage-error.ts";
import { oneLineErrors, readUserFile, readUserFileIfAny } from "./suite-file.ts";

export interface BaselineFile {
  readonly path: string;
  /** Undefined: there is none yet. */
  readonly text: string | undefined;
  readonly entries: readonly BaselineEntry[];
}

/** The baseline of the command line, else that of the suite. */
export const openBaseline = async (
  flag: string | undefined,
  suite: Suite | undefined,
  updating: boolean,
): Promise<BaselineFile | undefined> => {
  const own = suite?.compliance?.baseline;
  const path =
    flag ??
    (own !== undefined && suite
      ? suite.resolve(own)
      : updating
        ? resolve(suite?.folder ?? ".", "compliance-baseline.yml")
        : undefined);
  if (path === undefined) return undefined;
  const text = readUserFileIfAny(path);
  if (text === undefined && !updating)
    throw new UsageError(`cannot read the baseline ${path}: there is no such file; write it with --update-baseline`);
  const entries = text === undefined || text.trim() === "" ? [] : await oneLineErrors(() => readBaseline(text, path));
  return { path, text, entries };
};

/** What grade_delta compares with. None yet is fine; one that cannot be read is not. */
export const openScorecard = (suite: Suite): SavedScorecard | undefined => {
  const against = suite.compliance?.gradeDelta?.against;
  if (against === undefined) return undefined;
  const path = suite.resolve(against);
  if (!existsSync(path)) return undefined;
  const found = readScorecard(readUserFile(path));
  if (found) return found;
  throw new UsageError(
    `${suite.spot(["compliance", "grade_delta", "against"])}: ${against} is no scorecard; write it again with --save-scorecard`,
  );
};
