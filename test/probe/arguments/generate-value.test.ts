import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../../src/model/json.ts";
import { paramHeaders } from "../../../src/probe/dialect/param-headers.ts";
import { type GenerateOptions, generateArguments } from "../../../src/probe/arguments/generate-value.ts";
import { deepFreeze, findErrors } from "./schema-validation.ts";

const made = (schema: Json, options: GenerateOptions = {}): JsonObject => {
  const generated = generateArguments(deepFreeze(schema), options);
  if (!generated.ok) throw new Error(generated.reason);
  expect(findErrors(schema, generated.value)).toEqual([]);
  return generated.value;
};

/** The value made for one required member. */
const madeFor = (member: Json, name = "x", more: JsonObject = {}): unknown =>
  made({ type: "object", properties: { [name]: member }, required: [name], ...more })[name];

const refusalOf = (schema: Json): string => {
  const generated = generateArguments(deepFreeze(schema));
  return generated.ok ? `made ${JSON.stringify(generated.value)}` : generated.reason;
};

const refusalFor = (member: Json): string => refusalOf({ type: "object", properties: { x: member }, required: ["x"] });

describe("given values", () => {
  it.each<[string, Json, Json]>([
    ["const", { const: { a: [1, null] } }, { a: [1, null] }],
    ["const null", { const: null }, null],
    ["enum", { enum: ["b", "a"] }, "b"],
    ["enum, null last", { enum: [null, 5] }, 5],
    ["enum of null", { enum: [null] }, null],
    ["default", { type: "string", default: "given" }, "given"],
    ["default that is wrong", { type: "integer", default: "given" }, 1],
    ["null default, as a last resort", { anyOf: [{ type: "string" }, { type: "null" }], default: null }, "example"],
    ["examples", { type: "string", examples: ["one", "two"] }, "one"],
    ["examples, first that fits", { type: "string", maxLength: 2, examples: ["long", "ok"] }, "ok"],
    ["default before examples before enum", { enum: [1, 2, 3], default: 3, examples: [2] }, 3],
    ["default object", { type: "object", required: ["a"], default: { a: 7 } }, { a: 7 }],
    ["enum within type", { type: "integer", enum: ["no", 4] }, 4],
    ["two enums", { allOf: [{ enum: [1, 2] }, { enum: [2, 3] }] }, 2],
  ])("%s", (_, schema, expected) => {
    expect(madeFor(schema)).toEqual(expected);
  });

  it("copies what it takes from the schema", () => {
    const given = { a: 1 };
    expect(madeFor({ const: given })).not.toBe(given);
  });
});

describe("types", () => {
  it.each<[string, Json, Json]>([
    ["string", { type: "string" }, "example"],
    ["integer", { type: "integer" }, 1],
    ["number", { type: "number" }, 1],
    ["boolean", { type: "boolean" }, false],
    ["array", { type: "array" }, []],
    ["object", { type: "object" }, {}],
    ["null", { type: "null" }, null],
    ["type array, null last", { type: ["null", "integer"] }, 1],
    ["integer meets number", { type: "number", allOf: [{ type: "integer" }] }, 1],
    ["no type", {}, "example"],
    ["true", true, "example"],
    ["told by items", { items: { type: "integer" }, minItems: 1 }, [1]],
    ["told by properties", { properties: { a: { type: "integer" } }, required: ["a"] }, { a: 1 }],
    ["told by minimum", { minimum: 5 }, 5],
    ["told by format", { format: "ipv4" }, "192.0.2.1"],
    ["told by what it is not", { not: { type: "string" } }, 1],
  ])("%s", (_, schema, expected) => {
    expect(madeFor(schema)).toEqual(expected);
  });
});

describe("numbers", () => {
  it.each<[string, JsonObject, number]>([
    ["minimum", { minimum: 10 }, 10],
    ["maximum", { maximum: -3 }, -3],
    ["exclusiveMinimum", { exclusiveMinimum: 1 }, 2],
    ["exclusiveMaximum", { exclusiveMaximum: 1 }, 0],
    ["a gap", { exclusiveMinimum: 0, exclusiveMaximum: 1 }, 0.5],
    ["fraction below", { type: "integer", minimum: 2.3 }, 3],
    ["multipleOf", { multipleOf: 7 }, 7],
    ["multipleOf with minimum", { multipleOf: 7, minimum: 20 }, 21],
    ["multipleOf with maximum", { multipleOf: 7, maximum: -1 }, -7],
    ["multipleOf 0.01", { multipleOf: 0.01, minimum: 0.05 }, 0.05],
    ["two multiples", { multipleOf: 4, allOf: [{ multipleOf: 6 }] }, 12],
    ["strictest of several", { minimum: 3, allOf: [{ minimum: 5 }, { maximum: 6 }] }, 5],
    ["far away", { minimum: 1e300 }, 1e300],
    ["latitude", { minimum: -90, maximum: 90 }, 1],
  ])("%s", (_, schema, expected) => {
    expect(madeFor({ type: "number", ...schema })).toBe(expected);
  });

  it("reads draft-04's exclusive bounds", () => {
    const schema = { type: "object", properties: { x: { minimum: 5, exclusiveMinimum: true, type: "integer" } } };
    expect(generateArguments({ ...schema, required: ["x"] })).toEqual({ ok: true, value: { x: 6 } });
  });

  it("says so when bounds contradict each other", () => {
    expect(refusalFor({ type: "number", minimum: 3, maximum: 2 })).toMatch(/no number.*\/x/);
    expect(refusalFor({ type: "integer", exclusiveMinimum: 1, exclusiveMaximum: 2 })).toMatch(/no number/);
  });
});

describe("strings", () => {
  it.each([
    ["date", "2024-01-15"],
    ["date-time", "2024-01-15T12:00:00Z"],
    ["time", "12:00:00Z"],
    ["duration", "P1D"],
    ["email", "user@example.com"],
    ["hostname", "example.com"],
    ["ipv4", "192.0.2.1"],
    ["ipv6", "2001:db8::1"],
    ["uri", "https://example.com/"],
    ["uri-reference", "/example"],
    ["uuid", "00000000-0000-4000-8000-000000000001"],
    ["json-pointer", "/example"],
    ["relative-json-pointer", "0"],
    ["regex", "^example$"],
    ["uri-template", "https://example.com/{id}"],
    ["of-the-server's-own", "example"],
  ])("format %s", (format, expected) => {
    expect(madeFor({ type: "string", format })).toBe(expected);
  });

  it.each([
    ["path", "."],
    ["repo_path", "."],
    ["url", "https://example.com/"],
    ["targetUrl", "https://example.com/"],
    ["urls", "https://example.com/"],
    ["query", "example"],
    ["city", "Paris"],
    ["email", "user@example.com"],
    ["constructor", "example"],
    ["日本", "example"],
  ])("a member named %s", (name, expected) => {
    expect(madeFor({ type: "string" }, name)).toBe(expected);
  });

  it.each<[string, JsonObject, string]>([
    ["minLength", { minLength: 10 }, "exampleexa"],
    ["maxLength", { maxLength: 3 }, "exa"],
    ["maxLength 0", { maxLength: 0 }, ""],
    ["long uri", { format: "uri", minLength: 25 }, "https://example.com/examp"],
    ["short email", { format: "email", maxLength: 8 }, "a@b.co"],
    ["pattern", { pattern: "^[A-Z]{3}-\\d+$" }, "AAA-0"],
    ["pattern that a word fits", { pattern: "^[a-z]+$" }, "example"],
    ["pattern with a length", { pattern: "^(ab)+$", minLength: 5 }, "ababab"],
    ["pattern without anchors", { pattern: "#", minLength: 4 }, "aaa#"],
    ["two patterns", { pattern: "^[a-z0-9]+$", allOf: [{ pattern: "\\d{2}" }] }, "00"],
    ["format and pattern", { format: "date", pattern: "^2024" }, "2024-01-15"],
    ["base64", { contentEncoding: "base64" }, "ZXhhbXBsZQ=="],
  ])("%s", (_, schema, expected) => {
    expect(madeFor({ type: "string", ...schema })).toBe(expected);
  });

  it("says which pattern is beyond it", () => {
    expect(refusalFor({ type: "string", pattern: "^(?=.*a)b" })).toBe(
      'the pattern "^(?=.*a)b" uses lookaround (at /x)',
    );
    expect(refusalFor({ type: "string", pattern: "(a)\\1" })).toMatch(/refers back/);
    expect(refusalFor({ type: "string", pattern: "^a$", minLength: 2 })).toMatch(/no string of fitting length/);
  });

  it("takes the schema's word where it cannot check a pattern", () => {
    expect(madeFor({ type: "string", pattern: "^(?=.*a)ba$", default: "ba" })).toBe("ba");
  });
});

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
      { required: ["a"], if: { properties: { a: { const: "example" } } }, then: { required: ["b"] } },
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
