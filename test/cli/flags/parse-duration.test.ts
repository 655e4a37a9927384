import fc from "fast-check";
import { expect, test } from "vitest";
import { parseDuration } from "../../../src/cli/flags/parse-duration.ts";
import { usageMessage } from "../target/fixtures.ts";

test.each([
  ["500ms", 500],
  ["30s", 30_000],
  ["2m", 120_000],
  ["5", 5_000],
  ["1.5s", 1_500],
  [".5", 500],
  ["0.5m", 30_000],
  [" 10S ", 10_000],
  ["1440m", 86_400_000],
])("%s is %d ms", (text, ms) => {
  expect(parseDuration(text, "--timeout")).toBe(ms);
});

test("a bare number can count in milliseconds", () => {
  expect(parseDuration("250", "--limit quiet-ms", "ms")).toBe(250);
  expect(usageMessage(() => parseDuration("x", "--limit quiet-ms", "ms"))).toBe(
    '--limit quiet-ms "x" is not a duration; write 500ms, 30s or 2m (a bare number is milliseconds)',
  );
});

test.each(["", "abc", "-5s", "1h", "5 s", "1e3", "0x10", "s", "Infinity", "1.2.3"])("%j is no duration", (text) => {
  expect(usageMessage(() => parseDuration(text, "--timeout"))).toBe(
    `--timeout "${text}" is not a duration; write 500ms, 30s or 2m (a bare number is seconds)`,
  );
});

test("zero and absurd durations are refused", () => {
  for (const text of ["0", "0ms", "0.0s", "0.4ms"]) {
    expect(usageMessage(() => parseDuration(text, "--timeout"))).toBe(
      `--timeout "${text}" is too short; the shortest duration is 1ms`,
    );
  }
  for (const text of ["1441m", "86401", `${"9".repeat(400)}s`]) {
    expect(usageMessage(() => parseDuration(text, "--timeout"))).toContain(
      "is too long; the longest duration is 1440m (24 hours)",
    );
  }
});

test("whole milliseconds come back as they are", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 86_400_000 }), (ms) => {
      expect(parseDuration(`${ms}ms`, "--timeout")).toBe(ms);
    }),
  );
});
