import { expect, test } from "vitest";
import type { Json, JsonObject } from "../../src/base/json.ts";
import { digestOf } from "../../src/capture/digest.ts";
import { openBudget } from "../../src/judge/core/step-budget.ts";
import { DEFAULT_STANDARD } from "../../src/scores/discoverability/discoverability.ts";
import { judgeCriteria } from "../../src/scores/discoverability/judge-criteria.ts";
import { auditOf, captureOf, criterion, failed, passes, READ_ONLY, result, SUNNY } from "./session.ts";

const tool = (change: JsonObject): JsonObject => ({ ...READ_ONLY, ...change });
const without = (key: string): JsonObject =>
  Object.fromEntries(Object.entries(READ_ONLY).filter(([name]) => name !== key));

test("a good server passes all ten", () => {
  const audit = auditOf();
  expect(failed(audit)).toEqual([]);
  expect(audit.discoverability).toMatchObject({ passes: 10, grade: "A", honesty_cap: null, auth_required: false });
  expect(audit.exchanges).toEqual([]);
});

test("C2 asks for an array on every page and follows the cursors", () => {
  const many = { pages: [{ tools: [READ_ONLY], nextCursor: "2" }, { tools: [tool({ name: "other" })] }] };
  expect(criterion(auditOf(many), "C2")).toMatchObject({ pass: true, measured: { tools: 2, pages: 2 } });
  expect(criterion(auditOf(many), "C2").evidence.requests).toHaveLength(2);
  expect(passes("C2", { pages: [{ tools: {} }] })).toBe(false);
  expect(passes("C2", { pages: [] })).toBe(false);
  const left = auditOf({ pages: [{ tools: [READ_ONLY], nextCursor: "2" }] });
  expect(criterion(left, "C2").detail).toContain("more pages were left");
});

test("C2 fails when a cursor leads to something that is no list", () => {
  const audit = auditOf({ pages: [{ tools: [READ_ONLY], nextCursor: "2" }, {}] });
  expect(criterion(audit, "C2")).toMatchObject({ pass: false, unobserved: null, measured: { tools: 1, pages: 1 } });
  expect(criterion(audit, "C2").detail).toContain("page 2");
});

test("the same page again is not twice the tools", () => {
  const page = { tools: [READ_ONLY], nextCursor: "again" };
  const audit = auditOf({ pages: [page, page] });
  expect(criterion(audit, "C2")).toMatchObject({ pass: true, measured: { tools: 1, pages: 1 } });
  expect(criterion(audit, "C2").detail).toContain("repeats an earlier one");
});

test.each<[string, Json, boolean]>([
  ["a name of 128", tool({ name: "a".repeat(128) }), true],
  ["a name of 129", tool({ name: "a".repeat(129) }), false],
  ["a dot in the name", tool({ name: "weather.forecast" }), false],
  ["an empty name", tool({ name: "" }), false],
  ["no name", without("name"), false],
  ["a blank description", tool({ description: " \n" }), false],
  ["no description", without("description"), false],
  ["properties without type", tool({ inputSchema: { properties: {} } }), true],
  ["type alone", tool({ inputSchema: { type: "object" } }), true],
  ["no schema", without("inputSchema"), false],
  ["another type", tool({ inputSchema: { type: "string" } }), false],
  ["no object at all", "forecast", false],
])("C3: %s", (_what, listed, expected) => {
  expect(passes("C3", { tools: [listed] })).toBe(expected);
});

test("a bare schema fails in 0.2 alone", () => {
  const session = { tools: [tool({ inputSchema: {} })] };
  expect((["0.1", "0.2", "0.3", "0.4"] as const).map((version) => passes("C3", session, version))).toEqual([
    true,
    false,
    true,
    true,
  ]);
});

test("C3 names the tool and what is wrong with it", () => {
  const { faults } = criterion(auditOf({ tools: [READ_ONLY, tool({ name: "a b", description: "" })] }), "C3");
  expect(faults.map(({ tool: name, fault }) => `${name} ${fault}`)).toEqual([
    "a b has a character in its name that is no letter, digit, _ or -",
    "a b has no description",
  ]);
});

const described = (...lengths: readonly number[]): readonly JsonObject[] =>
  lengths.map((length, index) => tool({ name: `t${index}`, description: `${index}`.padEnd(length, "x") }));

test("C4: every description 12, the lower median 20", () => {
  expect(passes("C4", { tools: described(12, 20, 40) })).toBe(true);
  expect(passes("C4", { tools: described(11, 20, 40) })).toBe(false);
  expect(passes("C4", { tools: described(12, 19, 40) })).toBe(false);
  // Of an even number the lower middle counts: 19 here.
  expect(passes("C4", { tools: described(12, 19, 40, 40) })).toBe(false);
  expect(passes("C4", { tools: described(12, 20, 40, 40) })).toBe(true);
});

test("C4 counts characters, not the units they are stored in", () => {
  expect(passes("C4", { tools: [tool({ description: "🌦".repeat(19) })] })).toBe(false);
  expect(passes("C4", { tools: [tool({ description: "🌦".repeat(20) })] })).toBe(true);
});

test("C4: six of ten descriptions have to differ", () => {
  const alike = (distinct: number): readonly JsonObject[] =>
    Array.from({ length: 10 }, (_, index) =>
      tool({ name: `t${index}`, description: `A long enough description ${Math.min(index, distinct - 1)}` }),
    );
  expect(passes("C4", { tools: alike(6) })).toBe(true);
  const audit = auditOf({ tools: alike(5) });
  expect(criterion(audit, "C4")).toMatchObject({ pass: false, measured: { distinct: 5, distinct_ratio: 0.5 } });
  expect(criterion(audit, "C4").faults).toHaveLength(5);
});

test("C5: half of the tools with a boolean hint", () => {
  const bare = tool({ name: "bare", annotations: { title: "Bare" } });
  expect(passes("C5", { tools: [READ_ONLY, bare] })).toBe(true);
  expect(passes("C5", { tools: [READ_ONLY, bare, tool({ name: "none", annotations: {} })] })).toBe(false);
  expect(passes("C5", { tools: [tool({ annotations: { readOnlyHint: "true" } })] })).toBe(false);
  expect(passes("C5", { tools: [tool({ annotations: { openWorldHint: false } })] })).toBe(true);
});

test("an empty list can be listed, and no more", () => {
  expect(failed(auditOf({ tools: [], calls: [] }))).toEqual(["C3", "C4", "C5", "C7"]);
});

test("C9 counts the decoded bytes of all pages", () => {
  const page = (letter: string, size: number): JsonObject => {
    const wanted = { tools: [tool({ name: letter, description: "" })] };
    const empty = JSON.stringify(wanted).length;
    return { tools: [tool({ name: letter, description: letter.repeat(size - empty) })] };
  };
  expect(JSON.stringify(page("a", 39_999))).toHaveLength(39_999);
  expect(passes("C9", { pages: [page("a", 39_999)] })).toBe(true);
  expect(passes("C9", { pages: [page("a", 40_000)] })).toBe(false);
  const two = auditOf({ pages: [{ ...page("a", 20_000), nextCursor: "b" }, page("b", 20_000)] });
  expect(criterion(two, "C9")).toMatchObject({ pass: false, measured: { pages: 2 } });
  expect(criterion(two, "C9").faults[0]?.fault).toMatch(/^takes \d+ bytes$/);
  // Two bytes each.
  expect(passes("C9", { tools: [tool({ description: "é".repeat(20_000) })] })).toBe(false);
});

test("the surface changes with a tool and not with their order", () => {
  const second = tool({ name: "other" });
  const sha = (tools: readonly Json[]): string | null => auditOf({ tools }).discoverability.surface.sha256;
  expect(sha([READ_ONLY, second])).toBe(sha([second, READ_ONLY]));
  expect(sha([READ_ONLY])).not.toBe(sha([tool({ description: `${READ_ONLY["description"]} ` })]));
});

test("what failed is shown, what passed is not", () => {
  const audit = auditOf({ tools: [tool({ name: "a b" })], calls: [{ ...result(SUNNY), name: "a b" }] });
  expect(failed(audit)).toEqual(["C3"]);
  expect(audit.exchanges.map(({ id }) => id)).toEqual(["stateful/tools/list"]);
});

test("a session too long to be read leaves every criterion open", () => {
  const { criteria } = judgeCriteria(captureOf(), DEFAULT_STANDARD, digestOf, openBudget(1));
  expect(criteria.map(({ pass, unobserved }) => [pass, unobserved])).toEqual(
    criteria.map(() => [false, "limit-exceeded"]),
  );
});

test("a criterion that takes too many steps is left open, and the others are not", () => {
  const tools = Array.from({ length: 300 }, (_, index) => tool({ name: `forecast_${index}` }));
  const { criteria } = judgeCriteria(captureOf({ tools }), DEFAULT_STANDARD, digestOf, openBudget(200));
  const open = criteria.filter(({ unobserved }) => unobserved === "limit-exceeded").map(({ id }) => id);
  expect(open).toEqual(["C3", "C4", "C5", "C9"]);
});
