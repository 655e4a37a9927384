import { expect, test } from "vitest";
import { checkResourceErrorCode } from "../../src/library/index.ts";

test.each([
  ["2026-07-28", -32002, "fail"],
  ["v2026-07-28", -32602, "pass"],
  ["2026-07-28-rc", -32002, "fail"],
  ["draft", -32002, "fail"],
  ["draft", -32602, "pass"],
  ["2026-07-28", -32603, "skipped"],
  ["2025-11-25", -32002, "pass"],
  ["v2024-11-05", -32002, "pass"],
  ["2025-11-25", -32602, "skipped"],
  ["2025-11-25", 0, "skipped"],
] as const)("%s, %d: %s", (target, code, state) => {
  expect(checkResourceErrorCode(target, code).state).toBe(state);
});

test("a failure names the code that takes its place", () => {
  const check = checkResourceErrorCode("2026-07-28", -32002);
  expect(check.expected).toBe(-32602);
  expect(check.message).toContain("-32602");
});

test("a target that is no revision is refused in one line", () => {
  expect(() => checkResourceErrorCode("tomorrow", -32002)).toThrow(/"tomorrow" is not a revision/);
});
