// The entry `mcptest/vitest`: importing it teaches `expect` about servers and their answers.
//
//   import { check, connect } from "mcptest";
//   import "mcptest/vitest";
//   expect(await check(["node", "server.js"])).toConform();
//   await using server = await connect(["node", "server.js"]);
//   expect(await server.call("get_weather", { city: "Paris" })).toSucceed();

import { expect } from "vitest";
import { member } from "../base/json.ts";
import { type Masks, maskedJson } from "../base/mask.ts";
import { shorten } from "../base/shorten.ts";
import { render } from "../report/render.ts";
import { conformView } from "../report/views/check/conform.ts";
import { gradeCompliance } from "../scores/compliance/grade.ts";
import { countVerdicts } from "../scores/result/count-verdicts.ts";
import { defaultGates, type Gate, parseGates, settleGate } from "../scores/result/gate.ts";
import type { Result } from "../scores/result/result.ts";
import type { Answer } from "../suite/session/answer.ts";
import type { CallAnswer } from "./connect.ts";

export interface ConformOptions {
  /**
   * What makes the assertion fail, as in `--fail-on`: must, should, yours, tools, safety, never, tier-1…3, grade-a+…d; several in
   * a list. By default must and tools.
   */
  readonly failOn?: Gate | readonly Gate[];
  /** Rules whose failure is known and accepted, by id. One that passes must not be listed any more. */
  readonly except?: readonly string[];
}

/** What a matcher tells Vitest (and Jest). */
export interface ConformVerdict {
  readonly pass: boolean;
  readonly message: () => string;
}

/** The matcher itself, for an `expect` of your own: `expect.extend({ toConform })`. */
export const toConform = (result: unknown, { failOn, except = [] }: ConformOptions = {}): ConformVerdict => {
  if (!isResult(result))
    throw new TypeError("toConform expects the result of check() or judge(); write expect(await check(target))");
  const received = withoutRules(result, except);
  const gates = parseGates([failOn ?? defaultGates(received)].flat().join(","));
  if ("problem" in gates) throw new TypeError(`failOn: ${gates.problem}`);
  const outcome = settleGate(received, gates.gates);
  return {
    pass: outcome === "met",
    message: () => render(conformView, { result: received, gate: gates.gates.join(","), outcome }, "pretty").trimEnd(),
  };
};

/** The result without rules whose failure is accepted. Throws over an exception that is none. */
const withoutRules = (result: Result, except: readonly string[]): Result => {
  for (const id of except) {
    const verdict = result.verdicts.find((one) => one.id === id);
    if (!verdict) throw new TypeError(`except: ${JSON.stringify(id)} is no rule that was judged; remove it`);
    if (verdict.state === "pass") throw new TypeError(`except: ${id} passes now; remove it from the exceptions`);
  }
  if (except.length === 0) return result;
  const verdicts = result.verdicts.filter(({ id }) => !except.includes(id));
  const compliance = gradeCompliance(verdicts);
  return {
    ...result,
    verdicts,
    counts: countVerdicts(verdicts),
    compliance: result.compliance.grade === null ? result.compliance : compliance,
  };
};

const isResult = (value: unknown): value is Result =>
  typeof value === "object" && value !== null && "format" in value && value.format === "mcptest-result/1";

/** The server answered with a result that reports no error. */
export const toSucceed = (received: unknown): ConformVerdict => {
  const answer = asAnswer(received, "toSucceed");
  const isError = member(answer.result, "isError") === true;
  return {
    pass: answer.outcome === "result" && !isError,
    message: () => `expected ${nameOf(answer)} to succeed, and it ${describe(answer)}`,
  };
};

/** The server answered with an error of this code; a call may also fail by a result with isError (`"isError"`). */
export const toFailWith = (received: unknown, code: number | "isError"): ConformVerdict => {
  const answer = asAnswer(received, "toFailWith");
  const found = code === "isError" ? member(answer.result, "isError") === true : member(answer.error, "code") === code;
  return { pass: found, message: () => `expected ${nameOf(answer)} to fail with ${code}, and it ${describe(answer)}` };
};

/** The structured content of a call is what the tool's output schema says. */
export const toMatchOutputSchema = (received: unknown): ConformVerdict => {
  const answer = asAnswer(received, "toMatchOutputSchema");
  if (!("outputProblem" in answer))
    throw new TypeError("toMatchOutputSchema expects the answer of call(); write expect(await server.call(name))");
  const { outputProblem } = answer as CallAnswer;
  return {
    pass: outputProblem === null && answer.outcome === "result",
    message: () => `expected ${nameOf(answer)} to meet the output schema: ${outputProblem ?? describe(answer)}`,
  };
};

/** The answer is the one in the snapshot, apart from ids, times, UUIDs and what `masks` name. Vitest keeps the snapshot. */
export const toMatchToolSnapshot = (received: unknown, masks: Masks = {}, hint?: string): ConformVerdict => {
  const { result, error } = asAnswer(received, "toMatchToolSnapshot");
  const kept = maskedJson(result === undefined ? { error: error ?? null } : { result }, masks);
  if (hint === undefined) expect(kept).toMatchSnapshot();
  else expect(kept).toMatchSnapshot(hint);
  return { pass: true, message: () => "expected the answer to differ from its snapshot" };
};

const asAnswer = (value: unknown, matcher: string): Answer => {
  if (typeof value === "object" && value !== null && "outcome" in value && "exchanges" in value) return value as Answer;
  throw new TypeError(`${matcher} expects an answer of connect(); write expect(await server.call(name, args))`);
};

const nameOf = ({ method, params }: Answer): string => `${method} ${shorten(JSON.stringify(params), 200)}`;

const describe = ({ outcome, result, error, trouble }: Answer): string => {
  if (outcome === "trouble") return `got no answer: ${trouble?.detail ?? ""}`;
  return outcome === "error"
    ? `failed with ${shorten(JSON.stringify(error), 400)}`
    : `answered ${shorten(JSON.stringify(result), 400)}`;
};

expect.extend({ toConform, toSucceed, toFailWith, toMatchOutputSchema, toMatchToolSnapshot });

declare module "vitest" {
  interface Matchers<T> {
    /** The server that was checked breaks nothing of the level named, and enough was seen to say so. */
    toConform(options?: ConformOptions): void;
    /** The server answered with a result that reports no error. */
    toSucceed(): void;
    /** It answered with an error of this code, or with `"isError"` by a result that reports one. */
    toFailWith(code: number | "isError"): void;
    /** The structured content of a call meets the tool's output schema. */
    toMatchOutputSchema(): void;
    /** The answer is the one in the snapshot, apart from ids, times, UUIDs and what is masked. */
    toMatchToolSnapshot(masks?: Masks, hint?: string): void;
  }
}
