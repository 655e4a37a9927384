// What `mcptest compliance diff` and diffVersions say of the shipped corpora, and of anybody's own.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { canonicalJson } from "../../src/base/canonical.ts";
import type { Json, JsonObject } from "../../src/base/json.ts";
import { revisionLabel } from "../../src/judge/corpus/corpus.ts";
import type { DiffBucket, VersionDiff } from "../../src/judge/corpus/version-diff.ts";
import { diffVersions, VersionCorpus } from "../../src/library/index.ts";
import { REVISIONS, type Revision } from "../../src/protocol/revision.ts";
import { render } from "../../src/report/render.ts";
import { diffView } from "../../src/report/views/diff/view.ts";
import { ROOT } from "./compliance.ts";
import changes from "./ledger-changes.json" with { type: "json" };

const shipped = (revision: Revision) => VersionCorpus.embedded(revision);
const inBucket = ({ entries }: VersionDiff, bucket: DiffBucket): string[] =>
  entries.filter((entry) => entry.bucket === bucket).map(({ rule_id }) => rule_id);

describe("the shipped corpora", () => {
  test("from v2024-11-05 to v2025-06-18 PROTO-002 changes and four rules are new", () => {
    const diff = diffVersions(shipped("2024-11-05"), shipped("2025-06-18"));
    expect(diff.isClean()).toBe(false);
    expect(diff.changedRules().map(({ rule_id }) => rule_id)).toContain("PROTO-002");
    expect(inBucket(diff, "added")).toEqual(
      expect.arrayContaining(["ELICIT-001", "RESTPL-001", "ROOTS-001", "SAMPLE-001"]),
    );
    expect(inBucket(diff, "removed")).toEqual(["HTTP-001", "HTTP-002", "HTTP-003", "HTTP-004"]);
    const entry = diff.entries.find(({ rule_id }) => rule_id === "PROTO-002");
    expect(entry?.from_expect).toBeDefined();
    expect(entry?.to_expect).not.toEqual(entry?.from_expect);
    expect(entry?.change).toContain("serverInfo.title is new: string");
  });

  test("PROTO-008 is the same in the draft", () => {
    expect(inBucket(diffVersions(shipped("2024-11-05"), shipped("draft")), "unchanged")).toContain("PROTO-008");
  });

  test("v2026-07-28 into draft is clean", () => {
    const diff = diffVersions(shipped("2026-07-28"), shipped("draft"));
    expect(diff.isClean()).toBe(true);
    expect(diff.summary).toEqual({ added: 0, removed: 0, changed: 0, unchanged: diff.entries.length });
  });

  test.each(REVISIONS.slice(1).map((to, index) => [REVISIONS[index] as Revision, to] as const))(
    "%s → %s changes what the specification changed",
    (from, to) => {
      const diff = diffVersions(shipped(from), shipped(to));
      const carried = new Set(diff.entries.map(({ rule_id }) => rule_id));
      const stated = changes.filter(
        (row) => row.from === from && row.to === to && row.expectation && carried.has(row.id),
      );
      expect(inBucket(diff, "changed")).toEqual(stated.map(({ id }) => id).sort());
      for (const entry of diff.changedRules()) expect(entry.change, entry.rule_id).toBeTruthy();
      const { added, removed, changed, unchanged } = diff.summary;
      expect(added + removed + changed + unchanged).toBe(diff.entries.length);
    },
  );

  test("a level that moves is no change of the expectation, and is told", () => {
    const diff = diffVersions(shipped("2025-03-26"), shipped("2025-06-18"));
    const entry = diff.entries.find(({ rule_id }) => rule_id === "TOOL-018");
    expect(entry).toMatchObject({ bucket: "unchanged", change: "SHOULD becomes MUST" });
    expect(entry).not.toHaveProperty("from_expect");
  });

  test("entries come in the order of the ids, by code units", () => {
    const ids = diffVersions(shipped("2025-11-25"), shipped("2026-07-28")).entries.map(({ rule_id }) => rule_id);
    expect(ids).toEqual([...ids].sort());
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("a directory is compared as what it means: with what it extends", () => {
    const dir = (revision: Revision) =>
      VersionCorpus.loadDir(revisionLabel(revision), join(ROOT, revisionLabel(revision)));
    const fromDirs = diffVersions(dir("2024-11-05"), dir("2025-06-18"));
    expect(JSON.stringify(fromDirs)).toBe(JSON.stringify(diffVersions(shipped("2024-11-05"), shipped("2025-06-18"))));
  });
});

describe("a directory of one's own", () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "mcptest-diff-"));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  const write = (path: string, text: string): void => {
    mkdirSync(join(root, path, ".."), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const load = (label: string) => VersionCorpus.loadDir(label, join(root, label));

  test("key order, YAML style and comments do not matter", () => {
    write(
      "one/a.yaml",
      "- rule_id: ACME-001\n  expect: [{ target: a.b, matcher: { schema: { type: object, maxItems: 2 } } }]\n",
    );
    write(
      "two/other-name.yml",
      '# a comment\n- expect:\n    - matcher:\n        schema:\n          "maxItems": 2\n          type: "object"\n      target: a.b\n  rule_id: ACME-001\n',
    );
    const diff = diffVersions(load("one"), load("two"));
    expect(diff.entries).toEqual([{ rule_id: "ACME-001", bucket: "unchanged", title: "ACME-001" }]);
  });

  const ROWS = (value: number) => `- rule_id: ACME-001\n  expect: [{ target: a, matcher: { exact: ${value} } }]\n`;

  test("titles and levels come from a registry beside it", () => {
    write("v2025-03-26/a.yaml", ROWS(1));
    write("v2025-06-18/a.yaml", ROWS(2));
    write(
      "registry/acme.yaml",
      [
        "- rule_id: ACME-001",
        "  title: The answer is the right one",
        "  section: tools",
        "  level: { '2024-11-05': SHOULD, '2025-06-18': MUST }",
        "  spec: server/tools",
        "  means: It is right.",
        "  probe: Ask.",
        "  why: Who asks wants to know.",
        "  example: '{}'",
        "  fix: Answer rightly.",
        "",
      ].join("\n"),
    );
    const [entry] = diffVersions(load("v2025-03-26"), load("v2025-06-18")).entries;
    expect(entry).toMatchObject({
      rule_id: "ACME-001",
      bucket: "changed",
      title: "The answer is the right one",
      change: "the value: 1 becomes 2; SHOULD becomes MUST",
    });
  });

  test("a registry beside it speaks for the rules that ship, too", () => {
    write("one/a.yaml", ROWS(1).replace("ACME-001", "PROTO-002"));
    const titleIn = () => diffVersions(load("one"), load("one")).entries[0]?.title;
    expect(titleIn()).toMatch(/^initialize returns/);
    write(
      "registry/proto.yaml",
      "- { rule_id: PROTO-002, title: Ours, section: tools, level: MUST, spec: x, means: m, probe: p, why: w, example: e, fix: f }\n",
    );
    expect(titleIn()).toBe("Ours");
  });

  test("a registry that cannot be read is one line with its place", () => {
    write("one/a.yaml", ROWS(1));
    write("registry/acme.yaml", "- rule_id: ACME-001\n  titel: x\n");
    expect(() => load("one")).toThrow(/acme\.yaml:2:3: "titel" is not known here/);
  });

  test("what is wrong with it is one line", () => {
    expect(() => VersionCorpus.loadDir("x", join(root, "missing"))).toThrow("is not a directory");
    mkdirSync(join(root, "empty"));
    expect(() => load("empty")).toThrow("has no rows");
    write("bad/a.yaml", "- rule_id: ACME-001\n  expct: []\n");
    expect(() => load("bad")).toThrow(/a\.yaml:2:3: "expct" is not known here/);
  });
});

describe("the change in plain words", () => {
  const changeOf = (before: object, after: object): string | undefined => {
    const corpus = (matcher: object) => ({
      label: "x",
      rows: new Map([["A-001", { rule_id: "A-001", expect: [{ target: "a", matcher }] }]]),
    });
    return diffVersions(corpus(before) as never, corpus(after) as never).entries[0]?.change;
  };

  test.each([
    [{ exact: -32002 }, { exact: -32602 }, "-32002 becomes -32602"],
    [{ "one-of": ["a", "b"] }, { "one-of": ["b", "c"] }, '"c" is now allowed; "a" is no longer allowed'],
    [{ schema: { required: ["a"] } }, { schema: { required: ["a", "b"] } }, '"b" is now required'],
    [
      { schema: { properties: { a: { type: "string" } } } },
      { schema: { properties: { a: { type: "string" }, b: { type: "object" } } } },
      "b is new: object",
    ],
    [{ schema: { items: { maximum: 1 } } }, { schema: { items: {} } }, "*.maximum is gone: 1"],
    [{ regex: "a" }, { exact: "a" }, "regex is gone"],
  ])("%j → %j", (before, after, words) => {
    expect(changeOf(before, after)).toContain(words);
  });

  const inherited = fc.constantFrom("__proto__", "constructor", "toString", "valueOf");
  const objects = fc.dictionary(fc.oneof(fc.string(), inherited), fc.jsonValue({ maxDepth: 2 }));
  const values = fc.oneof(fc.jsonValue(), objects) as fc.Arbitrary<Json>;
  const matchers = fc.oneof(
    values.map((exact) => ({ exact })),
    objects.map((schema) => ({ schema: schema as JsonObject })),
    fc.array(values, { maxLength: 4 }).map((list) => ({ "one-of": list })),
  );

  test("any two matchers that differ get a change in words, and equal ones none", () => {
    fc.assert(
      fc.property(matchers, matchers, (left, right) => {
        expect(changeOf(left, structuredClone(left))).toBeUndefined();
        const differ = canonicalJson(left as Json) !== canonicalJson(right as Json);
        const change = changeOf(left, right);
        if (differ) expect(change).toMatch(/\S/);
        else expect(change).toBeUndefined();
      }),
      { numRuns: 300 },
    );
  });

  test("what differs in the message or the target only is told as well", () => {
    const row = (target: string, message: string) => ({
      label: "x",
      rows: new Map([["A-001", { rule_id: "A-001", expect: [{ target, message, matcher: { exact: 1 } }] }]]),
    });
    const change = (before: object, after: object) => diffVersions(before as never, after as never).entries[0]?.change;
    expect(change(row("a", "one"), row("a", "two"))).toBe("was: one, now: two");
    expect(change(row("a", "one"), row("b", "one"))).toBe("read from b instead of a");
  });
});

describe("the formats", () => {
  const diff = diffVersions(shipped("2025-03-26"), shipped("2025-06-18"));

  test("json has exactly the members it promises", () => {
    const json = JSON.parse(render(diffView, diff, "json"));
    expect(Object.keys(json)).toEqual(["format", "from", "to", "clean", "summary", "entries"]);
    expect(json).toMatchObject({ from: "v2025-03-26", to: "v2025-06-18", clean: false });
    expect(Object.keys(json.summary)).toEqual(["added", "removed", "changed", "unchanged"]);
    const known = ["rule_id", "bucket", "title", "from_expect", "to_expect", "change"];
    for (const entry of json.entries) expect(known).toEqual(expect.arrayContaining(Object.keys(entry)));
  });

  const schema = JSON.parse(
    readFileSync(new URL("../../schemas/version-diff.schema.json", import.meta.url), "utf8"),
  ) as JsonObject;
  const isDiff = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(schema);

  test.each(REVISIONS.slice(1).map((to, index) => [REVISIONS[index] as Revision, to] as const))(
    "json of %s → %s is as the published schema says",
    (from, to) => {
      const json = JSON.parse(render(diffView, diffVersions(shipped(from), shipped(to)), "json"));
      expect([isDiff(json), isDiff.errors]).toEqual([true, null]);
    },
  );

  test("and the schema refuses what is none", () => {
    const json = JSON.parse(render(diffView, diff, "json"));
    const [first, ...rest] = json.entries.filter(({ bucket }: { bucket: DiffBucket }) => bucket === "changed");
    const { change: _change, ...silent } = first;
    for (const wrong of [
      { ...json, entries: [silent, ...rest] },
      { ...json, entries: [{ ...first, bucket: "added" }] },
      { ...json, entries: [{ ...first, bucket: "moved" }] },
      { ...json, format: "mcptest-version-diff/2" },
      { ...json, extra: 1 },
    ])
      expect(isDiff(wrong)).toBe(false);
  });

  test("pretty shows both expectations side by side", () => {
    const text = diff.renderPretty();
    expect(text).toContain("v2025-03-26 → v2025-06-18  not clean");
    expect(text).toMatch(/~ PROTO-002 .*\n(?: {4}.*\n)+ {4}v2025-03-26 +│ v2025-06-18\n/);
    expect(text).not.toContain("\x1b[");
    expect(diff.renderPretty(true)).toContain("\x1b[");
  });

  test("pretty fits the width it is given", () => {
    for (const width of [60, 100, 160])
      for (const line of render(diffView, diff, "pretty", { color: false, width }).split("\n"))
        if (line.includes("│")) expect(line.length).toBeLessThanOrEqual(width);
  });

  test("markdown is a table of what changed", () => {
    const text = render(diffView, diff, "markdown");
    expect(text).toContain("### v2025-03-26 → v2025-06-18: not clean");
    expect(text).toMatch(/\| PROTO-002<br>/);
    expect(text).toContain(`<summary>Added (${diff.summary.added})</summary>`);
  });
});
