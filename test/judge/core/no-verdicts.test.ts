// Facts say what was observed. A row that asks a fact for its own true or false has moved the verdict into the code.

import { expect, test } from "vitest";
import { FACTS } from "../../../src/areas/all-facts.ts";
import type { Matcher } from "../../../src/judge/core/rule.ts";
import { parseTarget } from "../../../src/judge/rules/parse-target.ts";
import { COMPLIANCE } from "../../corpus/compliance.ts";

/** Targets that are allowed, each with the reason. */
const JUSTIFIED: Readonly<Record<string, string>> = {};

const asksForBoolean = (matcher: Matcher): boolean => {
  if ("not" in matcher) return asksForBoolean(matcher.not);
  if ("exact" in matcher) return typeof matcher.exact === "boolean";
  if ("one-of" in matcher) return matcher["one-of"].some((option) => typeof option === "boolean");
  return (
    "schema" in matcher &&
    typeof matcher.schema === "object" &&
    (typeof matcher.schema["const"] === "boolean" || matcher.schema["type"] === "boolean")
  );
};

test("no row matches true or false on a boolean made in facts", () => {
  const refused = [...COMPLIANCE.corpora.values(), ...COMPLIANCE.extensions].flatMap(({ rows }) =>
    [...rows.values()].flatMap(({ rule_id, when = [], expect: expected }) =>
      [...when, ...expected]
        .filter(({ matcher }) => asksForBoolean(matcher))
        .filter(({ target }) => {
          const { fact, path } = parseTarget(target);
          const derived = FACTS.get(fact)?.derived ?? [];
          return (derived === true || derived.includes(path[0] ?? "")) && JUSTIFIED[target] === undefined;
        })
        .map(({ target }) => `${rule_id}: ${target}`),
    ),
  );
  expect([...new Set(refused)]).toEqual([]);
});

test("the list of exceptions is short", () => {
  expect(Object.keys(JUSTIFIED).length).toBeLessThanOrEqual(5);
});
