/**
 * Build runners obey lines of a log: GitHub one that begins with `::`, after any white space; Azure Pipelines `##vso[`, TeamCity
 * `##teamcity[` and older runners `##[` wherever they stand. Text of a server's must never be such a line, so what is printed
 * for people goes through here last, after wrapping.
 */
export const defuseLines = (text: string, spelling: Spelling): string => {
  const { colon, hash } = SPELLINGS[spelling];
  return text.replaceAll(LINE_COMMAND, (_, before: string) => `${before}${colon}:`).replaceAll(ANYWHERE, `#${hash}`);
};

/** Colours before it do not make a line safe: some runners take them out first. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: our own colours begin with one
const LINE_COMMAND = /^((?:\s|\x1b\[[0-9;]*m)*)::/gm;

/** Upper case and space count too: who parses leniently parses these. */
const ANYWHERE = /##(?=\s*[a-z]*\[)/gi;

type Spelling = "terminal" | "markup" | "json";

/** How the same character is written in the format. */
const SPELLINGS = {
  terminal: { colon: "\\x3a", hash: "\\x23" },
  markup: { colon: "&#58;", hash: "&#35;" },
  json: { colon: "\\u003a", hash: "\\u0023" },
} as const satisfies Record<Spelling, { readonly colon: string; readonly hash: string }>;
