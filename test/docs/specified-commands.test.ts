// A page may name only commands and flags that are specified.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { COMMAND_SPECS } from "../../src/cli/all-commands.ts";
import { listFlags } from "../../src/cli/flags/flag.ts";
import { filesBelow, ROOT } from "../architecture/source-files.ts";

/** Of every command, on top of its own. */
const EVERYWHERE = ["--help", "-h", "--version", "-V"];

/** The commands in blocks marked `sh`, as they are typed, up to what is no word of ours: `--`, a pipe, a comment. */
const commandsIn = (text: string): string[] =>
  [...text.matchAll(/^```sh\n([\s\S]*?)^```/gm)].flatMap(([, block = ""]) =>
    [...block.replaceAll("\\\n", " ").matchAll(/(?:^|(?<!npm install)[ (])mcptest( +[a-z][^\n]*)/gm)].map(
      ([, words = ""]) => (words.split(/ -- | [|>&#]|[|;)]/)[0] ?? "").trim(),
    ),
  );

const specOf = (typed: string) =>
  COMMAND_SPECS.filter(({ name }) => `${typed} `.startsWith(`${name} `)).sort(
    (a, b) => b.name.length - a.name.length,
  )[0];

const pages = [
  { path: "README.md", text: readFileSync(join(ROOT, "README.md"), "utf8") },
  ...[...filesBelow("docs"), ...filesBelow("examples")].filter(({ path }) => path.endsWith(".md")),
];

test.each(pages.map(({ path, text }) => [path, commandsIn(text)] as const).filter(([, typed]) => typed.length > 0))(
  "%s",
  (_path, typed) => {
    for (const line of typed) {
      const spec = specOf(line);
      expect(spec?.name, line).toBeDefined();
      const known = listFlags(spec?.flags ?? {}).flatMap(({ flag }) => flag.match(/^-[\w-]+|(?<=, )--[\w-]+/g) ?? []);
      for (const [flag] of line.replace(/"[^"]*"|'[^']*'/g, "").matchAll(/(?<= )--?[a-zA-Z][\w-]*/g))
        expect([...known, ...EVERYWHERE], line).toContain(flag);
    }
  },
);
