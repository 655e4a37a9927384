// What compliance/ promises: every requirement is checked or has a reason, and every rule has its own words.

import { describe, expect, test } from "vitest";
import { FACTS } from "../../src/areas/all-facts.ts";
import { questionFacts } from "../../src/judge/core/question-facts.ts";
import { LEVELS } from "../../src/judge/core/rule.ts";
import { carries, revisionsOf } from "../../src/judge/corpus/by-revision.ts";
import { classify } from "../../src/judge/corpus-files/compile.ts";
import { parseTarget } from "../../src/judge/rules/parse-target.ts";
import { REVISIONS } from "../../src/protocol/revision.ts";
import directAndSafe from "../probe/plan/direct-and-safe.json" with { type: "json" };
import { CLASSES, COMPLIANCE, WITH_ROWS } from "./compliance.ts";

const { registry, corpora } = COMPLIANCE;

const extensionRow = (id: string) => COMPLIANCE.extensions.find(({ registry: own }) => own.has(id))?.registry.get(id);

describe("ids.txt", () => {
  const [id] = WITH_ROWS;

  test.each([
    ["a rule that has rows", `${id} planned for later`, `lists ${id}, which has corpus rows; remove the line`],
    ["an id without a registry row", "NONE-001 planned for later", "lists NONE-001, which the registry does not have"],
    ["a class of its own", "PROTO-001 implemented", "ids.txt:1: no such class"],
    ["nothing, while a requirement has no rows", "", "has no corpus row; write one, or say in compliance/ids.txt why"],
  ])("must not list %s", (_what, text, message) => {
    expect(() => classify(COMPLIANCE, text)).toThrow(message);
  });

  test("every other class has a reason", () => {
    for (const [id, entry] of CLASSES) {
      if (entry.class === "implemented") expect(entry.reason, id).toBe("");
      else expect(entry.reason.length, id).toBeGreaterThan(20);
    }
  });

  test("informational ids are MAY in every revision", () => {
    for (const [id, entry] of CLASSES) {
      if (entry.class !== "informational") continue;
      const level = (registry.get(id) ?? extensionRow(id))?.level;
      expect(
        [level].flatMap((one) => (typeof one === "object" ? Object.values(one) : [one])),
        id,
      ).toEqual(["MAY"]);
    }
  });

  test("everything direct and safe is implemented, unless nothing can fail it or it is judged under other ids", () => {
    const ids = new Set(Object.values(directAndSafe).flat());
    const left = [...ids].filter((id) => !WITH_ROWS.has(id) && CLASSES.get(id)?.class === "planned");
    expect(left).toEqual([]);
  });
});

describe("the registry", () => {
  const said = (key: "why" | "fix" | "title"): string[] =>
    [...registry.values()].map((row) => row[key].toLowerCase().trim());

  test.each(["why", "fix", "title"] as const)("no two rules share a %s", (key) => {
    const texts = said(key);
    expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
  });

  test("implied_by names a rule that is carried in a common revision", () => {
    for (const row of registry.values()) {
      if (row.implied_by === undefined) continue;
      const cause = registry.get(row.implied_by);
      expect(cause, row.rule_id).toBeDefined();
      expect(
        revisionsOf(row).some((revision) => cause !== undefined && carries(cause, revision)),
        row.rule_id,
      ).toBe(true);
      expect(row.implied_by).not.toBe(row.rule_id);
    }
  });

  test("causes form no circle", () => {
    for (const row of registry.values()) {
      const seen = new Set<string>();
      for (let at = row.implied_by; at !== undefined; at = registry.get(at)?.implied_by) {
        expect(seen.has(at), row.rule_id).toBe(false);
        seen.add(at);
      }
    }
  });

  test("the basic rules are the five whose failure grades F", () => {
    const basic = [...registry.values()].filter((row) => row.basic).map(({ rule_id }) => rule_id);
    expect(basic.sort()).toEqual(["DISC-001", "PROTO-001", "PROTO-002", "PROTO-003", "PROTO-008"]);
  });

  test("levels are the three words", () => {
    for (const { level, rule_id } of registry.values())
      for (const one of typeof level === "object" ? Object.values(level) : [level])
        expect(LEVELS, rule_id).toContain(one);
  });
});

/** They exist before as SHOULD; the corpora carry them from where they become MUST. */
const LATE = new Map([
  ["SAMPLE-001", "2025-06-18"],
  ["ROOTS-001", "2025-06-18"],
]);

describe("the corpora", () => {
  test("a rule with rows has one in every revision that carries it, and in no other", () => {
    const wrong: string[] = [];
    for (const id of WITH_ROWS) {
      const row = registry.get(id);
      for (const revision of REVISIONS) {
        const wanted = row !== undefined && carries(row, revision) && revision >= (LATE.get(id) ?? "");
        if ((corpora.get(revision)?.rows.has(id) ?? false) !== wanted)
          wrong.push(`${id} ${revision}: ${wanted ? "missing" : "too much"}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test("every target begins with a fact that exists, and every fact that is written is used", () => {
    const used = new Set<string>();
    for (const { rows } of [...corpora.values(), ...COMPLIANCE.extensions])
      for (const { when = [], expect: expected, rule_id } of rows.values())
        for (const { target } of [...when, ...expected]) {
          const { fact } = parseTarget(target);
          expect(FACTS.has(fact), `${rule_id}: ${target}`).toBe(true);
          used.add(fact);
        }
    const byThemselves = new Set(questionFacts().map(({ name }) => name));
    // No rule of ours rests on it any more, but suites may.
    const forSuites = ["changed_request_state"];
    expect([...FACTS.keys()].filter((name) => !used.has(name) && !byThemselves.has(name))).toEqual(forSuites);
  });
});
