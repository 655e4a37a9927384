import fc from "fast-check";
import { expect, it } from "vitest";
import { toPointer } from "../../src/base/pointer.ts";
import { readStrictJson } from "../../src/base/strict-json.ts";

const NO_LIMITS = { depth: Number.POSITIVE_INFINITY, values: Number.POSITIVE_INFINITY };

const sameAsEngine = (text: string): void => {
  const reading = readStrictJson(text, NO_LIMITS);
  let expected: unknown;
  try {
    expected = JSON.parse(text);
  } catch {
    expect([text, reading.ok]).toEqual([text, false]);
    return;
  }
  expect([text, reading.ok && reading.value]).toEqual([text, expected]);
};

const TOKENS = [
  ...'[]{}:,"\\/ \t\r\n-+.eE0123456789uabfntrl',
  ...["true", "false", "null", '""', '"a"', '"a":', "\\u", "\\ud83d", "\\ude00", "\ud83d", "\ude00", "1.0", "1e5"],
  ...["\u{2028}", "\u{feff}", "\u{a0}", "\u0000", "\u001f", "\v", "\f", "é", "// ", "'", "NaN"],
];

const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.array(fc.constantFrom(...TOKENS), { maxLength: 14 }).map((tokens) => tokens.join("")),
  fc.array(fc.constantFrom(...TOKENS), { maxLength: 6 }).map((tokens) => `"${tokens.join("")}"`),
);

/** Valid JSON with one place changed: nearly right is where two parsers come apart. */
const damagedJson = fc
  .tuple(fc.json({ maxDepth: 4 }), fc.nat(), fc.nat(3), fc.constantFrom("", ...TOKENS))
  .map(([text, place, removed, inserted]) => {
    const at = place % (text.length + 1);
    return text.slice(0, at) + inserted + text.slice(at + removed);
  });

it("accepts and yields exactly what JSON.parse does, for any text", () => {
  fc.assert(fc.property(anyText, sameAsEngine), { numRuns: 20_000 });
});

it("accepts and yields exactly what JSON.parse does, for JSON and for damaged JSON", () => {
  fc.assert(fc.property(fc.json({ stringUnit: "binary" }), sameAsEngine), { numRuns: 1_000 });
  fc.assert(fc.property(damagedJson, sameAsEngine), { numRuns: 20_000 });
});

/** A document as a tree that may repeat keys, so that the notes to expect can be read off it. */
type Tree = { list: Tree[] } | { members: [string, Tree][] } | { literal: string };

const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc
      .constantFrom("1", '"x"', "null", "1e999", "9007199254740993", '"\\ud800"', '"\\ud83d\\ude00"')
      .map((literal) => ({
        literal,
      })),
    fc.array(tie("tree"), { maxLength: 4 }).map((list) => ({ list })),
    fc
      .array(fc.tuple(fc.constantFrom("a", "b", "a/b", "~", "", "é", "\n", "__proto__", "0"), tie("tree")), {
        maxLength: 16,
      })
      .map((members) => ({ members })),
  ),
}));

const write = (node: Tree, spell: () => boolean): string => {
  if ("literal" in node) return node.literal;
  if ("list" in node) return `[${node.list.map((item) => write(item, spell)).join(" , ")}]`;
  return `{${node.members.map(([key, item]) => `${spelled(key, spell())}: ${write(item, spell)}`).join(",")}}`;
};

const spelled = (key: string, escaped: boolean): string =>
  escaped
    ? `"${[...key].map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`).join("")}"`
    : JSON.stringify(key);

const expectedNotes = (node: Tree, path: (string | number)[]): [string, string][] => {
  if ("literal" in node) {
    if (node.literal.startsWith("9") || node.literal === "1e999") return [["unsafe-number", toPointer(path)]];
    return node.literal === '"\\ud800"' ? [["lone-surrogate", toPointer(path)]] : [];
  }
  if ("list" in node) return node.list.flatMap((item, index) => expectedNotes(item, [...path, index]));
  return node.members.flatMap(([key, item], index) => {
    const again = node.members.slice(0, index).some(([earlier]) => earlier === key);
    const own: [string, string][] = again ? [["duplicate-key", toPointer([...path, key])]] : [];
    return [...own, ...expectedNotes(item, [...path, key])];
  });
};

it("notes every repeated key, lost number and lone surrogate, each with its pointer", () => {
  fc.assert(
    fc.property(tree, fc.infiniteStream(fc.boolean()), (root, coins) => {
      const reading = readStrictJson(
        write(root, () => coins.next().value === true),
        NO_LIMITS,
      );
      const expected = expectedNotes(root, []);
      fc.pre(expected.length < 48);
      expect(reading.ok && reading.notes.map((note) => [note.kind, note.at])).toEqual(expected);
    }),
    { numRuns: 2_000 },
  );
});

it("stops exactly at the limits", () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 5 }), (text) => {
      const { depth, values } = measure(JSON.parse(text));
      expect(readStrictJson(text, { depth, values }).ok).toBe(true);
      if (depth > 0) {
        expect(readStrictJson(text, { depth: depth - 1, values })).toMatchObject({ problem: { kind: "too-deep" } });
      }
      expect(readStrictJson(text, { depth, values: values - 1 })).toMatchObject({
        problem: { kind: "too-many-values" },
      });
    }),
  );
});

const measure = (value: unknown): { depth: number; values: number } => {
  if (typeof value !== "object" || value === null) return { depth: 0, values: 1 };
  const inner = Object.values(value).map(measure);
  return {
    depth: 1 + Math.max(0, ...inner.map((one) => one.depth)),
    values: inner.reduce((sum, one) => sum + one.values, 1),
  };
};
