import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { CorpusError } from "../../src/judge/corpus/corpus.ts";
import { loadVersionCorpus } from "../../src/judge/corpus-files/load-folder.ts";
import { YamlError } from "../../src/judge/corpus-files/read-yaml.ts";

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "mcptest-corpus-"));
});

afterEach(() => rmSync(root, { recursive: true }));

const write = (path: string, text: string): void => {
  mkdirSync(join(root, path, ".."), { recursive: true });
  writeFileSync(join(root, path), text);
};

const row = (id: string, code: number): string =>
  `- rule_id: ${id}\n  expect: [{ target: a.b, matcher: { exact: ${code} } }]\n`;

const load = (label: string) => loadVersionCorpus(label, join(root, label));

describe("a chain of folders", () => {
  test("adds, replaces and drops", () => {
    write("one/a.yaml", row("A-001", 1) + row("A-002", 2));
    write("two/corpus.yaml", "extends: one\n");
    write("two/a.yaml", `- drop: A-001\n${row("A-002", 3)}${row("A-003", 4)}`);
    write("three/corpus.yaml", "extends: two\n");
    const codes = [...load("three").rows.values()].map(({ rule_id, expect: [first] }) => [rule_id, first?.matcher]);
    expect(codes).toEqual([
      ["A-002", { exact: 3 }],
      ["A-003", { exact: 4 }],
    ]);
  });

  test("mistakes that only show when folders meet", () => {
    write("one/a.yaml", row("A-001", 1) + row("A-001", 2));
    expect(() => load("one")).toThrow(new CorpusError("corpus one has two rows for A-001"));
    write("two/corpus.yaml", "extends: two\n");
    expect(() => load("two")).toThrow("extends itself (two → two)");
    write("three/a.yaml", "- drop: A-009\n");
    expect(() => load("three")).toThrow("drops A-009, which it does not inherit");
  });
});

describe("what is wrong in a file is shown with line and column", () => {
  const failure = (text: string): string => {
    write("one/a.yaml", text);
    try {
      load("one");
    } catch (error) {
      if (error instanceof YamlError) return error.message.replace(join(root, "one", "a.yaml"), "a.yaml");
      throw error;
    }
    return "nothing";
  };

  test.each([
    ["- rule_id: proto-1\n  expect: []\n", 'a.yaml:1:3: expected a rule id such as PROTO-002, found "proto-1"'],
    ["- rule_id: A-001\n  expect: []\n", "a.yaml:2:3: a row needs at least one expectation"],
    ["- rule_id: A-001\n  expcet: []\n", 'a.yaml:2:3: "expcet" is not known here; use rule_id, when, each, expect'],
    [
      "- rule_id: A-001\n  expect:\n    - target: a\n      matcher: { equals: 1 }\n",
      'a.yaml:4:7: "equals" is not a matcher; use one of exact, contains, icontains, contains-all, one-of, regex, type, length, range, schema, not',
    ],
    [
      "- rule_id: A-001\n  expect:\n    - target: a\n      matcher: { exact: 1, not: { exact: 2 } }\n",
      "a.yaml:4:7: expected one matcher",
    ],
    ["- rule_id: A-001\n  rule_id: A-002\n", "a.yaml:2:3: duplicate key"],
    ["- rule_id: [\n", "a.yaml:2:1: "],
    ["rule_id: A-001\n", "a.yaml:1:1: expected a list of rows"],
    ["- rule_id: A-001\n  each: maybe\n  expect: []\n", 'a.yaml:2:3: each is true or false, found "maybe"'],
  ])("%j", (text, message) => {
    expect(failure(text)).toContain(message);
  });

  test("Corpus files: aliases that multiply are refused", () => {
    const bomb = `a: &a [x]\n${"bcdefghijk"
      .split("")
      .map((name, index) => `${name}: &${name} [${Array(10).fill(`*${"abcdefghij"[index]}`).join(", ")}]`)
      .join("\n")}\n`;
    expect(failure(bomb)).toMatch(/^a\.yaml: Excessive alias count/);
  });
});
