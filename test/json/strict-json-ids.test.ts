import fc from "fast-check";
import { expect, it } from "vitest";
import { readStrictJson } from "../../src/base/strict-json.ts";

const idsIn = (text: string) => {
  const reading = readStrictJson(text, { depth: 100, values: 100_000 });
  return reading.ok ? reading.ids : undefined;
};

it.each([
  ['{"id":1.0}', ["1.0"]],
  [' {"id" :\n-0 , "x":2}', ["-0"]],
  ['{"a":{"id":1},"b":[{"id":2}],"id":3e0}', ["3e0"]],
  ['{"a":"\\"id\\":9","id":"\\u0061"}', ['"\\u0061"']],
  ['{"\\u0069d":7}', ["7"]],
  ['{"x":"id","id":null}', ["null"]],
  ['{"id":{"a":1}}', []],
  ['{"id":[1.0]}', []],
  ['{"id":1,"id":2}', ["1", "2"]],
  ['[{"id":1.0},{"x":{"id":5}},["id",4],{"a":"]}","id":"b"},{}]', ["1.0", '"b"']],
  ['[[{"id":1}]]', []],
  ['["id"]', []],
  ["[]", []],
  ["{}", []],
  ["1", []],
  ['"id"', []],
  ['{"id\\\\":1}', []],
])("%s has %j", (text, expected) => {
  expect(idsIn(text)).toEqual(expected);
});

it("finds the spelling of the parsed member in any object", () => {
  const value = fc.oneof(fc.integer(), fc.string(), fc.boolean(), fc.constant(null));
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), value, fc.nat(4), (others, id, indent) => {
      const message = { ...others, id };
      const batch = [message, others, [id], message];
      expect(idsIn(JSON.stringify(message, null, indent))).toEqual([JSON.stringify(id)]);
      if (!Object.hasOwn(others, "id")) {
        expect(idsIn(JSON.stringify(batch, null, indent))).toEqual(Array(2).fill(JSON.stringify(id)));
      }
    }),
  );
});
