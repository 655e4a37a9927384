import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../src/base/json.ts";
import { paramHeaders } from "../../src/probe/dialect/param-headers.ts";

const marked = (name: Json, more: JsonObject = {}): JsonObject => ({ type: "string", "x-mcp-header": name, ...more });
const objectWith = (properties: JsonObject): JsonObject => ({ type: "object", properties });

describe("the Mcp-Param headers of a tool call", () => {
  test("come in the schema's order, one for each marked argument", () => {
    const schema = objectWith({ b: marked("Bee"), plain: { type: "string" }, a: marked("Ay") });
    expect(paramHeaders(schema, { a: "1", plain: "2", b: "3" })).toEqual([
      ["Mcp-Param-Bee", "3"],
      ["Mcp-Param-Ay", "1"],
    ]);
  });

  test("carry strings, numbers and booleans, and wrap what no header can hold", () => {
    const schema = objectWith({ s: marked("S"), i: marked("I"), yes: marked("Yes"), no: marked("No"), u: marked("U") });
    expect(paramHeaders(schema, { s: "west", i: -3, yes: true, no: false, u: "Zürich" })).toEqual([
      ["Mcp-Param-S", "west"],
      ["Mcp-Param-I", "-3"],
      ["Mcp-Param-Yes", "true"],
      ["Mcp-Param-No", "false"],
      ["Mcp-Param-U", `=?base64?${Buffer.from("Zürich").toString("base64")}?=`],
    ]);
  });

  test("leave out null, absent and composite arguments", () => {
    const schema = objectWith({ n: marked("N"), gone: marked("Gone"), list: marked("List"), record: marked("Record") });
    expect(paramHeaders(schema, { n: null, list: ["a"], record: { a: "b" } })).toEqual([]);
  });

  test("are found in nested objects along properties alone", () => {
    const schema = objectWith({
      target: objectWith({ zone: marked("Zone"), rack: objectWith({ slot: marked("Slot") }) }),
      list: { type: "array", items: objectWith({ x: marked("Item") }) },
      either: { oneOf: [objectWith({ x: marked("Either") })] },
      referred: { $ref: "#/$defs/r", $defs: { r: objectWith({ x: marked("Referred") }) } },
    });
    const args = {
      target: { zone: "z", rack: { slot: 4 } },
      list: [{ x: "1" }],
      either: { x: "1" },
      referred: { x: "1" },
    };
    expect(paramHeaders(schema, args)).toEqual([
      ["Mcp-Param-Zone", "z"],
      ["Mcp-Param-Slot", "4"],
    ]);
  });

  test.each([
    ["a space", "My Header"],
    ["a colon", "X:Y"],
    ["a line break", "X\r\nEvil: 1"],
    ["a letter beyond ASCII", "Zürich"],
    ["nothing", ""],
    ["a number", 7],
    ["null", null],
    ["an object", { name: "X" }],
  ])("cannot be named by %s", (_what, name) => {
    expect(paramHeaders(objectWith({ a: marked(name as Json) }), { a: "1" })).toEqual([]);
  });

  test.each([
    ["no schema", undefined],
    ["a schema that is true", true],
    ["a schema without properties", { type: "object" }],
    ["properties that are a list", { properties: [marked("A")] }],
    ["a property that is true", { properties: { a: true } }],
  ])("are none with %s", (_what, schema) => {
    expect(paramHeaders(schema as Json | undefined, { a: "1" })).toEqual([]);
  });

  test("are none when the arguments are no object", () => {
    for (const args of [undefined, null, "a", 1, ["a"]]) {
      expect(paramHeaders(objectWith({ a: marked("A") }), args as Json | undefined)).toEqual([]);
    }
  });

  test("never come from a prototype", () => {
    const schema = objectWith({ toString: marked("A"), constructor: marked("B") });
    expect(paramHeaders(schema, {})).toEqual([]);
    expect(paramHeaders(schema, { toString: "own" })).toEqual([["Mcp-Param-A", "own"]]);
  });

  test("end where a schema is deeper than any sane one", () => {
    let schema: JsonObject = marked("Deep");
    let args: Json = "bottom";
    for (let level = 0; level < 5_000; level += 1) {
      schema = objectWith({ next: schema });
      args = { next: args };
    }
    expect(paramHeaders(schema, args)).toEqual([]);
  });

  test("reach sixteen levels down", () => {
    let schema: JsonObject = marked("Deep");
    let args: Json = "bottom";
    for (let level = 0; level < 16; level += 1) {
      schema = objectWith({ next: schema });
      args = { next: args };
    }
    expect(paramHeaders(schema, args)).toEqual([["Mcp-Param-Deep", "bottom"]]);
  });

  test("are legal headers whatever the schema and the arguments", () => {
    const schemas = fc.letrec<{ schema: JsonObject }>((tie) => ({
      schema: fc.record(
        {
          "x-mcp-header": fc.oneof(fc.string(), fc.constantFrom("A", "B-C")),
          properties: fc.dictionary(fc.constantFrom("a", "b"), tie("schema"), { maxKeys: 2 }),
        },
        { requiredKeys: [] },
      ) as fc.Arbitrary<JsonObject>,
    })).schema;
    fc.assert(
      fc.property(schemas, fc.jsonValue(), (schema, args) =>
        paramHeaders(schema, args as Json).every(
          ([name, value]) => /^Mcp-Param-[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name) && /^[\x20-\x7e\t]*$/.test(value),
        ),
      ),
    );
  });
});
