// Asked for a revision that the server does not speak: what was seen is told, and no format gives a mark for it.

import { expect, test } from "vitest";
import { untrusted } from "../../src/base/untrusted.ts";
import { RESULT_FORMATS, renderResult } from "../../src/report/render-result.ts";
import { GATES, settleGate } from "../../src/scores/result/gate.ts";
import { makeResult } from "../../src/scores/result/make-result.ts";
import { readResult } from "../../src/scores/result/read-result.ts";
import type { Result } from "../../src/scores/result/result.ts";
import { readShop } from "./small-result.ts";

const judgeBy = (revision: "2025-06-18" | "2026-07-28"): Promise<Result> =>
  makeResult(readShop(), { tool: { name: "mcptest", version: "0.0.0" }, revision });

test("no grade, no score, no tier; the verdicts and the other marks stay", async () => {
  const result = await judgeBy("2026-07-28");
  expect(result).toMatchObject({
    revision: "2026-07-28",
    spoken: false,
    compliance: { grade: null, score: null, sections: [] },
    conformance: null,
  });
  expect(result.notes[0]).toBe("the server does not speak 2026-07-28; it offers 2025-11-25, 2025-06-18");
  expect(result.verdicts.length).toBeGreaterThan(100);
  expect(result.invariants.length).toBeGreaterThan(0);
});

test("a revision that it speaks is graded as ever", async () => {
  const result = await judgeBy("2025-06-18");
  expect(result).not.toHaveProperty("spoken");
  expect(result.conformance).not.toBeNull();
});

test.each(RESULT_FORMATS)("%s shows no grade", async (format) => {
  const text = renderResult(await judgeBy("2026-07-28"), format, { verbose: true });
  expect(/grade [A-F]\b/.exec(text)?.[0]).toBeUndefined();
  // The biggest thing on the page.
  if (format === "html") expect(/<div class="letter[^>]*>([^<]*)</.exec(text)?.[1]).toBe("—");
});

test.each(["pretty", "markdown", "html", "github"] as const)("%s says why", async (format) => {
  const result = await judgeBy("2026-07-28");
  const text = renderResult(result, format);
  expect(text.includes("no grade: the server does not speak 2026-07-28")).toBe(true);
  expect(/Fix \S+ first|It does not work|It works/.exec(text)?.[0]).toBeUndefined();
});

test("one line and the badge", async () => {
  const result = await judgeBy("2026-07-28");
  expect(renderResult(result, "pretty", { quiet: true })).toContain(
    "(2026-07-28): ? no grade: the server does not speak 2026-07-28 · ",
  );
  expect(JSON.parse(renderResult(result, "badge-json"))).toMatchObject({ message: "not spoken", color: "lightgrey" });
});

test("what fails there is told, and turns nothing red", async () => {
  const result = await judgeBy("2026-07-28");
  const [some] = result.verdicts;
  if (!some) throw new Error("nothing was judged");
  const { id, title, level, revision, section, spec, fix } = { ...some, id: "DISC-001", level: "MUST" as const };
  const failed = {
    ...{ id, title, level, revision, section, spec, fix, advisory: false, evidence: [], failures: 1 },
    ...{ state: "fail" as const, expected: "a result", actual: untrusted("an error") },
  };
  const failing = { ...result, verdicts: [failed] };
  expect(renderResult(failing, "junit")).toMatch(
    /failures="0"[\s\S]*<skipped message="note: expected a result; found an error; the server does not speak/,
  );
  expect(renderResult(failing, "github")).toMatch(/^::notice title=DISC-001 /m);
  expect(renderResult(failing, "sarif")).toContain('"level": "note"');
  expect(renderResult(failing, "html")).toContain('<span class="chip none">MUST</span>');
});

test("no gate is met or missed by it", async () => {
  const result = await judgeBy("2026-07-28");
  for (const gate of GATES) expect(settleGate(result, gate)).toBe("inconclusive");
});

test("saved, it reads back to the same reports", async () => {
  const result = await judgeBy("2026-07-28");
  const read = readResult(renderResult(result, "json"), "result.json");
  for (const format of RESULT_FORMATS) expect(renderResult(read, format)).toBe(renderResult(result, format));
});
