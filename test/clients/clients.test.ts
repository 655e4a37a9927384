// Clients of ours in every scenario: the correct ones fail nothing, each mutant exactly what it is made to fail. They run side by
// side, because most of what a client does is waiting; so every test has an `expect` of its own.

import { describe, expect, test } from "vitest";
import { ALL_SCENARIOS } from "../../src/areas/scenarios.ts";
import { SCENARIO_NAMES } from "../../src/capture/scenario-names.ts";
import { LIVE_RETRIES } from "../rules/live-retries.ts";
import { JUDGED_CLIENT_RULES } from "./client-compliance.ts";
import { CONTEXTS, contextName, eraIn, failuresIn, judgeClientOf } from "./judge-test-client.ts";
import { type MutantClient, scenarioOf } from "./mutant-client.ts";
import { CORRECT } from "./small-client/vice.ts";
import { MUTANT_CLIENTS, NEAR_MISS_CLIENTS } from "./tables.ts";

const { ONLY } = process.env;
const isChosen = (name: string): boolean => ONLY === undefined || ONLY.split(",").some((part) => name.includes(part));

/** To sign in differs little from revision to revision: these two have every rule about it but those of 2025-03-26 alone. */
const SIGNS_IN: ReadonlySet<string> = new Set(["2025-11-25", "2026-07-28"]);

test("every name of a scenario is one, once", () => {
  expect(ALL_SCENARIOS.map(({ name }) => name).sort()).toEqual([...SCENARIO_NAMES].sort());
});

test("every mutant and near-miss has a name of its own", () => {
  const names = [...MUTANT_CLIENTS, ...NEAR_MISS_CLIENTS].map(({ name }) => name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

describe.concurrent("a correct client fails nothing", () => {
  for (const scenario of ALL_SCENARIOS)
    for (const context of CONTEXTS) {
      if (scenario.face !== "dual" && !context.dual && scenario.face !== eraIn(context)) continue;
      if (scenario.transport !== undefined && scenario.transport !== context.transport) continue;
      if (scenario.authorization && (context.dual || !SIGNS_IN.has(context.version)) && !scenario.revisions) continue;
      const name = `${scenario.name}, ${contextName(context)}`;
      test.runIf(isChosen(name))(name, async ({ expect: expectHere }) => {
        const result = await judgeClientOf(scenario.name, context, CORRECT);
        expectHere(failuresIn(result)).toEqual([]);
        expectHere(result.counts.states.pass).toBeGreaterThan(0);
      });
    }
});

const testMutant = (mutant: MutantClient): void => {
  for (const context of mutant.contexts) {
    const name = `${mutant.name}, ${contextName(context)}`;
    test.runIf(isChosen(name))(name, async ({ expect: expectHere }) => {
      const result = await judgeClientOf(scenarioOf(mutant, context), context, mutant.vice);
      expectHere(failuresIn(result)).toEqual([...mutant.fails].sort());
    });
  }
};

describe.concurrent("a mutant fails what it is made to fail, and nothing else", () => {
  for (const mutant of MUTANT_CLIENTS) if (!mutant.timed) testMutant(mutant);
});

describe("so does a mutant that only the time gives away", LIVE_RETRIES, () => {
  for (const mutant of MUTANT_CLIENTS) if (mutant.timed) testMutant(mutant);
});

describe.concurrent("a near-miss fails nothing", () => {
  for (const nearMiss of NEAR_MISS_CLIENTS)
    for (const context of nearMiss.contexts) {
      const name = `${nearMiss.name}, ${contextName(context)}`;
      test.runIf(isChosen(name))(name, async ({ expect: expectHere }) => {
        const result = await judgeClientOf(scenarioOf(nearMiss, context), context, nearMiss.vice);
        expectHere(failuresIn(result)).toEqual([]);
        // What it is near to was looked at.
        const judged = result.verdicts.filter(({ state }) => state === "pass").map(({ id }) => id);
        expectHere(nearMiss.near.filter((id) => !judged.includes(id))).toEqual([]);
      });
    }
});

/** Rules without a near-miss, each with the reason. */
const WITHOUT_NEAR_MISS: Readonly<Record<string, string>> = {};

test("every rule names its closest near-miss", () => {
  const named = new Set(NEAR_MISS_CLIENTS.flatMap(({ near, spared = [] }) => [...near, ...spared]));
  const missing = [...JUDGED_CLIENT_RULES].filter((id) => !named.has(id)).sort();
  expect(missing).toEqual(Object.keys(WITHOUT_NEAR_MISS).sort());
});

/** Rules that no mutant fails yet, each with the reason. */
const WITHOUT_MUTANT: Readonly<Record<string, string>> = {};

test("every rule has a mutant", () => {
  const failed = new Set(MUTANT_CLIENTS.flatMap(({ fails }) => fails));
  const missing = [...JUDGED_CLIENT_RULES].filter((id) => !failed.has(id)).sort();
  expect(missing).toEqual(Object.keys(WITHOUT_MUTANT).sort());
});
