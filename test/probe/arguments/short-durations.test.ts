import { expect, test } from "vitest";
import type { JsonObject } from "../../../src/base/json.ts";
import { shortenDurations } from "../../../src/probe/arguments/short-durations.ts";

const schema = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: "object",
  properties,
  ...more,
});

test.each<[string, JsonObject, JsonObject, JsonObject]>([
  ["seconds that are left to their default", { duration: { type: "number", default: 10 } }, {}, { duration: 1 }],
  ["seconds by their unit", { delay_seconds: { type: "integer", default: 30 } }, {}, { delay_seconds: 1 }],
  ["milliseconds", { sleepMs: { type: "integer", default: 60_000 } }, {}, { sleepMs: 1_000 }],
  ["what was made", { wait: { type: "number" } }, { wait: 5 }, { wait: 1 }],
  ["the smallest that is allowed", { duration: { type: "number", minimum: 3, default: 10 } }, {}, { duration: 3 }],
  ["nothing shorter already", { duration: { type: "number", default: 0.5 } }, {}, {}],
  ["nothing without a default: it may mean for ever, or not at all", { duration: { type: "number" } }, {}, {}],
  ["no time-out: too short a one fails the call", { timeout: { type: "number", default: 30 } }, {}, {}],
  ["no minutes", { duration_minutes: { type: "number", default: 30 } }, {}, {}],
  ["no word that only contains one", { waiter: { type: "number", default: 30 } }, {}, {}],
  ["nothing that the schema does not allow", { duration: { enum: [10, 20], default: 10 } }, {}, {}],
])("shortens %s", (_, properties, made, expected) => {
  expect(shortenDurations(schema(properties), made)).toEqual(expected);
});

test("the whole schema has to allow it", () => {
  const dependent = schema(
    { duration: { type: "number", default: 10 }, steps: { type: "integer" } },
    { dependentRequired: { duration: ["steps"] } },
  );
  expect(shortenDurations(dependent, {})).toEqual({});
});

test("a schema that says nothing changes nothing", () => {
  const made = { duration: 10 };
  for (const none of [undefined, true, {}, { properties: [] }]) expect(shortenDurations(none, made)).toBe(made);
});
