// A failure names its cause only where the evidence shows it.

import { expect, test } from "vitest";
import { untrusted } from "../../../src/base/untrusted.ts";
import type { Verdict } from "../../../src/judge/core/verdict.ts";
import { withShownCauses } from "../../../src/judge/rules/shown-causes.ts";

const failed = (id: string, exchange: string | null, impliedBy?: string): Verdict => ({
  id,
  title: "a claim",
  level: "MUST",
  revision: "2025-11-25",
  section: "tools",
  advisory: false,
  state: "fail",
  expected: "x",
  actual: untrusted("y"),
  failures: 1,
  evidence: [{ exchange, pointer: "/conversations/0", sha256: null }],
  spec: "https://example.com/",
  fix: "mend it",
  ...(impliedBy === undefined ? {} : { implied_by: impliedBy }),
});

const causes = (...verdicts: readonly Verdict[]): readonly (string | undefined)[] =>
  withShownCauses(verdicts).map(({ implied_by }) => implied_by);

test("the cause failed in the same exchange", () => {
  expect(causes(failed("A-001", "c/1"), failed("A-002", "c/1", "A-001"))).toEqual([undefined, "A-001"]);
});

test("the cause failed in another exchange", () => {
  expect(causes(failed("A-001", "c/1"), failed("A-002", "c/2", "A-001"))).toEqual([undefined, undefined]);
});

/** The same failure, seen in more exchanges. */
const alsoIn = (verdict: Verdict, ...exchanges: readonly string[]): Verdict => ({
  ...verdict,
  evidence: [...verdict.evidence, ...exchanges.map((exchange) => ({ exchange, pointer: "", sha256: null }))],
});

test("the cause failed in most of the exchanges", () => {
  const cause = alsoIn(failed("A-001", "c/1"), "c/2");
  expect(causes(cause, alsoIn(failed("A-002", "c/1", "A-001"), "c/2", "c/3"))).toEqual([undefined, "A-001"]);
});

test("the cause failed in one of many exchanges", () => {
  const wider = alsoIn(failed("A-002", "c/1", "A-001"), "c/2", "c/2", "c/3");
  expect(causes(failed("A-001", "c/1"), wider)).toEqual([undefined, undefined]);
});

test("both were seen at the same place of the session", () => {
  expect(causes(failed("A-001", null), failed("A-002", null, "A-001"))).toEqual([undefined, "A-001"]);
});

test("the cause did not fail", () => {
  expect(causes(failed("A-002", "c/1", "A-001"))).toEqual([undefined]);
});
