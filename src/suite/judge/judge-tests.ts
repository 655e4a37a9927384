import { defined } from "../../base/defined.ts";
import type { Capture } from "../../capture/capture.ts";
import type { Fact } from "../../judge/core/fact.ts";
import type { Condition, Expectation, Rule, Section } from "../../judge/core/rule.ts";
import type { Verdict } from "../../judge/core/verdict.ts";
import { describeExpectation } from "../../judge/rules/describe-matcher.ts";
import { judgeRuleset } from "../../judge/rules/judge-ruleset.ts";
import { parseTarget } from "../../judge/rules/parse-target.ts";
import { judgeContextFor } from "../../judge/session/judge-context.ts";
import type { Revision } from "../../protocol/revision.ts";
import { SuiteError } from "../problem.ts";
import { isAnswerMember } from "../rules/row-problems.ts";
import type { RuleBook } from "../rules/rule-book.ts";
import type { SuiteTest } from "../suite.ts";
import { checkedAnswer, checkedName } from "./checked-answer.ts";

export interface JudgedTest {
  readonly name: string;
  readonly check: string;
  readonly verdict: Verdict;
}

/** Every rule of the revision. */
export const judgeCorpus = async (
  capture: Capture,
  revision: Revision,
  book: RuleBook,
): Promise<readonly JudgedTest[]> => asTests(await judgeRules(capture, revision, book.ruleset(revision).rules, []));

export const asTests = (verdicts: readonly Verdict[]): readonly JudgedTest[] =>
  verdicts.map((verdict) => ({ name: verdict.id, check: verdict.id, verdict }));

/** The tests of a suite, in their order. `spot` says where one is written. */
export const judgeTests = async (
  capture: Capture,
  revision: Revision,
  tests: readonly SuiteTest[],
  book: RuleBook,
  { spot, pinned }: { readonly spot: (test: SuiteTest) => string; readonly pinned: boolean },
): Promise<readonly JudgedTest[]> => {
  const rules = tests.map((test, index) => ruleOf(test, index, book, revision));
  const verdicts = await judgeRules(
    capture,
    revision,
    rules.flatMap((entry) => entry?.rule ?? []),
    tests.flatMap(({ method }, index) => (method === undefined ? [] : [checkedAnswer(method, index, !pinned)])),
  );
  const byId = new Map(verdicts.map((verdict) => [verdict.id, verdict]));
  return tests.map((test, index) => {
    const entry = rules[index];
    const found = byId.get(placeholder(index));
    const check = test.method ?? test.ruleId ?? test.name;
    if (!entry || !found)
      return { name: test.name, check, verdict: absentRule(test, revision, book.revisionsOf(test.ruleId ?? "")) };
    // Rows of the user's that cannot be evaluated are a mistake in the suite, not a bug of ours.
    if (found.state === "error" && entry.own)
      throw new SuiteError([
        `${spot(test)}: test ${JSON.stringify(test.name.slice(0, 60))} cannot be judged: ${found.message}`,
      ]);
    return { name: test.name, check, verdict: { ...found, id: entry.id } };
  });
};

/** A test of a rule that was withdrawn has no verdict, only a note. One with a method of its own is judged all the same. */
export const splitWithdrawn = (
  tests: readonly SuiteTest[],
  book: Pick<RuleBook, "withdrawn">,
): { readonly tests: readonly SuiteTest[]; readonly notes: readonly string[] } => {
  const reasonOf = ({ method, ruleId }: SuiteTest): string | undefined =>
    method === undefined && ruleId !== undefined ? book.withdrawn(ruleId) : undefined;
  return {
    tests: tests.filter((test) => reasonOf(test) === undefined),
    notes: tests.flatMap((test) => {
      const reason = reasonOf(test);
      return reason === undefined ? [] : [withdrawnNote(test.ruleId ?? test.name, reason, "the test")];
    }),
  };
};

/** Says that an id names a rule that is no longer judged, why, and what to remove. */
export const withdrawnNote = (id: string, reason: string, what: string): string =>
  `${id} was withdrawn, so it is not judged: ${reason.replace(/\.?$/, ".")} Remove ${what}.`;

const placeholder = (index: number): string => `test-${String(index).padStart(6, "0")}`;

interface TestRule {
  readonly rule: Rule;
  /** What reports call it. */
  readonly id: string;
  /** Judged by the user's own rows. */
  readonly own: boolean;
}

const ruleOf = (test: SuiteTest, index: number, book: RuleBook, revision: Revision): TestRule | undefined => {
  const { method, ruleId, when, each, expect } = test;
  const rule = ruleId === undefined ? undefined : book.find(revision, ruleId);
  const id = placeholder(index);
  if (rule && expect === undefined) return { rule: { ...rule, id }, id: rule.id, own: false };
  if (method === undefined) {
    if (!rule || !expect) return undefined;
    return { rule: { ...rule, id, title: test.name, ...defined({ when, each }), expect }, id: rule.id, own: true };
  }
  const rows = expect ?? [answered(method)];
  // A test of a method that names none of our rules is a demand of the user's.
  const section = SECTION_OF[method.split("/", 1)[0] ?? ""] ?? "lifecycle";
  const { level, spec, fix, basic } = rule ?? NO_RULE;
  return {
    rule: defined({
      id,
      title: test.name,
      section: rule?.section ?? section,
      level,
      advisory: false,
      spec,
      fix,
      basic,
      when: when?.map((row) => toAnswer(row, index)),
      each,
      expect: rows.map((row) => ({ ...toAnswer(row, index), message: describeExpectation(row) })),
    }),
    id: ruleId ?? method,
    own: true,
  };
};

const NO_RULE = { level: "MUST", spec: "", fix: "", basic: undefined } as const;

const answered = (method: string): Expectation => ({
  target: "outcome",
  matcher: { exact: "result" },
  message: `${method} is answered with a result`,
});

const toAnswer = <T extends Condition>(row: T, index: number): T =>
  isAnswerMember(parseTarget(row.target).fact) ? { ...row, target: `${checkedName(index)}.${row.target}` } : row;

const SECTION_OF: Readonly<Record<string, Section>> = {
  tools: "tools",
  resources: "resources",
  prompts: "prompts",
  completion: "utilities",
  logging: "utilities",
  ping: "utilities",
  subscriptions: "utilities",
  tasks: "extensions",
};

/** A test the user asked for is never skipped: it stays inconclusive and says why. */
const absentRule = (test: SuiteTest, revision: Revision, carriers: readonly Revision[]): Verdict => ({
  id: test.ruleId ?? test.name,
  title: test.name,
  level: "MUST",
  revision,
  section: "lifecycle",
  advisory: false,
  spec: "",
  fix: "",
  state: "inconclusive",
  reason: "prerequisite-missing",
  detail: `${test.ruleId ?? test.name} is not a rule of ${revision}, which this run judges by; pin spec_version to ${carriers.at(-1) ?? "one that has it"}`,
  evidence: [],
});

const judgeRules = async (
  capture: Capture,
  revision: Revision,
  rules: readonly Rule[],
  answers: readonly Fact[],
): Promise<readonly Verdict[]> => {
  const context = await judgeContextFor(capture, revision, [{ rules }]);
  const facts = new Map([...context.facts, ...answers.map((fact) => [fact.name, fact] as const)]);
  return judgeRuleset({ ...context, facts }, { revision, rules });
};
