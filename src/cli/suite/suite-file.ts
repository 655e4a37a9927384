import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { loadOwnRules, openRuleBook } from "../../suite/parse/load-own-rules.ts";
import { parseSuite } from "../../suite/parse/parse-suite.ts";
import { SuiteError } from "../../suite/problem.ts";
import type { RuleBook } from "../../suite/rules/rule-book.ts";
import type { Suite } from "../../suite/suite.ts";
import { readUserFile } from "../files/read-file.ts";
import { UsageError } from "../usage-error.ts";

/** Where a suite is looked for when none is named. */
const DEFAULT_FILES = ["mcptest.yaml", "mcptest.yml"] as const;

export const findSuiteFile = (named: string | undefined): string => {
  if (named !== undefined) return named;
  const found = DEFAULT_FILES.find((name) => existsSync(name));
  if (found !== undefined) return found;
  throw new UsageError(
    `there is no ${DEFAULT_FILES.join(" or ")} in this folder; name a suite with --config, or write one with mcptest init`,
  );
};

/** Throws a SuiteError with every problem. */
export const loadSuiteFile = async (file: string, book: RuleBook): Promise<Suite> =>
  parseSuite(readUserFile(file), file, { env: process.env, folder: dirname(resolve(file)), book });

export const openSuite = (file: string, book: RuleBook): Promise<Suite> =>
  oneLineErrors(() => loadSuiteFile(file, book), file);

export const openBook = (registry: string | undefined): Promise<RuleBook> =>
  oneLineErrors(async () => openRuleBook(registry === undefined ? undefined : await loadOwnRules(registry)));

const MOST_SHOWN = 50;

/** One error with every mistake, each with its line. */
export const oneLineErrors = async <T>(action: () => Promise<T> | T, suite?: string): Promise<T> => {
  try {
    return await action();
  } catch (error) {
    if (!(error instanceof SuiteError)) throw error;
    const [, ...others] = error.lines;
    const left = others.length - MOST_SHOWN;
    const rest = others.length > 0 ? ` (and ${others.length} more)` : "";
    throw new UsageError(`${error.message}${rest}`, [
      ...others.slice(0, MOST_SHOWN),
      ...(left > 0 ? [`… and ${left} more; mcptest validate ${suite ?? ""} lists them all`] : []),
    ]);
  }
};
