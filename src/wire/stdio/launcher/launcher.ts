import { LAUNCHER_TABLE, type LauncherRow, type OptionRule } from "./launcher-table.ts";

/** A command that fetches a program first, if need be, and starts it. */
export interface Launcher {
  /** As users call it: `npx`, `uv run`. */
  readonly name: string;
  /** What it fetches, in the user's words. */
  readonly starts: string;
  /** What the program is given; undefined where the command line does not tell. */
  readonly programArgs: readonly string[] | undefined;
}

/** Reads a command line as its launcher does; undefined if it starts something that is already there. */
export const recogniseLauncher = (command: string, args: readonly string[]): Launcher | undefined => {
  const program = programName(command);
  for (const row of LAUNCHER_TABLE) {
    const rest = row.program === program ? behindWords(row, args) : undefined;
    const launcher = rest && readRest(row, rest);
    if (launcher) return launcher;
  }
  return undefined;
};

/** The name of a program without its folder and what Windows adds. */
export const programName = (path: string): string =>
  (path.split(/[\\/]/).at(-1) ?? "").replace(/\.(?:exe|cmd|bat|ps1)$/i, "").toLowerCase();

/** What stands behind the words that make it a launcher; options may stand between them. */
const behindWords = ({ words, options }: LauncherRow, args: readonly string[]): readonly string[] | undefined => {
  let rest = args;
  for (const word of words) {
    const at = skipOptions(options, rest).next;
    if (rest[at] !== word) return undefined;
    rest = rest.slice(at + 1);
  }
  return rest;
};

const readRest = (row: LauncherRow, rest: readonly string[]): Launcher | undefined => {
  const { name, packageOptions, shellOptions } = row;
  const { next, given } = skipOptions(row.options, rest);
  const { positional, given: later } = row.interleaved ? interleaved(row, rest.slice(next)) : plain(rest.slice(next));
  const options = [...given, ...later];
  const packaged = options.find(([option]) => packageOptions.includes(option))?.[1];
  const isShell = options.some(([option]) => shellOptions.includes(option));
  const [program, ...programArgs] = positional;
  const starts = packaged ?? program ?? (isShell ? options.find(([option]) => shellOptions.includes(option))?.[1] : "");
  if (starts === undefined || starts === "") return undefined;
  return { name, starts: withoutCredentials(starts), programArgs: isShell ? undefined : programArgs };
};

type Given = readonly (readonly [option: string, value: string | undefined])[];

const plain = (rest: readonly string[]): { positional: readonly string[]; given: Given } => ({
  positional: rest[0] === "--" ? rest.slice(1) : rest,
  given: [],
});

/** Options are the launcher's own up to `--`, wherever they stand. */
const interleaved = (row: LauncherRow, rest: readonly string[]): { positional: readonly string[]; given: Given } => {
  const positional: string[] = [];
  const given: (readonly [string, string | undefined])[] = [];
  let left = rest;
  while (left.length > 0) {
    const [word = ""] = left;
    if (word === "--") return { positional: [...positional, ...left.slice(1)], given };
    const skipped = skipOptions(row.options, left);
    given.push(...skipped.given);
    if (skipped.next === 0) positional.push(word);
    left = left.slice(Math.max(skipped.next, 1));
  }
  return { positional, given };
};

/** How many words are options and their values, and what they say. */
const skipOptions = (rule: OptionRule, words: readonly string[]): { next: number; given: Given } => {
  const given: (readonly [string, string | undefined])[] = [];
  let next = 0;
  while (next < words.length) {
    const word = words[next] ?? "";
    if (!/^-./.test(word) || word === "--") break;
    const equals = word.indexOf("=");
    const follows = words[next + 1];
    if (equals > 0) given.push([word.slice(0, equals), word.slice(equals + 1)]);
    else if (takesValue(rule, word, follows)) {
      given.push([word, follows]);
      next += 1;
    } else given.push([word, undefined]);
    next += 1;
  }
  return { next: Math.min(next, words.length), given };
};

const takesValue = (rule: OptionRule, option: string, follows: string | undefined): boolean => {
  if (follows === undefined) return false;
  if ("valued" in rule) return rule.valued.has(option);
  if (rule.dashEndsValue && follows.startsWith("-")) return false;
  if (option.startsWith("--")) return !option.startsWith("--no-") && !rule.bare.has(option.slice(2));
  // A letter may have its value attached (`-p8080:80`), and letters without one stand together (`-it`).
  const letters = option.slice(1);
  return letters.length === 1 && !rule.bareLetters.includes(letters);
};

/** What is fetched may be an address with a password. */
const withoutCredentials = (text: string): string => text.replace(/:\/\/[^/@\s]*@/g, "://");
