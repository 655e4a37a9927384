// The plan asks what the rules need: a rule names facts, a fact names questions, and the plan asks them.

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { FACTS } from "../../../src/areas/all-facts.ts";
import { AUTHORIZATION_SERVER_QUESTIONS } from "../../../src/areas/authorization-server/questions.ts";
import { ALL_PLANS } from "../../../src/areas/plans.ts";
import type { TransportName } from "../../../src/capture/capture.ts";
import { embeddedRuleset } from "../../../src/judge/corpus-files/embedded.ts";
import { questionsOf, rulesByQuestion } from "../../../src/judge/rules/rule-questions.ts";
import { conversationsOf } from "../../../src/probe/plan/describe-plan.ts";
import { type QuestionName, questionNames, questionRow } from "../../../src/protocol/question.ts";
import { eraOf, REVISIONS, type Revision } from "../../../src/protocol/revision.ts";
import { DEFAULT_LIMITS } from "../../../src/wire/limits.ts";
import { CLASSES } from "../../corpus/compliance.ts";

/** Every requirement that can be looked at directly and safely, by revision. */
const direct: Record<string, string[]> = JSON.parse(
  readFileSync(new URL("direct-and-safe.json", import.meta.url), "utf8"),
);

const TRANSPORTS: readonly TransportName[] = ["streamable-http", "http+sse", "stdio"];

/** What the talk itself asks, before and after the steps of a plan. */
const TALK: readonly QuestionName[] = [
  "initialize",
  "notifications/initialized",
  "server/discover",
  "server/discover-retry",
  "confirm-era",
  "open-stream",
  "end-session",
];

const asked = (revision: Revision): Set<QuestionName> =>
  new Set([
    ...TALK,
    ...TRANSPORTS.flatMap((transport) => conversationsOf(ALL_PLANS, { revision, transport, limits: DEFAULT_LIMITS }))
      .flatMap(({ steps }) => steps)
      .map(({ question }) => question),
    ...ALL_PLANS.authorization
      .every(revision)
      .flatMap(({ groups }) => groups.flat())
      .map(({ question }) => question),
  ]);

const DATED = REVISIONS.filter((revision) => revision !== "draft");

describe.each(DATED)("%s", (revision) => {
  test("every rule rests on something that is asked, or on any message", () => {
    const plan = asked(revision);
    const unasked = embeddedRuleset(revision).rules.filter((rule) => {
      const { questions, anything } = questionsOf(rule, FACTS);
      return !anything && ![...questions].some((question) => plan.has(question));
    });
    expect(unasked.map(({ id }) => id)).toEqual([]);
  });

  test("every direct and safe requirement is judged, or the list of ids says why not", () => {
    const judged = new Set(embeddedRuleset(revision).rules.map(({ id }) => id));
    const isExcused = (id: string): boolean => (CLASSES.get(id)?.class ?? "implemented") !== "implemented";
    expect(direct[revision]?.length).toBeGreaterThan(50);
    expect(direct[revision]?.filter((id) => !judged.has(id) && !isExcused(id))).toEqual([]);
  });

  test("the plan asks only what its era has", () => {
    const era = eraOf(revision);
    const foreign = [...asked(revision)].filter(
      (question) => !TALK.includes(question) && !["both", era].includes(questionRow(question).era),
    );
    expect(foreign).toEqual([]);
  });
});

test("every question is asked in some revision", () => {
  const everywhere = new Set(DATED.flatMap((revision) => [...asked(revision)]));
  // The audit asks this one.
  everywhere.add("deliver");
  // mcptest auth asks these.
  for (const question of Object.keys(AUTHORIZATION_SERVER_QUESTIONS)) everywhere.add(question as QuestionName);
  expect(questionNames().filter((question) => !everywhere.has(question))).toEqual([]);
});

test("which step serves which rule is derived both ways", () => {
  const rules = embeddedRuleset("2026-07-28").rules;
  const { served, anything } = rulesByQuestion(rules, FACTS);
  expect(served.get("unknown-tool")).toContain("TOOL-002");
  expect(anything).toContain("PROTO-003");
  expect(new Set([...served.values()].flat().concat(anything)).size).toBe(rules.length);
});

describe.each(REVISIONS)("the plan of %s", (revision) => {
  test.each(TRANSPORTS)("over %s has unique names", (transport) => {
    const conversations = conversationsOf(ALL_PLANS, { revision, transport, limits: DEFAULT_LIMITS });
    expect(new Set(conversations.map(({ name }) => name)).size).toBe(conversations.length);
    for (const { name, steps } of conversations)
      expect(new Set(steps.map(({ question }) => question)).size, name).toBe(steps.length);
  });
});
