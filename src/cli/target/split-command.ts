import { quoted, UsageError } from "../usage-error.ts";

/** Words that mean something only to a shell. Passed on silently, they would become arguments of the server. */
const SHELL_OPERATOR = /^(?:&&?|\|\|?|;|>>?|<|\d>.*)$/s;

/**
 * Splits a command line into words as POSIX sh does, without a shell: single quotes, double quotes and
 * backslashes work; `$`, `*`, `~` and `#` are plain characters.
 */
export const splitCommand = (text: string, optionName = "--server-command"): string[] => {
  const words: string[] = [];
  let at = 0;
  while (at < text.length) {
    if (isBlank(text[at])) {
      at++;
      continue;
    }
    const word = readWord(text, at, optionName);
    // As in sh, a line continuation alone is not a word.
    if (word.value !== "" || word.quotes) words.push(word.value);
    if (SHELL_OPERATOR.test(text.slice(at, word.end))) {
      throw new UsageError(
        `${optionName}: ${quoted(word.value)} at column ${at + 1} needs a shell and none is used; write sh -c '…', or quote it`,
      );
    }
    at = word.end;
  }
  return words;
};

interface Word {
  readonly value: string;
  /** True when a quote was seen, so that `''` is an empty word and not nothing. */
  readonly quotes: boolean;
  readonly end: number;
}

const readWord = (text: string, start: number, optionName: string): Word => {
  let value = "";
  let quotes = false;
  let at = start;
  while (at < text.length && !isBlank(text[at])) {
    const char = text[at];
    if (char === "'" || char === '"') {
      const section = char === "'" ? readSingleQuoted(text, at) : readDoubleQuoted(text, at);
      if (section === undefined) {
        throw new UsageError(
          `${optionName}: the ${char} at column ${at + 1} is never closed; close it, or write \\${char} for the character itself`,
        );
      }
      value += section.value;
      quotes = true;
      at = section.end;
    } else if (char === "\\") {
      if (at + 1 === text.length) {
        throw new UsageError(
          `${optionName}: the backslash at column ${at + 1} has nothing to escape; write \\\\ for the character itself`,
        );
      }
      if (text[at + 1] !== "\n") value += text[at + 1];
      at += 2;
    } else {
      value += char;
      at++;
    }
  }
  return { value, quotes, end: at };
};

type Section = { readonly value: string; readonly end: number } | undefined;

const readSingleQuoted = (text: string, open: number): Section => {
  const close = text.indexOf("'", open + 1);
  return close < 0 ? undefined : { value: text.slice(open + 1, close), end: close + 1 };
};

const readDoubleQuoted = (text: string, open: number): Section => {
  let value = "";
  for (let at = open + 1; at < text.length; at++) {
    const char = text[at];
    if (char === '"') return { value, end: at + 1 };
    const next = text[at + 1];
    // Inside double quotes a backslash is itself unless one of these follows.
    if (char === "\\" && next !== undefined && '$`"\\\n'.includes(next)) {
      if (next !== "\n") value += next;
      at++;
    } else {
      value += char;
    }
  }
  return undefined;
};

const isBlank = (char: string | undefined): boolean => char === " " || char === "\t" || char === "\n";
