import fc from "fast-check";
import { expect, test } from "vitest";
import { splitCommand } from "../../../src/cli/target/split-command.ts";
import { usageMessage } from "./fixtures.ts";

test.each<[string, string[]]>([
  ["", []],
  ["  \t\n ", []],
  ["node server.js --port 3000", ["node", "server.js", "--port", "3000"]],
  ["node  'my server.js'", ["node", "my server.js"]],
  ['a"b c"d', ["ab cd"]],
  ["'' \"\"", ["", ""]],
  ["a\\ b", ["a b"]],
  ["'a\\b'", ["a\\b"]],
  ['"a\\b\\"c\\\\d\\$e\\`f"', ['a\\b"c\\d$e`f']],
  ["'it'\\''s'", ["it's"]],
  ["a\\\nb", ["ab"]],
  ["a \\\n b", ["a", "b"]],
  ['"a\\\nb"', ["ab"]],
  ["echo $HOME *.js ~/x #no {a,b} `id` $(id)", ["echo", "$HOME", "*.js", "~/x", "#no", "{a,b}", "`id`", "$(id)"]],
  ["x http://h/?a=1&b=2", ["x", "http://h/?a=1&b=2"]],
  ["x '&&' \\; \"|\"", ["x", "&&", ";", "|"]],
])("%j splits as sh does", (text, words) => {
  expect(splitCommand(text)).toEqual(words);
});

test("an open quote is reported with its column", () => {
  expect(usageMessage(() => splitCommand("node 'server.js"))).toBe(
    "--server-command: the ' at column 6 is never closed; close it, or write \\' for the character itself",
  );
  expect(usageMessage(() => splitCommand('a "b\\"', "servers[0].command"))).toBe(
    'servers[0].command: the " at column 3 is never closed; close it, or write \\" for the character itself',
  );
});

test("a last backslash is reported with its column", () => {
  expect(usageMessage(() => splitCommand("node a\\"))).toBe(
    "--server-command: the backslash at column 7 has nothing to escape; write \\\\ for the character itself",
  );
});

test.each(["&&", "||", "|", ";", "&", ">", ">>", "<", "2>&1"])("%s is not passed on as an argument", (operator) => {
  expect(usageMessage(() => splitCommand(`a ${operator} b`))).toBe(
    `--server-command: "${operator}" at column 3 needs a shell and none is used; write sh -c '…', or quote it`,
  );
});

const single = (word: string) => `'${word.replaceAll("'", "'\\''")}'`;
const double = (word: string) => `"${word.replace(/["\\$`]/g, "\\$&")}"`;
// A backslash before a line break removes both, so a line break is quoted instead.
const escaped = (word: string) => (word === "" ? "''" : word.replace(/./gs, (c) => (c === "\n" ? "'\n'" : `\\${c}`)));

test("quoting any words and splitting gives them back", () => {
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.string({ unit: fc.constantFrom("'", '"', "\\", " ", "\n", "\t", "$", "a", "&") }),
  );
  const quotedWord = fc.tuple(text, fc.constantFrom(single, double, escaped));
  const gap = fc.constantFrom(" ", "  ", "\t", "\n ");
  fc.assert(
    fc.property(fc.array(quotedWord), gap, (words, between) => {
      const line = words.map(([word, quote]) => quote(word)).join(between);
      expect(splitCommand(line)).toEqual(words.map(([word]) => word));
    }),
    { numRuns: 500 },
  );
});

test("any text is split or refused with one line", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom("'", '"', "\\", " ", "\n", "a", ">", "2") }), (text) => {
      try {
        splitCommand(text);
      } catch {
        usageMessage(() => splitCommand(text));
      }
    }),
  );
});
