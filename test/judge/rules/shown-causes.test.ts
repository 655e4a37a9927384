// A failure names its cause only where the evidence shows it.

import { expect, test } from "vitest";
import { withShownCauses } from "../../../src/judge/rules/shown-causes.ts";
import { untrusted } from "../../../src/model/untrusted.ts";
import type { Verdict } from "../../../src/model/verdict.ts";

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

test("both were seen at the same place of the session", () => {
  expect(causes(failed("A-001", null), failed("A-002", null, "A-001"))).toEqual([undefined, "A-001"]);
});

test("the cause did not fail", () => {
  expect(causes(failed("A-002", "c/1", "A-001"))).toEqual([undefined]);
});
