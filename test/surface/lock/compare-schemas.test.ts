import { describe, expect, it } from "vitest";
import type { Json } from "../../../src/base/json.ts";
import { compareSchemas } from "../../../src/scores/lock/schema/compare-schemas.ts";

const effects = (before: Json, after: Json): readonly string[] =>
  compareSchemas(before, after).map(({ effect, member, what }) => [effect, member, what].filter(Boolean).join(" · "));

const object = (properties: Record<string, Json>, required: string[] = []): Json => ({
  type: "object",
  properties,
  required,
});

describe("schemas that say the same in other words", () => {
  it.each<[string, Json, Json]>([
    ["a union of plain types", { anyOf: [{ type: "string" }, { type: "null" }] }, { type: ["null", "string"] }],
    ["a constant", { const: "a" }, { enum: ["a"] }],
    ["constants", { oneOf: [{ const: "a" }, { const: "b" }] }, { enum: ["a", "b"] }],
    ["a reference", { $defs: { a: { type: "string" } }, $ref: "#/$defs/a" }, { type: "string" }],
    ["allOf", { allOf: [{ type: "object" }, { required: ["a"] }] }, { type: "object", required: ["a"] }],
    ["a keyword about another type", { type: "string" }, { type: "string", minimum: 3 }],
    ["number", { type: ["integer", "number"] }, { type: "number" }],
    ["exclusive bounds", { minimum: 1, exclusiveMinimum: true }, { exclusiveMinimum: 1 }],
    ["what is true", {}, true],
  ])("%s", (_name, before, after) => {
    expect(effects(before, after)).toEqual([]);
    expect(effects(after, before)).toEqual([]);
  });
});

describe("schemas that accept other values", () => {
  it.each<[Json, Json, readonly string[]]>([
    [{ type: "string" }, { type: ["string", "null"] }, ["widened · also accepts null"]],
    [{ type: "number" }, { type: "integer" }, ["narrowed · no longer accepts fractional number"]],
    [
      { enum: ["a", "b"] },
      { enum: ["b", "c"] },
      ["narrowed · no longer accepts these values", "widened · accepts these values, too"],
    ],
    [{ enum: ["a", "b"] }, { enum: ["b", "a"] }, ["cosmetic · lists the values in another order"]],
    [object({ a: {} }), object({ a: {}, b: {} }), ["added · b · is new, and optional"]],
    [object({ a: {} }), object({ a: {}, b: {} }, ["b"]), ["narrowed · b · is new, and required"]],
    [object({ a: {} }), object({ a: {} }, ["a"]), ["narrowed · a · is required now"]],
    [object({ a: {}, b: {} }, ["a"]), object({ a: {} }, ["a"]), ["removed · b · is gone"]],
    [
      object({ a: object({ b: { type: "string" } }) }),
      object({ a: object({ b: { type: "integer" } }) }),
      ["narrowed · a.b · no longer accepts string", "widened · a.b · also accepts integer"],
    ],
    [
      { type: "array", items: { maximum: 5 } },
      { type: "array", items: { maximum: 9 } },
      ["widened · [] · looser maximum"],
    ],
    [{ multipleOf: 5 }, { multipleOf: 10 }, ["narrowed · must be a multiple of another number"]],
    [{ multipleOf: 4 }, { multipleOf: 6 }, ["undecided · must be a multiple of another number"]],
    [{ pattern: "^a" }, { pattern: "^b" }, ["undecided · with another pattern"]],
    [{ not: { type: "string" } }, { not: { type: ["string", "null"] } }, ["narrowed · also accepts null"]],
    [
      { oneOf: [{ type: "string" }, { type: "object" }] },
      { oneOf: [{ type: "string" }] },
      ["narrowed · no longer accepts object"],
    ],
    [
      { oneOf: [{ minimum: 1 }, { maximum: 5 }] },
      { oneOf: [{ minimum: 1 }] },
      ["undecided · has other alternatives, which may hold at once"],
    ],
    [{ description: "a" }, { description: "b" }, ["reworded · the description has changed"]],
    [{ description: "a b" }, { description: "a\n  b" }, ["cosmetic · the description has changed"]],
    [{ title: "a" }, { title: "b" }, ["cosmetic · the title has changed"]],
    [{ default: 1 }, { default: 2 }, ["reworded · the default has changed"]],
  ])("%j → %j", (before, after, expected) => {
    expect(effects(before, after)).toEqual(expected);
  });
});

describe("schemas without end", () => {
  it("that lead back to themselves are compared once", () => {
    const tree = (extra: Json): Json => ({
      $ref: "#/$defs/node",
      $defs: { node: { type: "object", properties: { next: { $ref: "#/$defs/node" }, value: extra } } },
    });
    expect(effects(tree({ type: "string" }), tree({ type: "string" }))).toEqual([]);
    expect(effects(tree({ type: "string" }), tree({ type: "null" }))).toHaveLength(2);
  });

  it("that only refer to themselves end", () => {
    const loop: Json = { $ref: "#", not: { $ref: "#" } };
    expect(effects(loop, { $ref: "#", not: { $ref: "#" }, type: "string" }).length).toBeGreaterThan(0);
  });

  it("that are larger than anybody reads are left undecided", () => {
    const wide = (type: string): Json =>
      object(Object.fromEntries(Array.from({ length: 30_000 }, (_, index) => [`p${index}`, { type }])));
    const found = compareSchemas(wide("string"), wide("null"));
    expect(found.length).toBeLessThan(600);
    const deep = (depth: number, end: Json): Json => (depth === 0 ? end : { items: deep(depth - 1, end) });
    expect(effects(deep(500, { type: "null" }), deep(500, { type: "string" })).join()).toContain("undecided");
  });
});
