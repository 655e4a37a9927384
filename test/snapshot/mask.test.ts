import { describe, expect, it } from "vitest";
import type { Json } from "../../src/base/json.ts";
import { maskedJson } from "../../src/base/mask.ts";

describe("what changes from run to run by its nature is replaced", () => {
  const cases: readonly (readonly [string, Json, Json])[] = [
    ["a uuid in a text", "made 3f2b8c1e-9d4a-4c6b-8e2f-1a2b3c4d5e6f now", "made <uuid> now"],
    ["an ISO time", "at 2026-07-28T10:11:12.345Z.", "at <time>."],
    ["a time with an offset", "2026-07-28 10:11:12 +02:00", "<time>"],
    ["an HTTP date", "Tue, 28 Jul 2026 10:11:12 GMT", "<time>"],
    ["a date as JavaScript prints it", "Tue Jul 28 2026 10:11:12 GMT+0200 (CEST)", "<time>"],
    ["a time of day as JavaScript prints it", "made at 8:33:48 PM, 7/28/2026, 10:11:12 AM", "made at <time>, <time>"],
    ["a duration and an opening time stay", "took 00:03:21, opens 9:00 AM", "took 00:03:21, opens 9:00 AM"],
    ["a blob with a time in it", { blob: btoa("made at 8:33:48 PM") }, { blob: "base64 of: made at <time>" }],
    ["a blob without one stays", { blob: btoa("made of wood") }, { blob: btoa("made of wood") }],
    ["a plain date stays", "2026-07-28", "2026-07-28"],
    ["a numeric id", { id: 17 }, { id: "<id>" }],
    ["an id with a digit", { taskId: "task-17" }, { taskId: "<id>" }],
    ["an id that is a uuid", { id: "3f2b8c1e-9d4a-4c6b-8e2f-1a2b3c4d5e6f" }, { id: "<uuid>" }],
    ["an id that is a word stays", { id: "admin" }, { id: "admin" }],
    ["`valid` is no id", { valid: 1 }, { valid: 1 }],
    ["a time in milliseconds", { createdAt: 1_785_233_472_345 }, { createdAt: "<time>" }],
    ["a time in seconds", { timestamp: 1_785_233_472 }, { timestamp: "<time>" }],
    ["a duration stays", { time: 250 }, { time: 250 }],
    ["a number of another name stays", { population: 1_785_233_472 }, { population: 1_785_233_472 }],
  ];
  it.each(cases)("%s", (_name, value, masked) => {
    expect(maskedJson(value)).toStrictEqual(masked);
  });

  it("masking twice is masking once", () => {
    for (const [, value] of cases) expect(maskedJson(maskedJson(value))).toStrictEqual(maskedJson(value));
  });
});

describe("what the user names is replaced", () => {
  it("by path, with * for every element", () => {
    const value = {
      result: {
        rows: [
          { price: 1, unit: "kg" },
          { price: 2, unit: "kg" },
        ],
      },
    };
    expect(maskedJson(value, { paths: [["result", "rows", "*", "price"]] })).toStrictEqual({
      result: {
        rows: [
          { price: "<masked>", unit: "kg" },
          { price: "<masked>", unit: "kg" },
        ],
      },
    });
  });

  it("in texts", () => {
    expect(maskedJson({ a: "took 12 ms" }, { text: (text) => text.replace(/\d+ ms/, "<masked>") })).toStrictEqual({
      a: "took <masked>",
    });
  });
});

describe("the form is stable", () => {
  it("sorts members", () => {
    expect(JSON.stringify(maskedJson({ b: 1, a: { d: 1, c: 2 } }))).toBe('{"a":{"c":2,"d":1},"b":1}');
  });

  it("shows a text block that is JSON as JSON, masked inside", () => {
    const block = { type: "text", text: '{ "b": 1,\n "id": 5 }' };
    expect(maskedJson([block])).toStrictEqual([{ json: { b: 1, id: "<id>" }, type: "text" }]);
    expect(maskedJson([block], { paths: [["0", "json", "b"]] })).toStrictEqual([
      { json: { b: "<masked>", id: "<id>" }, type: "text" },
    ]);
  });

  it("keeps a member of any name", () => {
    const value = JSON.parse('{"__proto__": {"x": 1}}') as Json;
    expect(JSON.stringify(maskedJson(value))).toBe('{"__proto__":{"x":1}}');
  });
});
