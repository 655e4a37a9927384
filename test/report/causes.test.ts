import { describe, expect, test } from "vitest";
import { untrusted } from "../../src/base/untrusted.ts";
import type { Verdict } from "../../src/judge/core/verdict.ts";
import { type Failed, groupFailures } from "../../src/report/views/check/causes.ts";

const failed = (id: string, pointer: string, more: Partial<Failed> = {}): Verdict => ({
  id,
  title: id,
  level: "MUST",
  revision: "2025-11-25",
  section: "tools",
  advisory: false,
  state: "fail",
  expected: "x",
  actual: untrusted("1"),
  failures: 1,
  evidence: [{ exchange: "main/1", pointer, sha256: null, actual: untrusted("1") }],
  spec: "https://example.org",
  fix: "x",
  ...more,
});

const shape = (verdicts: readonly Verdict[]): unknown =>
  groupFailures(verdicts).map(({ verdict, follows }) => [verdict.id, follows.map(({ id }) => id)]);

describe("failures by cause", () => {
  test("what is implied follows from its root, over several steps and in any order", () => {
    const list = [
      failed("C-001", "/response/c", { implied_by: "B-001" }),
      failed("B-001", "/response/b", { implied_by: "A-001", level: "SHOULD" }),
      failed("A-001", "/response/a", { level: "SHOULD" }),
    ];
    expect(shape(list)).toEqual([["A-001", ["C-001", "B-001"]]]);
    expect(shape([...list].reverse())).toEqual([["A-001", ["C-001", "B-001"]]]);
  });

  test("a root that did not fail is no cause, and a circle is none either", () => {
    expect(shape([failed("B-001", "/response/b", { implied_by: "A-001" })])).toEqual([["B-001", []]]);
    expect(
      shape([
        failed("A-001", "/response/a", { implied_by: "B-001" }),
        failed("B-001", "/response/b", { implied_by: "A-001" }),
      ]),
    ).toEqual([
      ["A-001", []],
      ["B-001", []],
    ]);
  });

  test("the same place of the same exchange is one cause; a place near the root is not", () => {
    expect(
      shape([
        failed("A-001", "/response/error/code"),
        failed("B-001", "/response/error/code"),
        failed("C-001", "/response/error/code/x"),
      ]),
    ).toEqual([["A-001", ["B-001", "C-001"]]]);
    expect(shape([failed("A-001", "/response"), failed("B-001", "/response/result/tools/0")])).toEqual([
      ["A-001", []],
      ["B-001", []],
    ]);
    const elsewhere = [{ exchange: "main/2", pointer: "/response/error/code", sha256: null }];
    expect(shape([failed("A-001", "/response/error/code"), failed("B-001", "", { evidence: elsewhere })])).toEqual([
      ["A-001", []],
      ["B-001", []],
    ]);
  });

  test("the worst comes first: basic, MUST, SHOULD, warnings", () => {
    expect(
      shape([
        failed("A-001", "/a", { advisory: true, level: "SHOULD" }),
        failed("B-001", "/b", { level: "SHOULD" }),
        failed("C-001", "/c"),
        failed("D-001", "/d", { basic: true }),
      ]),
    ).toEqual([
      ["D-001", []],
      ["C-001", []],
      ["B-001", []],
      ["A-001", []],
    ]);
  });
});
