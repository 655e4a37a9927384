// Rows × verdicts → states, and what they add up to.

import { describe, expect, test } from "vitest";
import { untrusted } from "../../src/base/untrusted.ts";
import type { Level } from "../../src/judge/core/rule.ts";
import type { Finding, Verdict } from "../../src/judge/core/verdict.ts";
import type { CheckMapping, CheckResult, SepCorpus } from "../../src/judge/corpus/conformance.ts";
import type { MappedCheck } from "../../src/judge/corpus/sep-checks.ts";
import { scoreChecks } from "../../src/scores/conformance/conformance.ts";
import { judgeCheck } from "../../src/scores/conformance/judge-check.ts";

const PLACE = { exchange: "main/tools", pointer: "/response", sha256: null };
const PASS: Finding = { state: "pass", evidence: [PLACE] };
const FAIL: Finding = {
  state: "fail",
  expected: "a code",
  actual: untrusted("1"),
  evidence: [PLACE, PLACE],
  failures: 2,
};
const ABSENT: Finding = { state: "not-applicable", reason: "precondition-absent", detail: "none", evidence: [PLACE] };
const OFFERED: Finding = { state: "not-applicable", reason: "not-offered", detail: "no tools", evidence: [] };
const OPEN: Finding = { state: "inconclusive", reason: "timed-out", detail: "slow", evidence: [] };
const BROKEN: Finding = { state: "error", message: "oops", evidence: [] };

const verdict = (id: string, finding: Finding): Verdict => ({
  id,
  title: id,
  level: "MUST",
  revision: "2026-07-28",
  section: "tools",
  advisory: false,
  spec: "https://example.org",
  fix: "mend it",
  ...finding,
});

interface Setting {
  readonly mapping?: Partial<CheckMapping>;
  readonly extensions?: readonly string[];
  readonly transport?: "http" | "stdio";
  readonly spoken?: false;
}

const judge = (findings: readonly Finding[], { mapping, extensions = [], transport, spoken }: Setting = {}) => {
  const rules = findings.map((_finding, index) => `RULE-00${index}`);
  const row: MappedCheck = {
    check: "sep-1-a",
    text: "It MUST hold.",
    url: "https://example.org/spec",
    sep: 1,
    level: "MUST",
    mapping: { roles: ["server"], rules, ...mapping },
  };
  const verdicts = new Map(findings.map((finding, index) => [`RULE-00${index}`, verdict(`RULE-00${index}`, finding)]));
  return judgeCheck(row, { role: "server", verdicts: spoken === false ? undefined : verdicts, transport, extensions });
};

describe("a check", () => {
  test.each([
    ["fails when any rule fails", [PASS, FAIL, OPEN], "fail"],
    ["passes when one passes and the rest gave no occasion", [OPEN, PASS, OFFERED], "pass"],
    ["is not exercised when none passed", [OFFERED, OPEN], "not-exercised"],
    ["is not exercised when nothing was found", [ABSENT], "not-exercised"],
    ["is ours when a rule broke", [PASS, BROKEN], "error"],
    ["is not implemented without a verdict", [], "not-implemented"],
  ] as const)("%s", (_name, findings, state) => {
    expect(judge(findings, { mapping: findings.length === 0 ? { rules: ["RULE-009"] } : {} }).state).toBe(state);
  });

  test("says why it was not exercised: what is open before what does not apply", () => {
    expect(judge([OFFERED, OPEN])).toMatchObject({ reason: "timed-out", detail: "slow" });
    expect(judge([OFFERED])).toMatchObject({ reason: "not-offered", detail: "no tools" });
    expect(judge([PASS], { spoken: false })).toMatchObject({ state: "not-exercised", reason: "revision-not-spoken" });
  });

  test("carries what the failing rule found", () => {
    expect(judge([PASS, FAIL])).toMatchObject({
      expected: "a code",
      actual: "1",
      fix: "mend it",
      evidence: [PLACE, PLACE],
      rules: [
        { id: "RULE-000", state: "pass" },
        { id: "RULE-001", state: "fail" },
      ],
    });
  });

  test("a ban holds when the rules looked and found nothing, and only then", () => {
    const mapping = { ban: true } as const;
    expect(judge([ABSENT, OFFERED], { mapping })).toMatchObject({
      state: "pass",
      held_by: "absence",
      evidence: [PLACE],
    });
    expect(judge([ABSENT, OPEN], { mapping }).state).toBe("not-exercised");
    expect(judge([OFFERED], { mapping }).state).toBe("not-exercised");
    const unlooked: Finding = { ...ABSENT, evidence: [{ ...PLACE, exchange: null }] };
    expect(judge([unlooked], { mapping }).state).toBe("not-exercised");
    expect(judge([ABSENT, FAIL], { mapping }).state).toBe("fail");
    expect(judge([ABSENT, PASS], { mapping }).held_by).toBe("observation");
  });

  test.each(["client", "auth-server"] as const)(
    "a row that binds a %s never counts, whatever its rules say",
    (role) => {
      expect(judge([FAIL], { mapping: { roles: [role] } })).toMatchObject({
        state: "not-for-servers",
        reason: "other-role",
      });
    },
  );

  test("a row of an extension binds those who advertise it, and those who break it", () => {
    const mapping = { extension: "a/b" };
    expect(judge([PASS], { mapping })).toMatchObject({
      state: "not-exercised",
      reason: "not-offered",
      extension: true,
    });
    expect(judge([PASS], { mapping, extensions: ["a/b"] }).state).toBe("pass");
    expect(judge([FAIL], { mapping }).state).toBe("fail");
  });

  test("a row about HTTP says nothing about a pipe", () => {
    const mapping = { transport: "http" } as const;
    expect(judge([PASS], { mapping, transport: "stdio" })).toMatchObject({ reason: "other-transport" });
    expect(judge([PASS], { mapping, transport: "http" }).state).toBe("pass");
  });
});

describe("the score", () => {
  const corpus: SepCorpus = {
    version: "2026-07-28",
    source: "embedded",
    seps: [1, 2].map((sep) => ({
      sep,
      spec_url: "https://example.org",
      checks: [],
      exclusions: [{ text: "a", excluded: "b", url: "c" }],
    })),
    core: { checks: [], exclusions: [{ text: "a", excluded: "b", url: "c" }] },
    warnings: [],
  };
  const row = (state: CheckResult["state"], level: Level | null, sep: number | null = 1): CheckResult => ({
    check: "sep-1-a",
    sep,
    level,
    roles: ["server"],
    extension: false,
    state,
    text: "",
    rules: [],
    evidence: [],
    spec: "",
    ...(state === "pass" || state === "fail" ? {} : { reason: "not-probed" as const }),
  });

  test("only what was exercised counts", () => {
    const checks = [
      ...Array(4).fill(row("pass", "MUST")),
      ...Array(5).fill(row("pass", "SHOULD", 2)),
      row("fail", "SHOULD", 2),
      row("fail", null),
      row("pass", "MAY"),
      row("not-exercised", "MUST"),
      row("not-implemented", "MUST"),
      row("not-for-servers", "MUST"),
    ];
    expect(scoreChecks(corpus, checks)).toMatchObject({
      must: { passed: 4, total: 4 },
      should: { passed: 5, total: 6 },
      may: { passed: 1, total: 1 },
      tier: "tier-2",
      badge: "T2",
      per_sep: [
        { sep: 1, tested: 6, passed: 5, excluded: 1 },
        { sep: 2, tested: 6, passed: 5, excluded: 1 },
      ],
      coverage: { checks: 15, exercised: 12, not_exercised: 1, not_applicable: 1, not_implemented: 1 },
      // A violated SHOULD is a warning upstream.
      official_style: { without_failure: 12, exercised: 12, percent: 100 },
    });
  });

  test("core rows count in the levels and in a figure of their own, not among the SEPs", () => {
    const checks = [
      row("pass", "MUST"),
      row("pass", "MUST", null),
      row("fail", "SHOULD", null),
      row("pass", "MAY", null),
    ];
    expect(scoreChecks(corpus, [...checks, row("not-exercised", "MUST", null)])).toMatchObject({
      must: { passed: 2, total: 2 },
      should: { passed: 0, total: 1 },
      may: { passed: 1, total: 1 },
      tier: "tier-3",
      per_sep: [
        { sep: 1, tested: 1, passed: 1, excluded: 1 },
        { sep: 2, tested: 0, passed: 0, excluded: 1 },
      ],
      core: { tested: 3, passed: 2, excluded: 1 },
    });
  });

  test("a failed MUST is no tier, and nothing exercised is none at all", () => {
    expect(scoreChecks(corpus, [row("fail", "MUST"), row("pass", "MUST"), row("pass", "MUST")])).toMatchObject({
      tier: "fail",
      badge: "F",
      official_style: { without_failure: 2, exercised: 3, percent: 66.7 },
    });
    for (const checks of [[], [row("not-exercised", "MUST")], [row("pass", null)]])
      expect(scoreChecks(corpus, checks)).toMatchObject({ tier: null, badge: null });
    expect(scoreChecks(corpus, []).official_style.percent).toBeNull();
  });
});
