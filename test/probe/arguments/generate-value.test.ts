import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../../src/base/json.ts";
import { generateArguments } from "../../../src/probe/arguments/generate-value.ts";
import { madeFor, refusalFor } from "./made-values.ts";

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
    ["the usual word excluded", { not: { const: "example" } }, "text"],
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
