// Every published dialect is recognised, and a schema is held against the keywords of its own.

import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../src/base/json.ts";
import { SCHEMA_DIALECTS } from "../../src/judge/core/schema-findings.ts";
import { evaluateOne, readOne } from "./captures.ts";

const OLD = "http://json-schema.org/draft-07/schema#";
const address = (dialect: string): string =>
  dialect.startsWith("draft")
    ? `http://json-schema.org/${dialect}/schema#`
    : `https://json-schema.org/draft/${dialect}/schema`;

describe("$schema", () => {
  test.each(SCHEMA_DIALECTS)("%s is known, with and without the empty fragment", async (dialect) => {
    const plain = address(dialect).replace(/#$/, "");
    for (const $schema of [plain, `${plain}#`])
      expect(await readOne({ $schema, type: "object" })).toMatchObject({
        declaration: "exact",
        dialect,
        declared: $schema,
      });
  });

  test.each([
    ["https://json-schema.org/draft-07/schema#", "draft-07"],
    ["http://json-schema.org/draft/2020-12/schema", "2020-12"],
    ["https://json-schema.org/draft/2020-12/schema/", "2020-12"],
  ])("%s is a known dialect in another spelling", async ($schema, dialect) => {
    expect(await readOne({ $schema })).toMatchObject({ declaration: "variant", dialect, valid: true });
  });

  test.each(["", "http://example.com/my-schema", "json-schema", "constructor", "http://json-schema.org/schema#"])(
    "%j names no published dialect",
    async ($schema) => {
      const schema = { $schema, type: 7, $ref: "http://x/" };
      expect(await readOne(schema)).toMatchObject({
        declaration: "unknown",
        dialect: null,
        valid: null,
        problems: [],
        network_refs: [{ pointer: "/$ref" }],
      });
      expect(await evaluateOne(schema, {})).toEqual({ not_evaluated: "unknown dialect" });
    },
  );

  test("something else than a string is a problem", async () => {
    expect(await readOne({ $schema: 7 })).toMatchObject({
      declaration: "not-a-string",
      dialect: "2020-12",
      valid: false,
      problems: [{ pointer: "/$schema", what: "a string" }],
    });
  });
});

describe("without $schema", () => {
  const tuple = { type: "array", items: [{ type: "string" }] };

  test("2020-12 from 2025-11-25 on", async () => {
    for (const revision of ["2025-11-25", "2026-07-28", "draft"])
      expect(await readOne(tuple, revision)).toMatchObject({ dialect: "2020-12", valid: false, declaration: "absent" });
  });

  test("whichever of the two in use fits, before that or when nothing is known", async () => {
    for (const revision of ["2024-11-05", "2025-03-26", "2025-06-18", null])
      expect(await readOne(tuple, revision)).toMatchObject({ dialect: "draft-07", valid: true });
    expect(await readOne({ prefixItems: [true] }, "2025-06-18")).toMatchObject({ dialect: "2020-12", valid: true });
    expect(await readOne({ type: "any" }, "2025-06-18")).toMatchObject({ dialect: "2020-12", valid: false });
  });

  test("a value is held against it as it was read", async () => {
    expect(await evaluateOne(tuple, [1], {}, "2025-06-18")).toMatchObject({
      valid: false,
      errors: [{ pointer: "/0" }],
    });
    expect(await evaluateOne(tuple, [1], {}, "2025-11-25")).toEqual({ not_evaluated: "invalid schema" });
  });
});

test.each<[string, JsonObject, string | null]>([
  ["draft-03", { properties: { a: { required: true, type: "any" } }, divisibleBy: 2 }, null],
  ["draft-03", { required: ["a"] }, "/required"],
  ["draft-04", { minimum: 1, exclusiveMinimum: true, required: ["a"], id: "x" }, null],
  ["draft-04", { exclusiveMinimum: true }, "/exclusiveMinimum"],
  ["draft-04", { required: [] }, "/required"],
  ["draft-04", { not: true }, "/not"],
  ["draft-04", { enum: [1, { a: 1, b: 2 }, { b: 2, a: 1 }] }, "/enum"],
  ["draft-06", { exclusiveMinimum: 1, contains: true, const: null, required: [] }, null],
  ["draft-06", { exclusiveMinimum: true }, "/exclusiveMinimum"],
  ["draft-06", { if: 7 }, null],
  ["draft-07", { if: 7 }, "/if"],
  ["draft-07", { items: [true, { type: "x" }] }, "/items/1/type"],
  ["draft-07", { $defs: { a: 7 } }, null],
  ["draft-07", { $ref: "#/$defs/a", $defs: { a: { type: "x" } } }, "/$defs/a/type"],
  ["draft-07", { dependencies: { a: ["b", "b"] } }, "/dependencies/a"],
  ["2019-09", { $defs: { a: 7 } }, "/$defs/a"],
  ["2019-09", { items: [true], $anchor: "a:b", unevaluatedItems: false }, null],
  ["2019-09", { $anchor: "#a" }, "/$anchor"],
  ["2020-12", { items: [true] }, "/items"],
  ["2020-12", { prefixItems: [] }, "/prefixItems"],
  ["2020-12", { prefixItems: [7] }, "/prefixItems/0"],
  ["2020-12", { properties: { "a/b~c": { minLength: -1 } } }, "/properties/a~1b~0c/minLength"],
  ["2020-12", { properties: [] }, "/properties"],
  ["2020-12", { properties: { a: "string" } }, "/properties/a"],
  ["2020-12", { required: "a" }, "/required"],
  ["2020-12", { required: ["a", 7] }, "/required/1"],
  ["2020-12", { type: ["string", "strin"] }, "/type/1"],
  ["2020-12", { multipleOf: 0 }, "/multipleOf"],
  ["2020-12", { patternProperties: { "(": true } }, "/patternProperties/("],
  ["2020-12", { dependentRequired: { a: [1] } }, "/dependentRequired/a/0"],
  ["2020-12", { $id: "a#b" }, "/$id"],
  ["2020-12", { additionalItems: 7, "x-note": 7, examples: [], title: "t" }, null],
])("%s: %j", async (dialect, schema, where) => {
  const finding = await readOne({ $schema: address(dialect), ...schema });
  expect(finding).toMatchObject({ dialect, valid: where === null });
  if (where !== null) expect(finding.problems.map(({ pointer }) => pointer)).toContain(where);
});

test.each<[Json, boolean]>([
  [true, true],
  [false, true],
  [{}, true],
  [null, false],
  [[], false],
  ["object", false],
])("%j as a whole schema", async (schema, valid) => {
  expect(await readOne(schema)).toMatchObject({ valid });
});

test("problems are listed up to a bound and counted beyond it", async () => {
  const finding = await readOne({ required: Array.from({ length: 50 }, (_, index) => index) });
  expect(finding.problems).toHaveLength(20);
  expect(finding.problem_count).toBe(50);
});

describe("references within the document", () => {
  test.each<[string, JsonObject]>([
    ["a pointer", { $ref: "#/$defs/a%20b", $defs: { "a b": { type: "string" } } }],
    ["an anchor", { $ref: "#a", $defs: { x: { $anchor: "a", type: "string" } } }],
    ["an embedded $id", { $id: "http://x/y", $ref: "z", $defs: { x: { $id: "z", type: "string" } } }],
    ["its own $id", { $id: "http://x/y", $ref: "http://x/y#/$defs/x", $defs: { x: { type: "string" } } }],
    [
      "a pointer into an embedded one",
      { $ref: "urn:a:b#/$defs/x", $defs: { y: { $id: "urn:a:b", $defs: { x: { type: "string" } } } } },
    ],
    [
      "any other place",
      { $ref: "#/components/x", components: { x: { $ref: "#/components/y" }, y: { type: "string" } } },
    ],
    ["$dynamicRef", { $dynamicRef: "#a", $defs: { x: { $dynamicAnchor: "a", type: "string" } } }],
    ["an old id", { $schema: OLD, $ref: "#a", definitions: { x: { $id: "#a", type: "string" } } }],
    ["draft-04's id", { $schema: address("draft-04"), $ref: "z", definitions: { x: { id: "z", type: "string" } } }],
    [
      "$recursiveRef",
      {
        $schema: address("2019-09"),
        anyOf: [{ type: "string" }, { type: "object", properties: { a: { $recursiveRef: "#" } }, required: ["a"] }],
      },
    ],
  ])("by %s", async (_what, schema) => {
    expect(await readOne(schema)).toMatchObject({ valid: true, network_refs: [], unresolved_refs: [] });
    expect(await evaluateOne(schema, "text")).toEqual({ valid: true });
    expect(await evaluateOne(schema, 7)).toMatchObject({ valid: false });
  });

  test("two targets of one dynamic name are not guessed at", async () => {
    const schema = {
      $dynamicRef: "#a",
      $defs: { x: { $dynamicAnchor: "a" }, y: { $id: "urn:y", $dynamicAnchor: "a" } },
    };
    expect(await evaluateOne(schema, 7)).toEqual({ not_evaluated: "unsupported keyword" });
  });

  test("up to draft-07 a $ref hides what stands beside it; later it does not", async () => {
    const schema = { $ref: "#/definitions/a", minLength: 9, definitions: { a: { type: "string" } } };
    expect(await evaluateOne({ $schema: OLD, ...schema }, "x")).toEqual({ valid: true });
    expect(await evaluateOne(schema, "x")).toMatchObject({ valid: false });
  });
});

test("what is older than draft-04 is recognised and not evaluated", async () => {
  expect(await readOne({ $schema: address("draft-02"), type: 7 })).toMatchObject({ dialect: "draft-02", valid: null });
  for (const dialect of ["draft-02", "draft-03"])
    expect(await evaluateOne({ $schema: address(dialect) }, {})).toEqual({ not_evaluated: "unsupported dialect" });
});
