// A result that was held against a baseline: every format says which failures are known. UPDATE=1 writes the golden files.

import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { RESULT_FORMATS, type ResultFormat, renderResult } from "../../src/report/render-result.ts";
import { readResult } from "../../src/scores/result/read-result.ts";
import type { Result } from "../../src/scores/result/result.ts";
import { holdBaseline } from "../../src/suite/judge/hold-baseline.ts";
import { openGolden } from "../golden-files.ts";
import { smallResult } from "./small-result.ts";

const expectGolden = openGolden("reports");

const failing = ({ verdicts }: Result): readonly string[] =>
  verdicts.filter(({ state }) => state === "fail").map(({ id }) => id);

/** One failure with a reason and a link, and one rule that passes. */
const heldResult = async (): Promise<Result> => {
  const result = await smallResult();
  const entries = [
    { rule_id: "PING-002", reason: "the <b>next</b> release", tracking: "https://example.test/7" },
    { rule_id: "PROTO-001" },
  ];
  return { ...result, baseline: holdBaseline(result.verdicts, entries, "any", () => undefined).standing };
};

/** Everything that fails is listed. */
const settledResult = async (): Promise<Result> => {
  const result = await smallResult();
  const entries = failing(result).map((rule_id) => ({ rule_id }));
  return { ...result, baseline: holdBaseline(result.verdicts, entries, "any", () => undefined).standing };
};

const GOLDEN = {
  pretty: "known.pretty.txt",
  markdown: "known.comment.md",
  junit: "known.junit.xml",
  github: "known.github.txt",
} as const satisfies Partial<Record<ResultFormat, string>>;

test.each(Object.entries(GOLDEN))("%s", async (format, file) => {
  expectGolden(file, renderResult(await heldResult(), format as keyof typeof GOLDEN));
});

test("the standing has what is known, what is new and what is stale", async () => {
  const result = await heldResult();
  const advisory = new Set(result.verdicts.filter((verdict) => verdict.advisory).map(({ id }) => id));
  expect(result.baseline).toEqual({
    known: [{ rule_id: "PING-002", reason: "the <b>next</b> release", tracking: "https://example.test/7" }],
    failed: failing(result).filter((id) => id !== "PING-002" && !advisory.has(id)),
    stale: ["PROTO-001"],
  });
});

test("a SARIF result says whether it is new, and a known one is suppressed", async () => {
  const read = (text: string) =>
    (
      JSON.parse(text) as {
        runs: { results: { ruleId: string; baselineState?: string; suppressions?: { kind: string }[] }[] }[];
      }
    ).runs[0]?.results ?? [];
  const results = read(renderResult(await heldResult(), "sarif"));
  const states = new Map(results.map(({ ruleId, baselineState }) => [ruleId, baselineState]));
  expect(states.get("PING-002")).toBe("unchanged");
  expect(states.get("PROTO-001")).toBe("absent");
  expect(results.filter(({ baselineState }) => baselineState === "new")).toHaveLength(results.length - 2);
  expect(results.filter(({ suppressions }) => suppressions)).toMatchObject([
    { ruleId: "PING-002", suppressions: [{ kind: "external", status: "accepted" }] },
  ]);
  for (const result of read(renderResult(await smallResult(), "sarif")))
    expect(result).not.toHaveProperty("baselineState");
});

test("on the page a known cause is closed and marked, and the others are open", async () => {
  const page = renderResult(await heldResult(), "html");
  const causes = [...page.matchAll(/<details( open)? class="cause[^>]*>\n<summary>(.*)<\/summary>/g)];
  const known = causes.filter(([, , summary]) => summary?.includes(">known<"));
  expect(known.map(([, open, summary]) => [open, summary?.includes("PING-002")])).toEqual([[undefined, true]]);
  // Warnings are closed too.
  const warnings = causes.filter(([, , summary]) => summary?.includes(">warning<"));
  expect(warnings.length).toBeGreaterThan(0);
  expect(causes.filter(([, open]) => open)).toHaveLength(causes.length - 1 - warnings.length);
  expect(causes.at(-1)?.[2]).toContain("PING-002");
  expect(page).not.toContain("<b>next</b>");
  expect(page).toContain('<span class="chip fail">stale</span>');
  expect(page).toContain("PROTO-001 passes, but the baseline lists it as failing");
});

describe("where everything that fails is known", () => {
  test("nothing is red, and nothing is to be fixed first", async () => {
    const result = await settledResult();
    expect(failing(result).length).toBeGreaterThan(1);
    expect(renderResult(result, "junit")).toMatch(/^.*\n<testsuites [^>]*failures="0" errors="0"/);
    expect(renderResult(result, "github")).not.toMatch(/^::(?:error|warning)/m);
    const comment = renderResult(result, "markdown");
    expect(comment).toMatch(/^### ⚠️/);
    expect(comment).not.toContain("What to fix");
    const pretty = renderResult(result, "pretty");
    expect(pretty).toContain("Every failure that counts is known: the baseline lists it.");
    expect(pretty).not.toMatch(/Fix \S+ first|^\d+\. |^✗/m);
    expect(renderResult(result, "pretty", { verbose: true })).toMatch(/✗ PING-002 \w+ known /);
  });

  test("the grade is what it was", async () => {
    const [result, bare] = [await settledResult(), await smallResult()];
    expect(renderResult(result, "badge")).toBe(renderResult(bare, "badge"));
  });
});

test("a failure that follows from a known one is told by itself", async () => {
  const result = await smallResult();
  const [first] = result.verdicts.filter(({ state }) => state === "fail");
  if (!first) throw new Error("nothing fails");
  const verdicts = [...result.verdicts, { ...first, id: "TOOL-999", implied_by: first.id }];
  const held = {
    ...result,
    verdicts,
    baseline: holdBaseline(verdicts, [{ rule_id: first.id }], "any", () => undefined).standing,
  };
  expect(renderResult(held, "pretty")).toMatch(/^\d\. ✗ TOOL-999 /m);
  expect(renderResult(held, "markdown")).toMatch(/^- ❌ \*\*TOOL-999\*\*/m);
  const page = renderResult(held, "html");
  expect(page.match(/<details open class="cause[^>]*>\n<summary>.*TOOL-999/)).not.toBeNull();
});

describe("saved", () => {
  test("it reads back to the same reports, and meets its schema", async () => {
    const result = await heldResult();
    const text = renderResult(result, "json");
    const read = readResult(text, "result.json");
    for (const format of RESULT_FORMATS) expect(renderResult(read, format)).toBe(renderResult(result, format));
    const schema = JSON.parse(readFileSync(new URL("../../schemas/result.schema.json", import.meta.url), "utf8"));
    const validate = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(schema);
    validate(JSON.parse(text));
    expect(validate.errors).toBeNull();
  });

  test.each([5, {}, { known: ["PING-002"], failed: [], stale: [] }, { known: [], failed: [7], stale: [] }])(
    "a baseline such as %j is refused, and the line says where",
    async (baseline) => {
      const text = JSON.stringify({ ...(await smallResult()), baseline });
      expect(() => readResult(text, "x.json")).toThrow(/^x\.json[^\n]*\/baseline[^\n]*$/);
    },
  );
});
