import fc from "fast-check";
import { expect, test } from "vitest";
import { JsoncError, positionOf } from "../../../src/cli/target/json-position.ts";
import { type JsonNode, parseJsonc } from "../../../src/cli/target/jsonc.ts";

const plain = (node: JsonNode): unknown => {
  switch (node.kind) {
    case "object":
      return Object.fromEntries([...node.members].map(([name, value]) => [name, plain(value)]));
    case "array":
      return node.items.map(plain);
    case "null":
      return null;
    default:
      return node.value;
  }
};

test("comments, trailing commas, a byte order mark and any line ending are fine", () => {
  const text =
    '\ufeff// head\r\n{ /* a */ "a": [1, 2.5e1, -0,], // "x"\r "b//": "/* no */",\n "c": {"d": null,},}\n//end';
  expect(plain(parseJsonc(text))).toEqual({ a: [1, 25, -0], "b//": "/* no */", c: { d: null } });
});

test("any JSON value is read as JSON.parse reads it", () => {
  fc.assert(
    fc.property(fc.json(), fc.constantFrom(0, 2), (json, indent) => {
      const text = JSON.stringify(JSON.parse(json), null, indent);
      expect(plain(parseJsonc(text))).toEqual(JSON.parse(text));
    }),
  );
});

test("any text is read or refused at an offset inside it", () => {
  const unit = fc.constantFrom("{", "}", "[", "]", ",", ":", '"', "\\", "/", "*", "1", "-", "t", "\n", " ", "true");
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 20 }), (text) => {
      try {
        parseJsonc(text);
      } catch (error) {
        expect(error).toBeInstanceOf(JsoncError);
        expect((error as JsoncError).offset).toBeLessThanOrEqual(text.length);
      }
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ['{"a": 1 "b": 2}', "needs a comma here", "1:9"],
  ["[1 2]", "needs a comma here", "1:4"],
  ["[,]", "needs a JSON value here", "1:2"],
  ['{\n  "a": \n}', "needs a JSON value here", "3:1"],
  ["{a: 1}", "has something here that is not JSON", "1:2"],
  ['{"a" 1}', "needs a colon after a member name", "1:6"],
  ['{"a": "x', "has a string that is never closed", "1:7"],
  ['{"a": "x\n"}', "has a string that is never closed", "1:7"],
  ['\r\n{"a": "C:\\Users"}', "has a string with a bad escape (write \\\\ for a single backslash)", "2:7"],
  ["{} 1", "has text after the end of the JSON value", "1:4"],
  ['{"a": "\u0001"}', "has a control character in a string", "1:7"],
  ['{"a": "\\u12"}', "has a bad \\u escape in a string", "1:7"],
  ["{", "needs a } here", "1:2"],
  ["{1: 2}", "needs a quoted member name or } here", "1:2"],
  ["[", "needs a ] here", "1:2"],
  ["// nothing", "needs a JSON value here", "1:11"],
  ["\ufeff01", "has text after the end of the JSON value", "1:2"],
  ["/* x", "has a comment that is never closed", "1:1"],
  ["[".repeat(200), "is nested deeper than 100 levels", "1:101"],
])("%j: %s", (text, message, position) => {
  try {
    parseJsonc(text);
    expect.unreachable();
  } catch (error) {
    expect(error).toBeInstanceOf(JsoncError);
    expect((error as JsoncError).message).toBe(message);
    expect(positionOf(text, (error as JsoncError).offset)).toBe(position);
  }
});
