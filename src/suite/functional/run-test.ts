import { isJsonObject, type Json, type JsonObject, member } from "../../base/json.ts";
import type { Extract } from "../../judge/regex-engine.ts";
import type { RegexEngine } from "../../judge/rules/match.ts";
import type { AnswerExpectation, AnswerMatcher, FunctionalStep, FunctionalTest, TestRequest } from "../functional.ts";
import { fillInSaved } from "../saved-names.ts";
import type { Answer } from "../session/answer.ts";
import type { SchemaChecker } from "../session/check-schema.ts";
import type { ScriptedSession } from "../session/session.ts";
import { NoSessionError } from "../session/session-run.ts";
import { defaultUnmet, type OutputCheck, targetSteps, type Unmet, unmetBy, valuesAt } from "./evaluate.ts";

/** What came of one step. Of several repetitions the first that failed, else the last. */
export interface StepOutcome {
  readonly step: FunctionalStep;
  readonly unmet: readonly Unmet[];
  /** It took longer than it should, which only a hard limit fails. */
  readonly slow?: { readonly ms: number; readonly limitMs: number; readonly soft: boolean };
  readonly exchanges: readonly string[];
  /** Which repetition, where there are several. */
  readonly round?: number;
  readonly ms: number;
}

export interface TestOutcome {
  readonly test: FunctionalTest;
  readonly steps: readonly StepOutcome[];
  /** blocked: it could not be run; `why` says what was in the way. */
  readonly state: "pass" | "fail" | "blocked";
  readonly why?: string;
  readonly ms: number;
}

export interface TestTools {
  /** The session that a step is asked in. */
  session(as: string | undefined): Promise<ScriptedSession>;
  readonly schemas: SchemaChecker;
  readonly regex: RegexEngine;
  readonly extract: Extract;
}

/** Runs one test. A step that fails ends it: what follows builds on it. */
export const runTest = async (test: FunctionalTest, tools: TestTools): Promise<TestOutcome> => {
  const outcomes: StepOutcome[] = [];
  const settle = (state: TestOutcome["state"], why?: string): TestOutcome => ({
    test,
    steps: outcomes,
    state,
    ...(why === undefined ? {} : { why }),
    ms: outcomes.reduce((sum, { ms }) => sum + ms, 0),
  });
  for (let round = 1; round <= test.repeat; round += 1) {
    const saved = new Map<string, Json>();
    for (const step of test.steps) {
      let session: ScriptedSession;
      try {
        session = await tools.session(step.as);
      } catch (error) {
        if (error instanceof NoSessionError) return settle("blocked", error.message);
        throw error;
      }
      session.answerWith(test.answers);
      const outcome = await runStep(step, session, saved, tools);
      outcomes.push(test.repeat > 1 ? { ...outcome, round } : outcome);
      if (hasFailed(outcome)) return settle("fail");
    }
  }
  return settle("pass");
};

export const hasFailed = ({ unmet, slow }: StepOutcome): boolean => unmet.length > 0 || slow?.soft === false;

const runStep = async (
  step: FunctionalStep,
  session: ScriptedSession,
  saved: Map<string, Json>,
  tools: TestTools,
): Promise<StepOutcome> => {
  const ask = fillInSaved(step.ask as unknown as Json, saved) as unknown as TestRequest;
  const expect = step.expect.map((row) => ({
    ...row,
    matcher: fillInSaved(row.matcher as unknown as Json, saved) as unknown as AnswerMatcher,
  }));
  for (let round = 1; ; round += 1) {
    const answer = await perform(session, ask, expectsError(expect));
    const outcome = await judge(step, expect, answer, ask, session, tools);
    const last = round >= step.repeat;
    if (last || hasFailed(outcome)) {
      const missing = hasFailed(outcome) ? [] : keep(step, answer, saved, tools.extract);
      const whole = { ...outcome, unmet: [...outcome.unmet, ...missing] };
      return step.repeat > 1 ? { ...whole, round } : whole;
    }
  }
};

/** Whoever expects an error asks for something wrong on purpose. */
const expectsError = (expect: readonly AnswerExpectation[]): boolean =>
  expect.some(({ target, matcher }) => /^error\b/.test(target) && !("not" in matcher));

const perform = (session: ScriptedSession, ask: TestRequest, deliberate: boolean): Promise<Answer> => {
  switch (ask.kind) {
    case "call":
      return session.call(ask.tool, ask.arguments, { deliberate });
    case "read":
      return session.send("resources/read", { uri: ask.uri }, { deliberate });
    case "prompt":
      return session.send("prompts/get", withArguments({ name: ask.name }, ask.arguments), { deliberate });
    case "complete":
      return session.send("completion/complete", ask.params, { deliberate });
    case "list":
      return session.list(ask.what, { deliberate });
    case "send":
      return session.send(ask.method, ask.params, { deliberate });
  }
};

const withArguments = (params: JsonObject, given: JsonObject | undefined): JsonObject =>
  given === undefined ? params : { ...params, arguments: given };

const judge = async (
  step: FunctionalStep,
  expect: readonly AnswerExpectation[],
  answer: Answer,
  ask: TestRequest,
  session: ScriptedSession,
  { schemas, regex }: TestTools,
): Promise<StepOutcome> => {
  const output = ask.kind === "call" ? await checkOutput(session, ask.tool, answer, schemas) : null;
  const wrongOutput: readonly Unmet[] =
    step.checksOutput && output?.valid === false
      ? [{ target: `result.structuredContent${output.at}`, expected: output.expected, path: step.path }]
      : [];
  const limit = step.within;
  return {
    step,
    unmet: [...defaultUnmet(answer, expect, step.path), ...unmetBy(answer, expect, output, regex), ...wrongOutput],
    ...(limit && answer.ms > limit.ms ? { slow: { ms: answer.ms, limitMs: limit.ms, soft: limit.soft } } : {}),
    exchanges: answer.exchanges,
    ms: answer.ms,
  };
};

/** Only a result that reports no error has to meet the schema. What cannot be evaluated is not held against the server. */
export const checkOutput = async (
  session: ScriptedSession,
  name: string,
  { result }: Pick<Answer, "result">,
  schemas: SchemaChecker,
): Promise<OutputCheck> => {
  const schema = (await session.tool(name))?.["outputSchema"];
  if (!isJsonObject(schema) || result === undefined || member(result, "isError") === true) return null;
  const value = member(result, "structuredContent");
  if (value === undefined)
    return { valid: false, at: "", expected: "structured content, because the tool has an output schema" };
  const found = await schemas.check(schema, value, session.revision);
  if ("not_evaluated" in found || found.valid) return { valid: true, at: "", expected: "" };
  const [first] = found.errors;
  const at = targetSteps(first?.pointer ?? "");
  return { valid: false, at, expected: `what the tool's output schema says (${first?.keyword ?? "schema"})` };
};

/** Keeps what later steps use; a value that is not there fails the step that should have given it. */
const keep = (step: FunctionalStep, answer: Answer, saved: Map<string, Json>, extract: Extract): readonly Unmet[] =>
  [...step.save].flatMap(([name, { target, regex }]) => {
    const whole = valuesAt(answer, target)[0]?.value;
    const value = regex === undefined ? whole : typeof whole === "string" ? extract(regex, whole) : undefined;
    if (value === undefined) {
      const what = regex === undefined ? "a value" : `a text that ${regex} finds something in`;
      return [{ target, expected: `${what}, to save as \${${name}}`, path: [...step.path, "save", name] }];
    }
    saved.set(name, value);
    return [];
  });
