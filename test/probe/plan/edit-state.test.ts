import { expect, test } from "vitest";
import { editedStates } from "../../../src/areas/input-rounds/steps/edit-state.ts";

const decoded = (state: string): unknown => {
  try {
    return JSON.parse(Buffer.from(state.split(".")[0] ?? "", "base64").toString("utf8"));
  } catch {
    return undefined;
  }
};

test("every value of a readable state is changed by itself", () => {
  expect(editedStates('{"user":"ann","step":1,"ok":[true,null]}').slice(1)).toEqual([
    '{"user":"amn","step":1,"ok":[true,null]}',
    '{"user":"ann","step":2,"ok":[true,null]}',
    '{"user":"ann","step":1,"ok":[false,null]}',
  ]);
});

test("also in base64, with what stands beside it left alone", () => {
  const state = `${Buffer.from('{"step":1,"to":"b"}').toString("base64url")}.c2lnbmVk`;
  const [flipped, ...edited] = editedStates(state);
  expect(flipped).toHaveLength(state.length);
  expect(edited.map(decoded)).toEqual([
    { step: 2, to: "b" },
    { step: 1, to: "bx" },
  ]);
  expect(edited.every((one) => one.endsWith(".c2lnbmVk"))).toBe(true);
});

test("a state that cannot be read is changed at several places", () => {
  const edited = editedStates("opaque-0123456789-opaque");
  expect(new Set(edited).size).toBe(3);
  expect(edited).not.toContain("opaque-0123456789-opaque");
});

test("a large state, or one with many values, is changed a few times", () => {
  expect(editedStates(JSON.stringify(Array.from({ length: 500 }, (_, at) => at)))).toHaveLength(9);
  expect(editedStates(`${"[".repeat(100_000)}1${"]".repeat(100_000)}`).length).toBeLessThanOrEqual(3);
});

test("an empty state is changed, too", () => {
  expect(editedStates("")).toEqual(["x"]);
});
