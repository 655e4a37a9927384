import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { isJsonObject, type Json } from "../../src/base/json.ts";
import { readQuickly } from "../../src/judge/corpus-files/quick-yaml.ts";
import { openWhole, openYaml, type YamlSource } from "../../src/judge/corpus-files/read-yaml.ts";
import type { YamlPath } from "../../src/judge/corpus-files/yaml-path.ts";

const toError = (lines: readonly string[]): Error => new Error(lines.join("\n"));

const pathsOf = (value: Json, path: YamlPath = []): YamlPath[] => {
  const inside = Array.isArray(value)
    ? value.flatMap((item, index) => pathsOf(item, [...path, index]))
    : isJsonObject(value)
      ? Object.entries(value).flatMap(([key, entry]) => pathsOf(entry, [...path, key]))
      : [];
  return [path, ...inside];
};

/** The places of a document, of a large one some of them, and one that is not there below each. */
const spotsOf = ({ value, spot }: YamlSource): readonly string[] => {
  const paths = pathsOf(value);
  const every = Math.ceil(paths.length / 300);
  return paths
    .filter((_, index) => index % every === 0)
    .flatMap((path) => [spot(path), spot(path, true), spot([...path, "no such member"])]);
};

const agree = (text: string): void => {
  const whole = openWhole(text, "a.yaml", toError);
  const either = openYaml(text, "a.yaml", toError);
  expect(either.value).toEqual(whole.value);
  expect(spotsOf(either)).toEqual(spotsOf(whole));
};

const yamlFiles = ["compliance", "acceptance", "conformance-corpus", "examples", "sdks"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.ya?ml$/.test(name))
    .map((name) => join(folder, name)),
);

describe("YAML that is read quickly", () => {
  test.each(yamlFiles)("%s has the same value and the same places either way", (file) =>
    agree(readFileSync(file, "utf8")),
  );

  test("what people write is read quickly", () => {
    const text =
      "tests:\n  - name: \"a b\"\n    call: { tool: get_time, arguments: { n: 1, s: 'x' } }\n    # why\n    expect:\n      - { target: text, matcher: { contains: é } }\n";
    expect(readQuickly(text)?.value).toEqual({
      tests: [
        {
          name: "a b",
          call: { tool: "get_time", arguments: { n: 1, s: "x" } },
          expect: [{ target: "text", matcher: { contains: "é" } }],
        },
      ],
    });
    agree(text);
  });

  test.each([
    ["a scalar as the document", "hello"],
    ["nothing", ""],
    ["an alias", "a: &x 1\nb: *x"],
    ["a tag", "a: !!str 1"],
    ["a block of text", "a: |\n  b\n  c\n"],
    ["a merge", "a: { b: 1 }\nc:\n  <<: { b: 2 }\n"],
    ["a number as a key", "1: a"],
    ["null as a key", "null: a"],
    ["an empty key", ": a"],
    ["two documents", "a: 1\n---\nb: 2"],
    ["the same key twice", "a: 1\na: 2"],
    ["a tab", "a:\tb"],
    ["an open bracket", "a: [1"],
    ["a member of the prototype", "__proto__: { a: 1 }"],
    ["an empty item", "a:\n  -\n  - b"],
    ["a list as a key", "? [a]\n: b"],
  ])("%s is left to the parser that knows everything", (_what, text) => {
    expect(readQuickly(text)).toBeUndefined();
  });

  test.each([
    "a: 0o17\nb: 0x1F\nc: 1e3\nd: .5\ne: -0\nf: +12\ng: 012\nh: 1_000\ni: 9007199254740993\n",
    "a: yes\nb: No\nc: on\nd: TRUE\ne: Null\nf: ~\ng: 2026-11-17\nh: 12:30:45\ni: 0b11\nj: 0o8\n",
    "a: word word\n  more words\nb: 'it''s'\nc: \"\\u00e9\\n\"\nd:\ne: # nothing\n  - f\n",
    "a:\r\n  - b\r\n  - { c: d }\r\n",
    "a: {b: , c: [1,, 2]}\n",
    "a: 'b': c\n",
    "a: [1, [2, { b: 3 }],\n  4]\n# end",
    'a: http://x.example/#b\nc: b#d\ne: -f\ng: ?h\n"i" : j\n',
  ])("%j means the same either way, or is refused either way", (text) => {
    let whole: Error | undefined;
    try {
      openWhole(text, "a.yaml", toError);
    } catch (error) {
      whole = error as Error;
    }
    if (whole) expect(() => openYaml(text, "a.yaml", toError)).toThrow(whole.message);
    else agree(text);
  });

  test("whatever is written in any style", () => {
    const key = fc.string({ minLength: 1, maxLength: 8 }).filter((name) => name !== "__proto__");
    const { value } = fc.letrec<{ value: Json }>((tie) => ({
      value: fc.oneof(
        { depthSize: "small" },
        fc.string({ maxLength: 12 }),
        fc.integer(),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie("value"), { maxLength: 4 }),
        fc.dictionary(key, tie("value"), { maxKeys: 4 }),
      ),
    }));
    const style = fc.record({
      collectionStyle: fc.constantFrom("any" as const, "flow" as const, "block" as const),
      indent: fc.integer({ min: 1, max: 6 }),
      defaultStringType: fc.constantFrom("PLAIN" as const, "QUOTE_DOUBLE" as const, "QUOTE_SINGLE" as const),
      lineWidth: fc.constantFrom(0, 20, 80),
    });
    fc.assert(
      fc.property(fc.dictionary(key, value, { minKeys: 1 }), style, (document, options) => {
        agree(stringify(document, options));
      }),
      { numRuns: 200 },
    );
  });
});
