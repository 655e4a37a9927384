// Gates, baselines and tests over saved sessions: no server is contacted.

import { expect, test } from "vitest";
import type { Capture } from "../../src/capture/capture.ts";
import { embeddedRuleset } from "../../src/judge/corpus-files/embedded.ts";
import type { Gate } from "../../src/scores/result/gate.ts";
import { settleBaseline } from "../../src/suite/judge/baseline-gate.ts";
import { settleFailOn } from "../../src/suite/judge/fail-on-gate.ts";
import { checkGradeDelta } from "../../src/suite/judge/grade-delta.ts";
import { failingRules, judgeSuiteCompliance } from "../../src/suite/judge/judge-compliance.ts";
import { settleRun } from "../../src/suite/judge/run-compliance.ts";
import { readScorecard, scorecardOf } from "../../src/suite/judge/scorecard.ts";
import { checkSpecVersion } from "../../src/suite/judge/spec-version-check.ts";
import { readBaseline, updateBaseline } from "../../src/suite/parse/baseline-file.ts";
import { openRuleBook } from "../../src/suite/parse/load-own-rules.ts";
import { parseSuite } from "../../src/suite/parse/parse-suite.ts";
import { createRuleBook } from "../../src/suite/rules/rule-book.ts";
import type { ComplianceRun, ServerScorecard } from "../../src/suite/suite-result.ts";

const book = openRuleBook();
const noRegex = () => () => false;

const capture: Capture = {
  server_label: "old",
  server_capabilities: { tools: {} },
  exchanges: [
    {
      request: { jsonrpc: "2.0", id: 1, method: "initialize", params: { protocolVersion: "2025-06-18" } },
      response: {
        jsonrpc: "2.0",
        id: 1,
        result: { protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo: { name: "old" } },
      },
    },
    {
      request: { jsonrpc: "2.0", id: 2, method: "tools/list" },
      response: { jsonrpc: "2.0", id: 2, result: { tools: [{ name: "a" }, { name: "b" }] } },
    },
  ],
};

const judge = async (yaml: string, baseline?: string) => {
  const suite = await parseSuite(`server: {command: x}\n${yaml}`, "s.yaml", { env: {}, folder: "/suites", book });
  const compliance = suite.compliance;
  if (!compliance) throw new Error("no compliance block");
  const entries = baseline === undefined ? undefined : readBaseline(baseline, "b.yml");
  return judgeSuiteCompliance(new Map([["server", capture]]), {
    book,
    compliance,
    red: "must",
    ...(compliance.specVersion ? { pinned: compliance.specVersion } : {}),
    ...(entries ? { baseline: entries } : {}),
  });
};

const TESTS = `compliance:
  spec_version: v2025-06-18
  tests:
    - name: two tools
      check: tools/list
      expect:
        - {target: result.tools, matcher: {schema: {minItems: 2}}}
        - {target: error, matcher: {exact: null}}
    - name: PROTO-002
    - name: never asked
      check: ping
    - name: three tools
      check: tools/list
      expect: [{target: result.tools, matcher: {schema: {minItems: 3}}}]
`;

test("tests by method use their rows, tests by rule the corpus, and what was not asked stays open", async () => {
  const { runs } = await judge(TESTS);
  expect(runs[0]?.rows.map(({ name, decision }) => [name, decision])).toEqual([
    ["two tools", "ok"],
    // The minimal session has no version in its serverInfo.
    ["PROTO-002", "failed"],
    ["never asked", "open"],
    ["three tools", "failed"],
  ]);
  const failed = runs[0]?.rows[3]?.verdict;
  expect(failed).toMatchObject({
    id: "tools/list",
    title: "three tools",
    level: "MUST",
    section: "tools",
    state: "fail",
  });
  expect(failed?.evidence[0]).toMatchObject({ exchange: 1, pointer: "/response/result/tools" });
  expect(settleRun(runs[0]!)).toMatchObject({ state: "fail" });
});

test("no tests: every rule of the pinned revision; an empty list: only the gates", async () => {
  const whole = await judge("compliance: {spec_version: v2025-06-18}\n");
  expect(whole.runs[0]?.rows).toHaveLength(book.ruleset("2025-06-18").rules.length);
  const gates = await judge(
    "compliance: {spec_version: v2026-07-28, spec_version_check: {against: draft}, tests: []}\n",
  );
  expect(gates.runs).toEqual([]);
  expect(gates.gates.map(({ pass }) => pass)).toEqual([true]);
});

test("a rule that the judged revision does not have stays open; a run that judged nothing is not green", async () => {
  const other = await judge("compliance: [{name: DISC-001}]\n");
  expect(other.runs[0]?.rows[0]).toMatchObject({
    decision: "open",
    verdict: { detail: expect.stringContaining("DISC-001 is not a rule of 2025-06-18") },
  });
  const idle = await judge("compliance: {spec_version: v2025-06-18, tests: [{name: RES-001}]}\n");
  for (const { runs } of [other, idle]) expect(runs.map((run) => settleRun(run).state)).toEqual(["inconclusive"]);
});

test("a listed rule that fails at one server is not stale because it passes at another", () => {
  const row = (decision: "expected" | "stale") => ({ decision, verdict: { id: "PROTO-002" } });
  const runs = [{ rows: [row("expected")] }, { rows: [row("stale")] }] as unknown as ComplianceRun[];
  expect(settleBaseline(runs).map(({ rows }) => rows[0]?.decision)).toEqual(["expected", "ok"]);
});

test("an override of a rule keeps the rule's id and level", async () => {
  const { runs } = await judge(
    "compliance:\n  - name: PROTO-002 the name\n    expect: [{target: initialize.result.serverInfo.name, matcher: {exact: old}}]\n",
  );
  expect(runs[0]?.rows[0]).toMatchObject({
    decision: "ok",
    verdict: { id: "PROTO-002", level: "MUST", title: "PROTO-002 the name" },
  });
});

test("spec_version_check: clean, breaking, loosened, and the two bootstrap cases", () => {
  const check = (block: Parameters<typeof checkSpecVersion>[0], from: Parameters<typeof checkSpecVersion>[1]) =>
    checkSpecVersion(block, from, book, noRegex);
  expect(check({ against: "draft" }, "2026-07-28").line).toMatch(
    /^spec_version_check: PASS v2026-07-28 → draft: 0 changed/,
  );
  const breaking = check({ against: "v2025-06-18" }, "2024-11-05");
  expect(breaking.pass).toBe(false);
  expect(breaking.line).toMatch(/^spec_version_check: FAIL .*changed: .*PROTO-002/);
  expect(breaking.values["spec_added"]).toEqual(
    expect.arrayContaining(["ELICIT-001", "SAMPLE-001", "ROOTS-001", "RESTPL-001"]),
  );
  const loosened = {
    against: "v2025-06-18",
    expect: [{ target: "spec_breaking_changes", matcher: { contains: "PROTO-002" } }],
  };
  expect(check(loosened, "2024-11-05").pass).toBe(true);
  for (const block of [{}, { against: "v2031-01-01" }]) {
    const passed = check(block, "2024-11-05");
    expect(passed.pass).toBe(true);
    expect(passed.note).toBeDefined();
  }
});

const card = (grade: ServerScorecard["grade"], tools: ServerScorecard["grade"]): ServerScorecard => ({
  server: null,
  revision: "2025-06-18",
  scope: "corpus",
  grade,
  score: 90,
  passed: 9,
  failed: 1,
  failed_must: 1,
  sections: [{ section: "tools", grade: tools, score: 90 }],
});
const saved = (grade: ServerScorecard["grade"], tools: ServerScorecard["grade"]) => ({
  format: "mcptest-scorecard/1" as const,
  tool: { name: "mcptest", version: "0" },
  servers: [card(grade, tools)],
});

test.each([
  ["the same", card("B", "B"), saved("B", "B"), true, []],
  ["better", card("A", "A+"), saved("B", "B"), true, []],
  ["worse as a whole", card("C", "B"), saved("B", "B"), false, []],
  ["worse in a section", card("B", "C"), saved("B", "B"), false, ["tools"]],
  ["no grade any more", card(null, "B"), saved("F", "B"), false, []],
  ["a section that was not exercised any more", { ...card("B", "B"), sections: [] }, saved("B", "B"), false, ["tools"]],
] as const)("grade_delta: %s", (_name, now, before, pass, sections) => {
  const gate = checkGradeDelta([now], before, "card.json", undefined, noRegex);
  expect(gate.pass).toBe(pass);
  expect(gate.values["regressed_sections"]).toEqual(sections);
  expect(gate.line).toMatch(pass ? /^grade_delta: PASS/ : /^grade_delta: FAIL/);
});

test("a scorecard is read back as it was written; anything else is none; none yet passes with a note", async () => {
  const { runs } = await judge("compliance: {spec_version: v2025-06-18}\n");
  const written = scorecardOf({ tool: { name: "mcptest", version: "0" }, runs });
  expect(readScorecard(JSON.stringify(written))).toEqual(written);
  for (const text of [
    "",
    "{}",
    "[]",
    '{"format":"mcptest-scorecard/1","servers":[{}]}',
    '{"format":"mcptest-scorecard/1","servers":[]}',
  ])
    expect(readScorecard(text)).toBeUndefined();
  expect(checkGradeDelta([card("F", "F")], undefined, "card.json", undefined, noRegex)).toMatchObject({
    pass: true,
    note: expect.any(String),
  });
});

test("baseline: listed and failing is expected, unlisted and failing red, listed and passing red, the rest a note", async () => {
  const { runs, gates } = await judge(
    `compliance: {spec_version: v2025-06-18, tests: [{name: PROTO-002}, {name: PROTO-001}, {name: RES-001}]}\n`,
    "server:\n  - {rule_id: PROTO-002, reason: known bug, tracking: https://example.test/7}\n  - RES-001\n  - TOOL-001\n",
  );
  expect(runs[0]?.rows[0]).toMatchObject({
    decision: "expected",
    reason: "known bug",
    tracking: "https://example.test/7",
  });
  expect(gates.at(-1)?.details.join("\n")).toContain("TOOL-001 is in the baseline, but was not judged");
  expect(gates.at(-1)).toMatchObject({ gate: "baseline", pass: true });
  const stale = await judge(
    "compliance: [{name: PROTO-021 two tools, check: tools/list, expect: [{target: outcome, matcher: {exact: result}}]}]\n",
    "server: [PROTO-021]\n",
  );
  expect(stale.gates.at(-1)?.line).toContain("listed but passing, remove: PROTO-021");
  const fresh = await judge("compliance: [{name: PROTO-002}]\n", "server: [TOOL-001]\n");
  expect(fresh.gates.at(-1)?.line).toContain("failing but not listed: PROTO-002");
  const listed = readBaseline("server: [TOOL-001]\n", "b.yml");
  expect(failingRules(fresh.runs, listed, book.withdrawn)).toEqual(["PROTO-002", "TOOL-001"]);
});

test("a baseline is updated in place: what stays keeps its order, its reason and its comments", () => {
  const text =
    "# ours\nserver:\n  # upstream\n  - rule_id: TOOL-005 # soon\n    reason: 'a: b'\n  - PROTO-003\n  - RES-003\n";
  const updated = updateBaseline(text, ["RES-003", "TOOL-005", "ZZZ-001"]);
  expect(updated).toBe(
    "# ours\nserver:\n  # upstream\n  - rule_id: TOOL-005 # soon\n    reason: 'a: b'\n  - RES-003\n  - ZZZ-001\n",
  );
  expect(readBaseline(updateBaseline(undefined, ["A-001"]), "b.yml")).toEqual([{ rule_id: "A-001" }]);
  expect(updateBaseline(updated, ["RES-003", "TOOL-005", "ZZZ-001"])).toBe(updated);
});

test.each([
  ["server: [PROTO-1]\n", "b.yml:1:10: expected a rule id"],
  ["server: [PROTO-001, PROTO-001]\n", "listed twice"],
  ["servers: []\n", 'unknown key "servers"; did you mean server?'],
  ["server: [{rule_id: PROTO-001, raeson: x}]\n", "did you mean reason?"],
])("a baseline that is wrong: %s", (text, expected) => {
  expect(() => readBaseline(text, "b.yml")).toThrow(expected);
});

test("a withdrawn rule has no verdict: suites and baselines that name it load, and say why", async () => {
  const reason = "The text carries no such requirement.";
  const own = createRuleBook(embeddedRuleset, undefined, (id) => (id === "OLD-001" ? reason : undefined));
  const yaml = "server: {command: x}\ncompliance: [{name: OLD-001 was a rule}, {name: PROTO-002}]\n";
  const context = { env: {}, folder: "/suites" };
  await expect(parseSuite(yaml, "s.yaml", { ...context, book })).rejects.toThrow("unknown rule OLD-001");
  const suite = await parseSuite(yaml, "s.yaml", { ...context, book: own });
  if (!suite.compliance) throw new Error("no compliance block");
  const baseline = readBaseline("server: [OLD-001, PROTO-002]\n", "b.yml");
  const captures = new Map([[suite.compliance.servers[0] ?? "", capture]]);
  const { runs, gates } = await judgeSuiteCompliance(captures, {
    book: own,
    compliance: suite.compliance,
    red: "any",
    baseline,
  });
  expect(runs[0]?.rows.map(({ verdict }) => verdict.id)).toEqual(["PROTO-002"]);
  expect(runs[0]?.notes).toEqual([`OLD-001 was withdrawn, so it is not judged: ${reason} Remove the test.`]);
  expect(gates.at(-1)).toMatchObject({ gate: "baseline", pass: true });
  expect(gates.at(-1)?.details).toContain(
    `OLD-001 was withdrawn, so it is not judged: ${reason} Remove the entry from the baseline.`,
  );
  // Written anew, the baseline drops it.
  expect(failingRules(runs, baseline, own.withdrawn)).toEqual(["PROTO-002"]);
});

const suiteOf = (yaml: string) =>
  parseSuite(`server: {command: x}\n${yaml}`, "s.yaml", { env: {}, folder: "/suites", book });

test("fail_on: a list or commas, and what is none is refused", async () => {
  expect((await suiteOf("fail_on: must, grade-b")).failOn).toEqual(["must", "grade-b"]);
  expect((await suiteOf("fail_on: [tier-1, tools]")).failOn).toEqual(["tier-1", "tools"]);
  await expect(suiteOf("fail_on: often")).rejects.toThrow('"often" is not a choice; use one of must, should');
  await expect(suiteOf("fail_on: [never, must]")).rejects.toThrow("never stands alone");
});

test("fail_on holds every server to what check would", async () => {
  const captures = new Map([["old", capture]]);
  const settle = (gates: readonly Gate[]) => settleFailOn(captures, { tool: { name: "x", version: "0" }, gates });
  const missed = await settle(["must", "never"]);
  expect(missed.gate).toMatchObject({ gate: "fail_on", pass: false, line: "fail_on: FAIL must (old)" });
  expect(missed.gate.details).toEqual([expect.stringMatching(/^old fails [1-9]\d* MUST and \d+ SHOULD$/)]);
  expect((await settle(["never"])).gate).toMatchObject({ pass: true, line: "fail_on: PASS never" });
  const empty = new Map([["none", { server_label: "x", server_capabilities: null, exchanges: [] }]]);
  const unseen = await settleFailOn(empty, { tool: { name: "x", version: "0" }, gates: ["must"] });
  expect([unseen.gate.pass, unseen.states]).toEqual([true, ["inconclusive"]]);
});
