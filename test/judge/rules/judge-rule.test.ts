// The five states, each with what it has to carry.

import { describe, expect, test } from "vitest";
import type { Json } from "../../../src/base/json.ts";
import type { Capture, Exchange } from "../../../src/capture/capture.ts";
import { digestOf, digestOfRaw } from "../../../src/capture/digest.ts";
import { answersTo } from "../../../src/judge/core/answers.ts";
import type { Fact } from "../../../src/judge/core/fact.ts";
import { capabilities } from "../../../src/judge/core/facts/handshake.ts";
import { listFact } from "../../../src/judge/core/lists.ts";
import type { CorpusRow, Rule } from "../../../src/judge/core/rule.ts";
import type { Verdict } from "../../../src/judge/core/verdict.ts";
import { judgeRuleset, openJudgeContext } from "../../../src/judge/rules/judge-ruleset.ts";

const asked = answersTo({ name: "asked", doc: "x", questions: ["call:#"] });
const tools = listFact("tools/list", { name: "tools", doc: "x", type: "x" });
const broken: Fact = {
  name: "broken",
  doc: "x",
  kind: "observations",
  type: "x",
  questions: "anything",
  read: () => {
    throw new Error("out of order");
  },
};
const FACTS = new Map([asked, tools, capabilities, broken].map((fact) => [fact.name, fact]));

const rule = (row: Omit<CorpusRow, "rule_id">, more: Partial<Rule> = {}): Rule => ({
  id: "TEST-001",
  title: "a claim",
  section: "tools",
  level: "MUST",
  advisory: false,
  spec: "https://example.com/",
  fix: "mend it",
  ...row,
  ...more,
});

const capture = (exchanges: readonly Exchange[], more: Partial<Capture> = {}): Capture => ({
  server_label: "test",
  server_capabilities: null,
  exchanges,
  ...more,
});

const judge = (session: Capture, ...rules: readonly Rule[]): readonly Verdict[] =>
  judgeRuleset(
    { ...openJudgeContext(session, "2025-11-25", { value: digestOf, raw: digestOfRaw }), facts: FACTS },
    { revision: "2025-11-25", rules },
  );

const one = (session: Capture, ...rules: readonly Rule[]): Verdict => judge(session, ...rules)[0] as Verdict;

const answered = (step: string, response: Json): Exchange => ({
  id: `c/${step}`,
  step,
  request: { jsonrpc: "2.0", id: 1, method: "x" },
  response,
});

const codeIs = (code: number): Rule => rule({ expect: [{ target: "asked.error.code", matcher: { exact: code } }] });

const error = (code: number): Json => ({ jsonrpc: "2.0", id: 1, error: { code, message: "no" } });

const listing = (...list: readonly Json[]): Exchange => ({
  id: "c/list",
  step: "tools/list",
  request: { jsonrpc: "2.0", id: 1, method: "tools/list" },
  response: { jsonrpc: "2.0", id: 1, result: { tools: [...list] } },
});

describe("pass and fail", () => {
  test("a pass points at what was seen, with its digest", () => {
    expect(one(capture([answered("call", error(-32601))]), codeIs(-32601))).toMatchObject({
      state: "pass",
      evidence: [{ exchange: "c/call", pointer: "/response/error/code", sha256: digestOf(-32601) }],
    });
  });

  test("a fail carries expected and actual", () => {
    expect(one(capture([answered("call", error(-32603))]), codeIs(-32601))).toMatchObject({
      state: "fail",
      expected: "asked.error.code is -32601",
      actual: 'error -32603 ("no")',
      failures: 1,
      evidence: [{ exchange: "c/call", pointer: "/response/error/code", actual: 'error -32603 ("no")' }],
    });
  });

  test("every answer to the question counts", () => {
    const session = capture([
      answered("call-1", error(-32601)),
      answered("call-2", error(-1)),
      answered("other", error(-2)),
    ]);
    expect(one(session, codeIs(-32601))).toMatchObject({
      state: "fail",
      failures: 1,
      evidence: [{ exchange: "c/call-2" }],
    });
  });

  test("an answer of another kind is shown by the whole exchange", () => {
    expect(one(capture([answered("call", { jsonrpc: "2.0", id: 1, result: {} })]), codeIs(-32601))).toMatchObject({
      state: "fail",
      actual: "the result {}",
      evidence: [{ pointer: "" }],
    });
  });

  test("each names every failing item, over all pages", () => {
    const session = capture([
      listing({ name: "a", title: 1 }, { name: "b" }),
      { ...listing({ name: "c", title: null }), id: "c/list-2" },
    ]);
    const each = rule({
      each: true,
      expect: [{ target: "tools", matcher: { schema: { properties: { title: { type: "string" } } } } }],
    });
    expect(one(session, each)).toMatchObject({
      state: "fail",
      failures: 2,
      evidence: [
        { exchange: "c/list", pointer: "/response/result/tools/0/title", item: "a", actual: "1" },
        { exchange: "c/list-2", pointer: "/response/result/tools/0/title", item: "c", actual: "null" },
      ],
    });
  });

  test("without each the list is one value", () => {
    const some = rule({ expect: [{ target: "tools.name", matcher: { contains: "b" } }] });
    expect(one(capture([listing({ name: "a" }, { name: "b" })]), some).state).toBe("pass");
    expect(one(capture([listing({ name: "a" })]), some)).toMatchObject({ state: "fail", actual: '"a"' });
    expect(one(capture([listing()]), some)).toMatchObject({
      state: "fail",
      evidence: [{ pointer: "/response/result" }],
    });
  });

  test("bytes that were kept are digested as bytes", () => {
    const raw = { encoding: "utf8", data: "oops" } as const;
    const session = capture([{ id: "c/call", step: "call", response: error(1), response_raw: raw }]);
    const verdict = one(session, rule({ expect: [{ target: "asked.outcome", matcher: { exact: "error" } }] }));
    expect(verdict.state).toBe("pass");
    expect(digestOfRaw(raw)).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe("not applicable", () => {
  test("a precondition that does not hold is shown", () => {
    const session = capture([answered("call", error(1))], { server_capabilities: { tools: {} } });
    const row = {
      when: [{ target: "capabilities.prompts", matcher: { schema: true } }],
      expect: codeIs(1).expect,
    } as const;
    expect(one(session, rule(row))).toMatchObject({
      state: "not-applicable",
      reason: "precondition-absent",
      evidence: [{ exchange: null, pointer: "/server_capabilities" }],
    });
  });

  test("a condition on the items picks them", () => {
    const row = {
      when: [{ target: "tools.outputSchema", matcher: { schema: { type: "object" } } }],
      each: true,
      expect: [{ target: "tools.title", matcher: { schema: { type: "string" } } }],
    } as const;
    expect(one(capture([listing({ name: "a" }, { name: "b", outputSchema: {}, title: "B" })]), rule(row)).state).toBe(
      "pass",
    );
    expect(one(capture([listing({ name: "a" })]), rule(row))).toMatchObject({
      state: "not-applicable",
      evidence: [{ exchange: "c/list" }],
    });
  });

  test("an empty list has nothing to judge item by item", () => {
    const each = rule({ each: true, expect: [{ target: "tools", matcher: { schema: { type: "object" } } }] });
    expect(one(capture([listing()]), each)).toMatchObject({
      state: "not-applicable",
      evidence: [{ exchange: "c/list" }],
    });
  });

  test("what the server does not offer was not asked", () => {
    const session = capture([], {
      not_probed: [{ conversation: "main", step: "call", reason: "not-offered", detail: "no tools" }],
    });
    expect(one(session, codeIs(1))).toMatchObject({
      state: "not-applicable",
      reason: "not-offered",
      detail: "no tools",
      evidence: [{ exchange: null, pointer: "/not_probed/0" }],
    });
  });

  test("a rule of the other transport", () => {
    const session = capture([answered("call", error(1))], { transport: "stdio" });
    expect(one(session, { ...codeIs(1), transport: "http" })).toMatchObject({
      state: "not-applicable",
      reason: "other-transport",
    });
    expect(one(session, { ...codeIs(1), transport: "stdio" }).state).toBe("pass");
  });
});

describe("inconclusive", () => {
  const reasonOf = (session: Capture): string => {
    const verdict = one(session, codeIs(1));
    return verdict.state === "inconclusive" ? verdict.reason : verdict.state;
  };
  const trouble = (kind: "timed-out" | "refused" | "limit-exceeded" | "aborted"): Exchange => ({
    id: "c/call",
    step: "call",
    trouble: { kind, detail: "d" },
  });

  test("each reason", () => {
    expect(reasonOf(capture([]))).toBe("not-probed");
    expect(reasonOf(capture([], { outcome: "unreachable" }))).toBe("unreachable");
    expect(reasonOf(capture([], { outcome: "auth-required" }))).toBe("auth-required");
    expect(reasonOf(capture([], { closed: false }))).toBe("capture-truncated");
    expect(reasonOf(capture([trouble("timed-out")]))).toBe("timed-out");
    expect(reasonOf(capture([trouble("refused")]))).toBe("unreachable");
    expect(reasonOf(capture([trouble("limit-exceeded")]))).toBe("limit-exceeded");
    expect(reasonOf(capture([trouble("aborted")]))).toBe("capture-truncated");
    for (const reason of ["unsafe-to-probe", "prerequisite-missing"] as const)
      expect(reasonOf(capture([], { not_probed: [{ conversation: "c", step: "call", reason, detail: "d" }] }))).toBe(
        reason,
      );
  });

  test("one answer too few leaves the rule open, one wrong answer does not", () => {
    expect(reasonOf(capture([answered("call-1", error(1)), { ...trouble("timed-out"), step: "call-2" }]))).toBe(
      "timed-out",
    );
    expect(reasonOf(capture([answered("call-1", error(2)), { ...trouble("timed-out"), step: "call-2" }]))).toBe("fail");
  });

  test("a rule that speaks of silence sees it", () => {
    const speaks = rule({ expect: [{ target: "asked.outcome", matcher: { exact: "error" } }] });
    expect(one(capture([trouble("timed-out")]), speaks)).toMatchObject({ state: "fail", actual: "d" });
  });
});

test("what throws is our mistake, and the other rules are judged all the same", () => {
  const rules = [
    rule({ expect: [{ target: "broken", matcher: { exact: 1 } }] }),
    { ...codeIs(1), id: "TEST-002" },
    rule({ expect: [{ target: "nobody.knows", matcher: { exact: 1 } }] }, { id: "TEST-003" }),
  ];
  expect(judge(capture([answered("call", error(1))]), ...rules)).toMatchObject([
    { state: "error", message: "out of order" },
    { state: "pass" },
    { state: "error", message: 'there is no fact "nobody"' },
  ]);
});

test("members that only look like members are absent", () => {
  const session = capture([listing({ name: "a" })]);
  const row = rule({ each: true, expect: [{ target: "tools.constructor", matcher: { not: { schema: true } } }] });
  expect(one(session, row).state).toBe("pass");
});
