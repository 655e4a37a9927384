import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../../src/base/json.ts";
import { generateArguments } from "../../../src/probe/arguments/generate-value.ts";
import { paramHeaders } from "../../../src/probe/dialect/param-headers.ts";
import { made, madeFor, refusalFor, refusalOf } from "./made-values.ts";
import { THEN } from "./schema-validation.ts";

describe("arrays", () => {
  const integer = { type: "integer" };
  it.each<[string, JsonObject, Json]>([
    ["minItems", { items: integer, minItems: 2 }, [1, 1]],
    ["uniqueItems", { items: integer, minItems: 3, uniqueItems: true }, [1, 2, 3]],
    ["unique enum", { items: { enum: ["a", "b"] }, minItems: 2, uniqueItems: true }, ["a", "b"]],
    ["unique booleans", { items: { type: "boolean" }, minItems: 2, uniqueItems: true }, [false, true]],
    ["prefixItems", { prefixItems: [integer, { type: "string" }], minItems: 2 }, [1, "example"]],
    ["prefixItems, then items", { prefixItems: [integer], items: { const: 9 }, minItems: 3 }, [1, 9, 9]],
    ["contains", { contains: { const: 5 } }, [5]],
    ["minContains", { contains: { const: 5 }, minContains: 2 }, [5, 5]],
    ["minContains 0", { contains: { const: 5 }, minContains: 0 }, []],
    ["contains after the prefix", { prefixItems: [{ const: 1 }], contains: { const: 5 } }, [1, 5]],
    ["contains with maxContains", { contains: { const: 5 }, maxContains: 1, minItems: 2 }, [5, "example"]],
    [
      "two that one item satisfies",
      {
        contains: { minimum: 3, type: "integer" },
        allOf: [{ contains: { maximum: 3, type: "integer" } }],
        maxItems: 1,
      },
      [3],
    ],
    ["maxItems 0", { maxItems: 0, items: false }, []],
  ])("%s", (_, schema, expected) => {
    expect(madeFor({ type: "array", ...schema })).toEqual(expected);
  });

  it("makes unique objects and strings", () => {
    const item = { type: "object", required: ["id", "day"], properties: { id: {}, day: { format: "date" } } };
    const value = madeFor({ type: "array", items: item, minItems: 40, uniqueItems: true });
    expect(value).toHaveLength(40);
    madeFor({ type: "array", items: { pattern: "^[ab]{4}$", type: "string" }, minItems: 16, uniqueItems: true });
  });

  it("reads draft-07's list of items", () => {
    const x = { type: "array", items: [{ const: 1 }], additionalItems: { const: 2 }, minItems: 3 };
    expect(generateArguments({ properties: { x }, required: ["x"] })).toEqual({ ok: true, value: { x: [1, 2, 2] } });
  });

  it("says so when there is no array", () => {
    expect(refusalFor({ type: "array", minItems: 3, maxItems: 2 })).toMatch(/no array/);
    expect(refusalFor({ type: "array", items: false, minItems: 1 })).toMatch(/allows no value/);
    expect(refusalFor({ type: "array", items: { type: "boolean" }, minItems: 3, uniqueItems: true })).toMatch(
      /differs/,
    );
  });
});

describe("objects", () => {
  const any = { type: "string" };
  it.each<[string, JsonObject, Json]>([
    ["required", { properties: { a: any, b: any }, required: ["b"] }, { b: "example" }],
    ["required, undeclared", { required: ["b"] }, { b: "example" }],
    ["additionalProperties", { required: ["b"], additionalProperties: { const: 4 } }, { b: 4 }],
    ["patternProperties", { required: ["b1"], patternProperties: { "^b": { const: 4 } } }, { b1: 4 }],
    ["minProperties", { minProperties: 1, properties: { a: any } }, { a: "example" }],
    ["minProperties, made up", { minProperties: 2 }, { member1: "example", member2: "example" }],
    ["propertyNames", { minProperties: 1, propertyNames: { pattern: "^[A-Z]$" } }, { A: "example" }],
    [
      "names by pattern",
      { minProperties: 1, patternProperties: { "^q$": any }, additionalProperties: false },
      { q: "example" },
    ],
    [
      "dependentRequired",
      { required: ["a"], dependentRequired: { a: ["b"], b: ["c"] } },
      { a: "example", b: "example", c: "example" },
    ],
    [
      "dependentSchemas",
      { required: ["a"], dependentSchemas: { a: { required: ["b"], properties: { b: { const: 2 } } } } },
      { b: 2, a: "example" },
    ],
    [
      "dependencies",
      { required: ["a"], dependencies: { a: ["b"], b: { required: ["c"] } } },
      { a: "example", b: "example", c: "example" },
    ],
    [
      "unevaluatedProperties",
      { allOf: [{ properties: { a: any } }], required: ["a"], unevaluatedProperties: false },
      { a: "example" },
    ],
    ["declared order", { properties: { z: any, a: any }, required: ["a", "z"] }, { z: "example", a: "example" }],
    [
      "nested",
      {
        properties: { o: { type: "object", required: ["p"], properties: { p: { type: "integer" } } } },
        required: ["o"],
      },
      { o: { p: 1 } },
    ],
  ])("%s", (_, schema, expected) => {
    const value = made({ type: "object", ...schema });
    expect(JSON.stringify(value)).toBe(JSON.stringify(expected));
  });

  it("says what is not allowed", () => {
    expect(refusalOf({ required: ["b"], additionalProperties: false })).toBe('the member "b" is not allowed (at /b)');
    expect(refusalOf({ type: "string" })).not.toMatch(/^made/);
    expect(refusalOf({ minProperties: 2, maxProperties: 1 })).not.toMatch(/^made/);
    expect(refusalOf(false)).toBe("the schema allows no value");
  });

  it("makes an empty object for no schema and for a schema that asks nothing", () => {
    expect(generateArguments(undefined)).toEqual({ ok: true, value: {} });
    expect(made({})).toEqual({});
    expect(made(true)).toEqual({});
    expect(made({ type: "object", properties: { a: any } })).toEqual({});
  });

  it("keeps a name such as __proto__ a name", () => {
    const schema = JSON.parse(
      '{"properties":{"__proto__":{"const":1},"constructor":{"type":"integer"}},"required":["__proto__","constructor","toString"]}',
    ) as Json;
    const generated = generateArguments(schema);
    expect(JSON.stringify(generated)).toBe('{"ok":true,"value":{"__proto__":1,"constructor":1,"toString":"example"}}');
    expect(({} as Record<string, unknown>)["x"]).toBeUndefined();
  });
});

describe("combinations", () => {
  it.each<[string, JsonObject, Json]>([
    [
      "allOf",
      {
        allOf: [{ required: ["a"] }, { properties: { a: { type: "integer" } } }, { properties: { a: { minimum: 4 } } }],
      },
      { a: 4 },
    ],
    ["anyOf", { anyOf: [{ required: ["a"] }, { required: ["b"] }] }, { a: "example" }],
    [
      "anyOf, first that can be made",
      { anyOf: [{ required: ["a"], properties: { a: false } }, { required: ["b"] }] },
      { b: "example" },
    ],
    [
      "oneOf, exactly one",
      { required: ["a"], oneOf: [{ required: ["a"] }, { required: ["a", "b"] }] },
      { a: "example" },
    ],
    [
      "oneOf by const",
      { required: ["k"], oneOf: [{ properties: { k: { const: "x" } } }, { properties: { k: { const: "y" } } }] },
      { k: "x" },
    ],
    ["not", { required: ["a"], properties: { a: { type: "integer", not: { const: 1 } } } }, { a: 0 }],
    [
      "then",
      { required: ["a"], if: { properties: { a: { const: "example" } } }, [THEN]: { required: ["b"] } },
      { a: "example", b: "example" },
    ],
    [
      "else",
      {
        properties: { a: { const: 3 } },
        required: ["a"],
        if: { properties: { a: { const: 2 } } },
        else: { required: ["c"] },
      },
      { a: 3, c: "example" },
    ],
    [
      "$ref",
      { required: ["a"], properties: { a: { $ref: "#/$defs/n" } }, $defs: { n: { type: "integer", minimum: 2 } } },
      { a: 2 },
    ],
    [
      "$ref with siblings",
      { required: ["a"], properties: { a: { $ref: "#/$defs/n", minimum: 5 } }, $defs: { n: { type: "integer" } } },
      { a: 5 },
    ],
    [
      "definitions",
      { required: ["a"], properties: { a: { $ref: "#/definitions/n~1m" } }, definitions: { "n/m": { const: 6 } } },
      { a: 6 },
    ],
    [
      "escaped pointer",
      { required: ["a"], properties: { a: { $ref: "#/$defs/n%20m" } }, $defs: { "n m": { const: 6 } } },
      { a: 6 },
    ],
    [
      "$anchor",
      { required: ["a"], properties: { a: { $ref: "#here" } }, $defs: { n: { $anchor: "here", const: 6 } } },
      { a: 6 },
    ],
    [
      "$id",
      {
        $id: "https://example.com/s",
        required: ["a"],
        properties: { a: { $ref: "n" } },
        $defs: { n: { $id: "n", const: 6 } },
      },
      { a: 6 },
    ],
    [
      "own address",
      {
        $id: "https://example.com/s",
        required: ["a"],
        properties: { a: { $ref: "https://example.com/s#/$defs/n" } },
        $defs: { n: { const: 6 } },
      },
      { a: 6 },
    ],
  ])("%s", (_, schema, expected) => {
    expect(made({ type: "object", ...schema })).toEqual(expected);
  });

  it("ends recursion where the schema lets it", () => {
    const branch = { anyOf: [{ $ref: "#/$defs/node" }, { type: "null" }] };
    const node = { type: "object", properties: { left: branch, right: branch, name: {} }, required: ["left", "right"] };
    const tree = {
      type: "object",
      properties: { tree: { $ref: "#/$defs/node" } },
      required: ["tree"],
      $defs: { node },
    };
    expect(made(tree)).toEqual({ tree: { left: null, right: null } });
    expect(made(tree, { optional: "all" })).toEqual({ tree: { left: null, right: null, name: "example" } });
    const list = {
      type: "object",
      properties: { items: { type: "array", items: { $ref: "#" } } },
      required: ["items"],
    };
    expect(made(list)).toEqual({ items: [] });
  });

  it("never leaves the schema to follow a reference", () => {
    const refusal = refusalOf({ required: ["a"], properties: { a: { $ref: "https://example.com/other.json" } } });
    expect(refusal).toBe('the reference "https://example.com/other.json" leads nowhere in this schema (at /a)');
    expect(refusalOf({ $ref: "#/$defs/missing" })).toMatch(/leads nowhere/);
    expect(refusalOf({ $ref: "#/%zz" })).toMatch(/leads nowhere/);
  });
});

describe("optional members", () => {
  const schema = {
    type: "object",
    properties: {
      region: { type: "string", "x-mcp-header": "Region" },
      nested: { type: "object", properties: { id: { type: ["null", "integer"], "x-mcp-header": "Id" }, other: {} } },
      plain: { type: "string" },
      broken: { type: "string", pattern: "(?=a)" },
      needed: { type: "boolean" },
    },
    required: ["needed"],
  };

  it("leaves them out", () => {
    expect(made(schema)).toEqual({ needed: false });
  });

  it("makes those that are mirrored in a header", () => {
    const value = made(schema, { optional: "header" });
    expect(value).toEqual({ region: "example", nested: { id: 1 }, needed: false });
    expect(paramHeaders(schema, value).map(([name]) => name)).toEqual(["Mcp-Param-Region", "Mcp-Param-Id"]);
  });

  it("makes all that can be made", () => {
    expect(made(schema, { optional: "all" })).toEqual({
      region: "example",
      nested: { id: 1, other: "example" },
      plain: "example",
      needed: false,
    });
  });

  it("gives up optional members that do not go together", () => {
    const either = { properties: { a: {}, b: {} }, oneOf: [{ required: ["a"] }, { required: ["b"] }] };
    expect(made(either, { optional: "all" })).toEqual({ a: "example" });
    expect(made({ properties: { a: {}, b: {}, c: {} }, maxProperties: 2 }, { optional: "all" })).toEqual({
      a: "example",
      b: "example",
    });
  });
});

describe("sameness", () => {
  it("gives the same bytes twice", () => {
    const schema = {
      properties: { a: { pattern: "^[^a]{3}$" }, b: { minItems: 3, uniqueItems: true }, c: { anyOf: [{}, false] } },
      required: ["c", "b", "a"],
    };
    expect(JSON.stringify(generateArguments(schema))).toBe(JSON.stringify(generateArguments(structuredClone(schema))));
  });
});
