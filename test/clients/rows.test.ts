// What holds for every rule about clients, whatever it is about.

import { expect, test } from "vitest";
import { ALL_CLIENT_FACTS, CLIENT_FACTS } from "../../src/areas/client-facts.ts";
import { carries } from "../../src/judge/corpus/by-revision.ts";
import { parseTarget } from "../../src/judge/rules/parse-target.ts";
import { CLIENT_CLASSES, CLIENT_COMPLIANCE, JUDGED_CLIENT_RULES } from "./client-compliance.ts";

const ROWS = [...CLIENT_COMPLIANCE.corpora].flatMap(([revision, { rows }]) =>
  [...rows.values()].map((row) => ({ revision, row })),
);

const factsOf = ({ when = [], expect: expected }: (typeof ROWS)[number]["row"]): readonly string[] =>
  [...when, ...expected].map(({ target }) => parseTarget(target).fact);

test("every id begins with C-, and every row has a fact to look at", () => {
  expect(ROWS.length).toBeGreaterThan(0);
  for (const { row } of ROWS) {
    expect(row.rule_id).toMatch(/^C-/);
    for (const fact of factsOf(row)) expect(CLIENT_FACTS.has(fact), `${row.rule_id}: ${fact}`).toBe(true);
  }
});

test("a rule has a row in every revision that carries the requirement, and in no other", () => {
  for (const id of JUDGED_CLIENT_RULES) {
    const entry = CLIENT_COMPLIANCE.registry.get(id);
    if (!entry) throw new Error(`${id} is not in the registry`);
    for (const [revision, { rows }] of CLIENT_COMPLIANCE.corpora)
      expect(rows.has(id), `${id} in ${revision}`).toBe(carries(entry, revision));
  }
});

test("every fact about clients has a name of its own and serves a rule", () => {
  expect(CLIENT_FACTS.size).toBe(ALL_CLIENT_FACTS.length);
  const used = new Set(ROWS.flatMap(({ row }) => factsOf(row)));
  expect(ALL_CLIENT_FACTS.map(({ name }) => name).filter((name) => !used.has(name))).toEqual([]);
});

test("what is judged says why it matters and how to fix it", () => {
  for (const id of JUDGED_CLIENT_RULES) {
    expect(CLIENT_COMPLIANCE.registry.get(id)?.why, id).not.toBe("");
    expect(CLIENT_COMPLIANCE.registry.get(id)?.fix, id).not.toBe("");
  }
});

test("every requirement has a class", () => {
  expect(CLIENT_CLASSES.size).toBe(CLIENT_COMPLIANCE.registry.size);
});
