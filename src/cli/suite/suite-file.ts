import { existsSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { loadOwnRules } from "../../suite/own-rules.ts";
import { parseSuite } from "../../suite/parse-suite.ts";
import { SuiteError } from "../../suite/problem.ts";
import { openRuleBook, type RuleBook } from "../../suite/rule-book.ts";
import type { Suite } from "../../suite/suite.ts";
import { UsageError } from "../usage-error.ts";

/** Where a suite is looked for when none is named. */
const DEFAULT_FILES = ["mcptest.yaml", "mcptest.yml"] as const;

export const findSuiteFile = (named: string | undefined): string => {
  if (named !== undefined) return named;
  const found = DEFAULT_FILES.find((name) => existsSync(name));
  if (found !== undefined) return found;
  throw new UsageError(
    `no suite here: there is neither ${DEFAULT_FILES.join(" nor ")}; name one with --config, or write one with mcptest init`,
  );
};

/** All problems of a user's file; the commands that only want to go on report the first. */
export const loadSuiteFile = async (file: string, book: RuleBook): Promise<Suite> =>
  parseSuite(readUserFile(file), file, { env: process.env, folder: dirname(resolve(file)), book });

export const openSuite = (file: string, book: RuleBook): Promise<Suite> =>
  oneLineErrors(() => loadSuiteFile(file, book), file);

export const openBook = (registry: string | undefined): Promise<RuleBook> =>
  oneLineErrors(async () => openRuleBook(registry === undefined ? undefined : await loadOwnRules(registry)));

/** Of several problems the first is shown, and where the others are. */
export const oneLineErrors = async <T>(action: () => Promise<T> | T, suite?: string): Promise<T> => {
  try {
    return await action();
  } catch (error) {
    if (!(error instanceof SuiteError)) throw error;
    const more = error.lines.length - 1;
    const rest = more > 0 && suite !== undefined ? ` (and ${more} more: mcptest validate ${suite} lists them)` : "";
    throw new UsageError(`${error.message}${rest}`);
  }
};

const strictUtf8 = new TextDecoder("utf-8", { fatal: true });

/** A text file of the user's. */
export const readUserFile = (path: string): string => {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    throw new UsageError(`cannot read ${path}: ${trouble((error as NodeJS.ErrnoException).code)}`);
  }
  try {
    return strictUtf8.decode(bytes);
  } catch {
    throw new UsageError(`cannot read ${path}: it is not UTF-8 text; save it as UTF-8`);
  }
};

/** The same, where there may be none yet. */
export const readUserFileIfAny = (path: string): string | undefined =>
  existsSync(path) ? readUserFile(path) : undefined;

const trouble = (code: string | undefined): string => {
  switch (code) {
    case "ENOENT":
    case "ENOTDIR":
      return "there is no such file";
    case "EISDIR":
      return "it is a folder; name a file in it";
    case "EACCES":
    case "EPERM":
      return "no permission to read it";
    default:
      return code ?? "unknown reason";
  }
};
