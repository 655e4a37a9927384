import { digestOf, digestOfRaw } from "../capture/digest.ts";
import { loadRegex, needsRegex } from "../check/regex-engine.ts";
import { FACTS } from "../facts/all-facts.ts";
import { describeExpectation } from "../judge/rules/describe-matcher.ts";
import { judgeCapture } from "../judge/rules/judge-capture.ts";
import { parseTarget } from "../judge/rules/parse-target.ts";
import type { Capture } from "../model/capture.ts";
import type { Revision } from "../model/revision.ts";
import type { Condition, Expectation, Rule, Section } from "../model/rule.ts";
import type { Verdict } from "../model/verdict.ts";
import { checkSchemas } from "../schema-check/check-schemas.ts";
import { checkedAnswer, checkedName } from "./checked-answer.ts";
import { isAnswerMember } from "./check-rows.ts";
import { SuiteError } from "./problem.ts";
import type { RuleBook } from "./rule-book.ts";
import type { SuiteTest } from "./suite.ts";

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
): Promise<readonly JudgedTest[]> => {
  const verdicts = await judgeRules(capture, revision, book.ruleset(revision).rules, []);
  return verdicts.map((verdict) => ({ name: verdict.id, check: verdict.id, verdict }));
};

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
    // What the user wrote cannot be evaluated: their mistake, and no bug of ours.
    if (found.state === "error" && entry.own)
      throw new SuiteError([
        `${spot(test)}: test ${JSON.stringify(test.name.slice(0, 60))} cannot be judged: ${found.message}`,
      ]);
    return { name: test.name, check, verdict: { ...found, id: entry.id } };
  });
};

const placeholder = (index: number): string => `test-${String(index).padStart(6, "0")}`;

interface TestRule {
  readonly rule: Rule;
  /** What reports call it. */
  readonly id: string;
  /** Judged by rows of the user's. */
  readonly own: boolean;
}

const ruleOf = (test: SuiteTest, index: number, book: RuleBook, revision: Revision): TestRule | undefined => {
  const { method, ruleId, when, each, expect } = test;
  const rule = ruleId === undefined ? undefined : book.find(revision, ruleId);
  const id = placeholder(index);
  if (rule && expect === undefined) return { rule: { ...rule, id }, id: rule.id, own: false };
  if (method === undefined) {
    if (!rule || !expect) return undefined;
    return {
      rule: {
        ...rule,
        id,
        title: test.name,
        ...(when ? { when } : {}),
        ...(each === undefined ? {} : { each }),
        expect,
      },
      id: rule.id,
      own: true,
    };
  }
  const rows = expect ?? [answered(method)];
  const head = rule ?? plainRule(method);
  return {
    rule: {
      id,
      title: test.name,
      section: head.section,
      level: head.level,
      advisory: false,
      spec: head.spec,
      fix: head.fix,
      ...(rule?.basic ? { basic: true } : {}),
      ...(when ? { when: when.map((row) => toAnswer(row, index)) } : {}),
      ...(each === undefined ? {} : { each }),
      expect: rows.map((row) => ({ ...toAnswer(row, index), message: describeExpectation(row) })),
    },
    id: ruleId ?? method,
    own: true,
  };
};

const answered = (method: string): Expectation => ({
  target: "outcome",
  matcher: { exact: "result" },
  message: `${method} is answered with a result`,
});

const toAnswer = <T extends Condition>(row: T, index: number): T =>
  isAnswerMember(parseTarget(row.target).fact) ? { ...row, target: `${checkedName(index)}.${row.target}` } : row;

/** A test about no rule of ours is a demand of the user's. */
const plainRule = (method: string): Pick<Rule, "section" | "level" | "spec" | "fix"> => ({
  section: sectionOf(method),
  level: "MUST",
  spec: "",
  fix: "",
});

const sectionOf = (method: string): Section => {
  const [area] = method.split("/", 1);
  switch (area) {
    case "tools":
    case "resources":
    case "prompts":
      return area;
    case "completion":
    case "logging":
    case "ping":
    case "subscriptions":
      return "utilities";
    case "tasks":
      return "extensions";
    default:
      return "lifecycle";
  }
};

/** A test that was asked for is not passed over: it stays open, and says why. */
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
  detail: `${test.ruleId ?? test.name} is no rule of ${revision}, the revision judged here; pin spec_version to ${carriers.at(-1) ?? "one that has it"}`,
  evidence: [],
});

const judgeRules = async (
  capture: Capture,
  revision: Revision,
  rules: readonly Rule[],
  answers: readonly ReturnType<typeof checkedAnswer>[],
): Promise<readonly Verdict[]> => {
  const ruleset = { revision, rules };
  const facts = new Map([...FACTS, ...answers.map((fact) => [fact.name, fact] as const)]);
  const regex = needsRegex(ruleset) ? { regex: await loadRegex() } : {};
  const tools = { digests: { value: digestOf, raw: digestOfRaw }, facts, ...regex };
  return judgeCapture(capture, ruleset, tools, { schemas: await checkSchemas(capture) });
};
