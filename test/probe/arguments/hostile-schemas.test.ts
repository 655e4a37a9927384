import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json } from "../../../src/base/json.ts";
import { elicitationContent } from "../../../src/probe/arguments/elicitation-content.ts";
import { generateArguments } from "../../../src/probe/arguments/generate-value.ts";
import { invalidArguments } from "../../../src/probe/arguments/invalid-arguments.ts";
import { promptArguments } from "../../../src/probe/arguments/prompt-arguments.ts";
import { cpuMs } from "../../cpu-time.ts";
import { deepFreeze, THEN } from "./schema-validation.ts";

/** Far more than any of these takes, far less than a hang. */
const SOON_MS = 5_000;

const need = (member: Json): Json => ({ type: "object", properties: { x: member }, required: ["x"] });

const nest = (depth: number, wrap: (inner: Json) => Json, inner: Json = { type: "string" }): Json => {
  let schema = inner;
  for (let level = 0; level < depth; level += 1) schema = wrap(schema);
  return schema;
};

/** Each definition refers twice to the next: small as text, 2^n when expanded. */
const bomb = (keyword: string, levels = 60, last: Json = { minProperties: 1 }): Json => {
  const $defs: Record<string, Json> = { [`d${levels}`]: last };
  for (let level = 0; level < levels; level += 1) {
    const next = { $ref: `#/$defs/d${level + 1}` };
    $defs[`d${level}`] = {
      [keyword]: keyword === "properties" ? { a: next, b: next } : [next, { ...next }],
      required: ["a", "b"],
    };
  }
  return { ...(need({ $ref: "#/$defs/d0" }) as object), $defs };
};

const grid = (keyword: string, depth: number): Json =>
  nest(depth, (inner) => ({ [keyword]: Array.from({ length: 20 }, () => inner) }), {
    type: "string",
    pattern: "(?=no)",
  });

const many = (count: number, member: (index: number) => Json): Json =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, member(index)]));

const names = (count: number): string[] => Array.from({ length: count }, (_, index) => `p${index}`);

const SCHEMAS: Record<string, Json> = {
  "reference to itself": { $ref: "#" },
  "references in a circle": { $ref: "#/$defs/a", $defs: { a: { $ref: "#/$defs/b" }, b: { $ref: "#/$defs/a" } } },
  "needs itself": { type: "object", properties: { x: { $ref: "#" } }, required: ["x"] },
  "needs itself through others": {
    ...(need({ $ref: "#/$defs/a" }) as object),
    $defs: { a: need({ $ref: "#/$defs/b" }), b: need({ anyOf: [{ $ref: "#/$defs/a" }, { $ref: "#/$defs/b" }] }) },
  },
  "allOf bomb": bomb("allOf"),
  "anyOf bomb": bomb("anyOf", 60, false),
  "oneOf bomb": bomb("oneOf"),
  "properties bomb": bomb("properties"),
  "items bomb": nest(16, (inner) => ({ type: "array", minItems: 10, items: inner })),
  "20 x 20 allOf": JSON.parse(JSON.stringify(need(grid("allOf", 3)))) as Json,
  "20 to the 20th allOf": need(grid("allOf", 20)),
  "20 x 20 anyOf": JSON.parse(JSON.stringify(need(grid("anyOf", 3)))) as Json,
  "20 to the 20th anyOf": need(grid("anyOf", 20)),
  "20 x 20 oneOf": JSON.parse(JSON.stringify(need(grid("oneOf", 3)))) as Json,
  "20 to the 20th oneOf": need(grid("oneOf", 20)),
  "20 choices of 20": need({
    allOf: Array.from({ length: 20 }, () => ({
      anyOf: Array.from({ length: 20 }, (_, n) => ({ minimum: n, type: "number" })),
    })),
    not: { type: "number" },
  }),
  "10,000 properties": { type: "object", properties: many(10_000, () => ({ type: "string" })), required: ["p9999"] },
  "10,000 required": { type: "object", properties: many(10_000, () => ({ type: "string" })), required: names(10_000) },
  "10,000 allOf": { allOf: names(10_000).map((name) => ({ required: [name] })) },
  "10,000 deep properties": nest(10_000, (inner) => need(inner)),
  "10,000 deep allOf": need(nest(10_000, (inner) => ({ allOf: [inner] }))),
  "10,000 deep anyOf": need(nest(10_000, (inner) => ({ anyOf: [inner] }))),
  "10,000 deep not": need(nest(10_000, (inner) => ({ not: inner }))),
  "10,000 deep const": need({ const: nest(10_000, (inner) => [inner]) }),
  "10,000 deep if": need(nest(10_000, (inner) => ({ if: inner, [THEN]: inner }))),
  "huge const": need({ const: "x".repeat(1_000_000) }),
  "huge enum": need({ enum: Array.from({ length: 100_000 }, (_, index) => ({ index })), not: { type: "object" } }),
  "huge minLength": need({ type: "string", minLength: 1e12 }),
  "huge minItems": need({ type: "array", minItems: 1e12 }),
  "huge minContains": need({ type: "array", contains: { type: "integer" }, minContains: 1e12 }),
  "huge minProperties": need({ type: "object", minProperties: 1e12 }),
  "1,000 unique of two": need({ type: "array", minItems: 1000, uniqueItems: true, items: { enum: [1, 2] } }),
  "contradictory bounds": need({ type: "integer", minimum: 5, maximum: 4 }),
  "contradictory types": need({ type: "integer", allOf: [{ type: "string" }] }),
  "tiny multiples": need({ type: "number", multipleOf: 5e-324, minimum: 1e308 }),
  "many multiples": need({
    allOf: [3, 7, 11, 13, 17, 19, 23, 29].map((multipleOf) => ({ multipleOf, type: "number", minimum: 1 })),
  }),
  "long names": { required: ["n".repeat(100_000)] },
  "long reference": { $ref: `#/${"a/".repeat(100_000)}` },
  "catastrophic (a+)+$": need({ type: "string", pattern: "^(a+)+$", minLength: 900, not: { const: "" } }),
  "catastrophic (.*.*)*x": need({ type: "string", pattern: "^(.*.*)*x$", minLength: 500 }),
  "catastrophic alternation": need({ type: "string", pattern: "^(a|a|aa)*b{40}(a|aa)+$", minLength: 900 }),
  "catastrophic default": need({ type: "string", pattern: "^(a+)+$", default: `${"a".repeat(900)}!` }),
  "counts that multiply": need({ type: "string", pattern: "^((((a{100}){100}){100}){100})$" }),
  "counts of nothing": need({ type: "string", pattern: "^(((){1000}){1000}){1000}b$" }),
  "many groups": need({ type: "string", pattern: `${"(".repeat(400)}a${")".repeat(400)}` }),
  "long pattern": need({ type: "string", pattern: "a".repeat(100_000) }),
  "1,000 patterns": {
    properties: many(1_000, (n) => ({ type: "string", pattern: `^[a-z]{${n},900}[0-9]{1,${n + 1}}$` })),
    required: names(1_000),
  },
  "1,000 pattern properties": { patternProperties: many(1_000, () => ({ minLength: 1 })), required: names(1_000) },
  "junk everywhere": {
    type: 7,
    properties: "no",
    required: { a: 1 },
    allOf: 3,
    anyOf: "x",
    oneOf: null,
    enum: 5,
    if: 3,
    [THEN]: [],
    $ref: 9,
    minimum: "a",
    pattern: 4,
    items: 6,
    $defs: [],
    default: null,
    dependencies: 4,
    patternProperties: [],
  },
  "junk members": { properties: { a: 4, b: null, c: [], d: "x" }, required: ["a"], dependentRequired: { a: 4 } },
  "empty anyOf": { anyOf: [] },
};

const OPTIONALS = ["none", "header", "all"] as const;

describe("hostile schemas", () => {
  it.each(Object.entries(SCHEMAS))("%s", (_, schema) => {
    deepFreeze(schema);
    for (const optional of OPTIONALS) {
      let generated = generateArguments({});
      const took = cpuMs(() => {
        generated = generateArguments(schema, { optional });
      });
      expect(took).toBeLessThan(SOON_MS);
      if (generated.ok) expect(Object.keys(generated.value).length).toBeLessThanOrEqual(5_000);
      else expect(generated.reason.length).toBeGreaterThan(10);
      if (!generated.ok) expect(generated.reason.length).toBeLessThan(300);
      if (optional === "none") expect(JSON.stringify(generateArguments(schema))).toBe(JSON.stringify(generated));
    }
    const took = cpuMs(() => {
      invalidArguments(schema);
      elicitationContent(schema);
      promptArguments(schema);
    });
    expect(took).toBeLessThan(SOON_MS);
  });

  it.each<[string, Json]>([
    ["reference to itself", {}],
    ["10,000 properties", { p9999: "example" }],
    ["allOf bomb", { x: { a: "example", b: "example" } }],
    ["catastrophic (.*.*)*x", { x: `${"a".repeat(499)}x` }],
    ["huge const", "is too large"],
    ["needs itself", "without an end"],
    ["properties bomb", "too large or too entangled"],
    ["10,000 deep properties", "nests too deeply"],
    ["counts that multiply", "is too large"],
  ])("what becomes of them: %s", (name, expected) => {
    const generated = generateArguments(SCHEMAS[name]);
    expect(generated.ok ? generated.value : generated.reason).toEqual(
      typeof expected === "string" ? expect.stringContaining(expected) : expected,
    );
  });

  it.each([null, 5, "x", [], [{}], 1.5, ""])("no schema at all: %j", (junk) => {
    expect(generateArguments(junk as Json).ok).toBe(false);
    expect(elicitationContent(junk as Json)).toEqual({});
    expect(promptArguments(junk as Json)).toEqual({});
    expect(invalidArguments(junk as Json)).toBeUndefined();
  });

  it("survives anything that is JSON", () => {
    const keyword = fc.constantFrom(
      ...["type", "enum", "const", "default", "properties", "required", "items", "prefixItems", "allOf", "anyOf"],
      ...["oneOf", "not", "if", "then", "else", "$ref", "$defs", "pattern", "minLength", "minimum", "multipleOf"],
      ...[
        "minItems",
        "uniqueItems",
        "contains",
        "dependentRequired",
        "patternProperties",
        "propertyNames",
        "a",
        "__proto__",
      ],
    );
    const { json } = fc.letrec<{ json: Json }>((tie) => ({
      json: fc.oneof(
        { depthSize: "small", withCrossShrink: true },
        fc.constantFrom<Json>(
          null,
          true,
          false,
          0,
          1,
          -1,
          3,
          1e9,
          "object",
          "string",
          "array",
          "#",
          "#/$defs/a",
          "a",
          "(a|b)*c",
          "[",
        ),
        fc.array(tie("json"), { maxLength: 4 }),
        fc.array(fc.tuple(keyword, tie("json")), { maxLength: 6 }).map((entries): Json => Object.fromEntries(entries)),
      ),
    }));
    fc.assert(
      fc.property(json, fc.constantFrom(...OPTIONALS), (schema, optional) => {
        const frozen = deepFreeze(schema);
        const first = generateArguments(frozen, { optional });
        expect(JSON.stringify(generateArguments(frozen, { optional }))).toBe(JSON.stringify(first));
        invalidArguments(frozen);
        elicitationContent(frozen);
      }),
      { numRuns: 1_000 },
    );
  });
});
