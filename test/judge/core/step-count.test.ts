// What facts look at, counted: it grows with a session and not with its square.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { SHAPES } from "../../../bench/grow-capture.js";
import { FACTS } from "../../../src/areas/all-facts.ts";
import type { Capture } from "../../../src/capture/capture.ts";
import { type Fact, placesOf, seen } from "../../../src/judge/core/fact.ts";
import { revisionOf } from "../../../src/judge/core/spoken-revision.ts";
import { openBudget } from "../../../src/judge/core/step-budget.ts";
import { openView } from "../../../src/judge/core/view.ts";
import { LATEST_STATELESS } from "../../../src/protocol/revision.ts";

const recorded = (name: string): Capture =>
  JSON.parse(readFileSync(new URL(`../../captures/real/${name}.json`, import.meta.url), "utf8")) as Capture;

const stepsFor = (capture: Capture): number => {
  const budget = openBudget();
  const view = openView(capture, revisionOf(capture) ?? LATEST_STATELESS, NO_SCHEMAS, budget);
  for (const fact of FACTS.values()) view.read(fact);
  return budget.spent();
};

const NO_SCHEMAS = { places: [], schemas: {}, pairs: [], evaluations: {} };

const CASES = ["everything-http", "everything-stdio", "everything-sse", "go-http-stateless"].flatMap((name) =>
  Object.keys(SHAPES).map((shape) => [name, shape] as const),
);

test.each(CASES)("%s, %s", (name, shape) => {
  const grow = SHAPES[shape];
  if (!grow) throw new Error(`no shape ${shape}`);
  const [small, large] = [400, 1_600];
  const growth = stepsFor(grow(recorded(name), large)) / stepsFor(grow(recorded(name), small));
  // Four times as long: four times the steps, and with its square sixteen times.
  expect(growth).toBeLessThan(7);
});

test("a fact that would take too many steps is left open, and the others are not", () => {
  const capture = SHAPES["everything in one conversation"]?.(recorded("everything-http"), 2_000);
  if (!capture) throw new Error("no such shape");
  const view = openView(capture, "2025-11-25", NO_SCHEMAS, openBudget(20_000));
  const greedy: Fact = {
    name: "greedy",
    doc: "Compares every exchange with every other.",
    kind: "list",
    type: "nothing",
    questions: "anything",
    read: ({ records }) => {
      const last = records.filter((one) => view.records.indexOf(one) === records.length);
      return seen([], placesOf(last));
    },
  };
  expect(view.read(greedy)).toMatchObject({ seen: false, applies: true, reason: "limit-exceeded" });
  const modest: Fact = { ...greedy, name: "modest", read: ({ records }) => seen([], placesOf(records.slice(0, 1))) };
  expect(view.read(modest)).toMatchObject({ seen: true });
});
