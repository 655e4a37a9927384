import { expect, test } from "vitest";
import { parseLimits, renderLimitsTable } from "../../../src/cli/flags/parse-limits.ts";
import { DEFAULT_LIMITS } from "../../../src/wire/limits.ts";
import { usageMessage } from "../target/fixtures.ts";

const limit = (...options: string[]) => parseLimits(options, {});

test("without options the defaults hold", () => {
  expect(limit()).toEqual(DEFAULT_LIMITS);
});

test("names are kebab-case or as in the table, values carry units", () => {
  expect(limit("body-bytes=1mb").bodyBytes).toBe(1_000_000);
  expect(limit("body-bytes=1MiB").bodyBytes).toBe(1_048_576);
  expect(limit("bodyBytes=1.5kb").bodyBytes).toBe(1_500);
  expect(limit("line-bytes=512").lineBytes).toBe(512);
  expect(limit("line-bytes=7b").lineBytes).toBe(7);
  expect(limit("line-bytes=64 KiB").lineBytes).toBe(65_536);
  expect(limit("stdout-bytes=1gib").stdoutBytes).toBe(1_073_741_824);
  expect(limit("exchange-ms=5s").exchangeMs).toBe(5_000);
  expect(limit("exchange-ms=5000").exchangeMs).toBe(5_000);
  expect(limit("pages=3").pages).toBe(3);
  expect(limit("expansion-ratio=12.5").expansionRatio).toBe(12.5);
  expect(limit("pages=3", "pages=4").pages).toBe(4);
});

test("start-ms limits the first start through a launcher, too, unless that has a limit of its own", () => {
  expect(limit("start-ms=5s")).toMatchObject({ startMs: 5_000, launchMs: 5_000 });
  expect(limit("start-ms=10m").launchMs).toBe(600_000);
  expect(limit("launch-ms=1m", "start-ms=5s")).toMatchObject({ startMs: 5_000, launchMs: 60_000 });
  // An installation that is broken off leaves a broken cache behind, whatever an exchange may take.
  expect(parseLimits([], { timeout: "5s" }).launchMs).toBe(DEFAULT_LIMITS.launchMs);
  expect(parseLimits([], { timeout: "5m" }).launchMs).toBe(300_000);
});

test("--timeout sets the exchange and the waits that follow it, and caps the others", () => {
  expect(parseLimits(["connect-ms=20s"], { timeout: "4" })).toMatchObject({
    exchangeMs: 4_000,
    connectMs: 4_000,
    headMs: 4_000,
    idleMs: 4_000,
    startMs: 4_000,
    toolMs: 4_000,
    discoverMs: 4_000,
    quietMs: 150,
    runMs: 120_000,
  });
  const long = { exchangeMs: 90_000, headMs: 90_000, idleMs: 90_000, startMs: 90_000, runMs: 180_000 };
  expect(parseLimits([], { timeout: "90s" })).toEqual({ ...DEFAULT_LIMITS, ...long });
  expect(parseLimits(["start-ms=1s", "run-ms=3s"], { timeout: "90s" })).toMatchObject({ startMs: 1_000, runMs: 3_000 });
});

test("--run-timeout sets the run", () => {
  expect(parseLimits([], { runTimeout: "5m" })).toEqual({ ...DEFAULT_LIMITS, runMs: 300_000 });
});

test.each([
  ["body-byts=1", '--limit: there is no limit "body-byts"; did you mean body-bytes'],
  ["bytes=1", '--limit: there is no limit "bytes"; did you mean header-bytes or body-bytes or decoded-bytes'],
  ["qqqqqqqq=1", '--limit: there is no limit "qqqqqqqq"; --help-limits lists them'],
  ["constructor=1", '--limit: there is no limit "constructor"; --help-limits lists them'],
  ["pages", '--limit "pages" has no value; write --limit name=value such as body-bytes=1mb'],
  ["=1", '--limit "=1" has no value; write --limit name=value such as body-bytes=1mb'],
  ["body-bytes=big", '--limit body-bytes "big" is not a size; write 65536, 64kb, 64kib or 8mib'],
  ["body-bytes=1ib", '--limit body-bytes "1ib" is not a size; write 65536, 64kb, 64kib or 8mib'],
  ["body-bytes=-1", '--limit body-bytes "-1" is not a size; write 65536, 64kb, 64kib or 8mib'],
  ["pages=1.5", '--limit pages "1.5" is not a count; write a whole number such as 100'],
  ["expansion-ratio=a", '--limit expansion-ratio "a" is not a ratio; write a number such as 100'],
  ["pages=0", '--limit pages "0" is too small; the smallest value is 1'],
  ["body-bytes=2gb", '--limit body-bytes "2gb" is too large; the largest value is 1024mib'],
  ["json-depth=5000", '--limit json-depth "5000" is too large; the largest value is 1000'],
  ["run-ms=soon", '--limit run-ms "soon" is not a duration; write 500ms, 30s or 2m (a bare number is milliseconds)'],
])("--limit %s is refused", (option, message) => {
  expect(usageMessage(() => limit(option))).toBe(message);
});

test("a shorthand and its limit together are refused", () => {
  expect(usageMessage(() => parseLimits(["exchange-ms=1s"], { timeout: "1s" }))).toBe(
    "--timeout and --limit exchange-ms set the same limit; keep one",
  );
  expect(usageMessage(() => parseLimits(["run-ms=1s"], { runTimeout: "1s" }))).toBe(
    "--run-timeout and --limit run-ms set the same limit; keep one",
  );
});

test("the table shows every limit in the form it is typed", () => {
  const lines = renderLimitsTable();
  expect(lines).toHaveLength(Object.keys(DEFAULT_LIMITS).length);
  expect(lines[0]).toMatch(/^connect-ms {5,}10s {2}a name or address that never connects$/);
  const typed = lines.map((line) => line.split(/\s+/)).map(([name, value]) => `${name}=${value}`);
  expect(parseLimits(typed, {})).toEqual(DEFAULT_LIMITS);
  const odd = { ...DEFAULT_LIMITS, bodyBytes: 1_000_001, connectMs: 1_501 };
  const oddTyped = renderLimitsTable(odd).map((line) => line.split(/\s+/).slice(0, 2).join("="));
  expect(parseLimits(oddTyped, {})).toEqual(odd);
});
