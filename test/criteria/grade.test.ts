import { expect, test } from "vitest";
import { canonicalJson } from "../../src/base/canonical.ts";
import type { Json } from "../../src/base/json.ts";
import { digestOf } from "../../src/capture/digest.ts";
import { CRITERION_IDS, STANDARD_VERSIONS } from "../../src/scores/discoverability/discoverability.ts";
import { gradeDiscoverability } from "../../src/scores/discoverability/discoverability-grade.ts";
import { judgeDiscoverability } from "../../src/scores/result/discoverability.ts";
import { auditOf, captureOf, criterion, READ_ONLY, result } from "./session.ts";

const grades = (version: (typeof STANDARD_VERSIONS)[number], verified: boolean): string =>
  Array.from({ length: 11 }, (_, passes) => gradeDiscoverability(passes, verified, version)).join("");

test("0 to 10 passes, by version", () => {
  expect(grades("0.1", true)).toBe("DDDDCCCBBAA");
  for (const version of ["0.2", "0.3", "0.4"] as const) expect(grades(version, true)).toBe("DDDDDCCCBBA");
});

test("without verified content no grade is above B, in any version", () => {
  for (const version of STANDARD_VERSIONS) expect(grades(version, false)).not.toContain("A");
  expect(grades("0.1", false)).toBe("DDDDCCCBBBB");
});

test("the cap is said whenever content was not verified", () => {
  const ghost = { calls: [result({ content: [] })] };
  expect(auditOf(ghost, "0.1").discoverability).toMatchObject({ passes: 9, grade: "B" });
  expect(auditOf(ghost).discoverability.honesty_cap).toMatch(/capped at B/);
});

test("0.4 has another name for the first criterion", () => {
  expect(criterion(auditOf({}, "0.4"), "C1").title).not.toBe(criterion(auditOf({}, "0.2"), "C1").title);
});

const freeze = <T>(value: T): T => {
  if (typeof value === "object" && value !== null) Object.values(Object.freeze(value)).forEach(freeze);
  return value;
};

test("the same capture gives the same bytes, and is left as it was", () => {
  const capture = freeze(captureOf({ tools: [READ_ONLY, { name: "x y" }] }));
  const first = canonicalJson(judgeDiscoverability(capture) as unknown as Json);
  expect(canonicalJson(judgeDiscoverability(structuredClone(capture)) as unknown as Json)).toBe(first);
});

test("evidence can be made again from the capture: every value is where it says, or has the digest it says", () => {
  const capture = captureOf();
  const { criteria } = judgeDiscoverability(capture);
  expect(criteria.map(({ id }) => id)).toEqual([...CRITERION_IDS]);
  for (const { id, evidence } of criteria) {
    expect(evidence.criterion).toBe(id);
    expect(evidence.requests.length, id).toBeGreaterThan(0);
    expect(evidence.values.length, id).toBeGreaterThan(0);
    for (const { exchange, message } of evidence.requests)
      expect(message).toEqual(capture.exchanges.find((one) => one.id === exchange)?.request);
    for (const value of evidence.values) {
      const root: unknown = capture.exchanges.find((one) => one.id === value.exchange);
      const found = value.pointer
        .split("/")
        .slice(1)
        .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
        .reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], root);
      if ("value" in value) expect(found).toBe(value.value);
      else expect(value.sha256).toBe(digestOf(found as Json));
    }
  }
});

test("text without a canonical form leaves the evidence canonical", () => {
  const { criteria } = judgeDiscoverability(
    captureOf({ calls: [result({ content: [{ type: "text", text: `${"long ".repeat(10)}\ud800` }] })] }),
  );
  for (const { evidence } of criteria) expect(() => canonicalJson(evidence as unknown as Json)).not.toThrow();
});
