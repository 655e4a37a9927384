import { defined } from "../../base/defined.ts";
import { readDuration } from "../../base/duration.ts";
import { isJsonObject, type Json, type JsonObject, member, stringMember } from "../../base/json.ts";
import { nearestNames } from "../../base/nearest-names.ts";
import { parseTarget, TargetError } from "../../judge/rules/parse-target.ts";
import {
  ANSWER_TARGETS,
  type AnswerExpectation,
  type AnswerMatcher,
  ASKED,
  type FunctionalStep,
  LISTED_KINDS,
  type SuiteMask,
  type TestRequest,
} from "../functional.ts";
import { didYouMean, type Problem, type SuitePath } from "../problem.ts";

export interface StepContext {
  readonly identities: readonly string[];
  readonly masks: readonly SuiteMask[];
  report(problem: Problem): void;
}

/** One step, or a test that is one. Undefined, with a problem, if it does not say what to ask. */
export const readStep = (entry: JsonObject, path: SuitePath, context: StepContext): FunctionalStep | undefined => {
  const ask = readAsked(entry, path, context);
  const as = stringMember(entry, "as");
  if (as !== undefined && !context.identities.includes(as))
    context.report({
      path: [...path, "as"],
      message: `unknown identity ${JSON.stringify(as)}; ${didYouMean(as, context.identities, context.identities.length > 0 ? `identities: has ${context.identities.join(", ")}` : "add it to identities:")}`,
    });
  const expect = readExpect(entry["expect"], [...path, "expect"], context);
  const save = readSave(entry["save"], [...path, "save"], context);
  const repeat = readRepeat(entry["repeat"], [...path, "repeat"], context);
  const within = readWithin(entry["within"], [...path, "within"], context);
  const mask = readMasks(entry["mask"], [...path, "mask"], context);
  if (!ask) return undefined;
  return defined({
    name: stringMember(entry, "name"),
    path,
    as,
    ask,
    expect,
    save,
    repeat,
    within,
    snapshot: entry["snapshot"] === true,
    mask: [...context.masks, ...mask],
    checksOutput: entry["matches-output-schema"] !== false,
  });
};

const readAsked = (entry: JsonObject, path: SuitePath, { report }: StepContext): TestRequest | undefined => {
  const [kind, other] = ASKED.filter((known) => entry[known] !== undefined);
  if (kind === undefined) {
    report({ path, message: `it does not say what to ask; add one of ${ASKED.join(", ")}` });
    return undefined;
  }
  if (other !== undefined)
    report({
      path: [...path, other],
      message: `${kind} and ${other} are both given; keep one, or write steps:`,
      atKey: true,
    });
  const value = entry[kind];
  const named = (key: string): string => (typeof value === "string" ? value : (stringMember(value, key) ?? ""));
  const inner = (key: string): { readonly [name in typeof key]?: JsonObject } => {
    const found = member(value, key);
    return isJsonObject(found) ? { [key]: found } : {};
  };
  switch (kind) {
    case "call":
      return { kind, tool: named("tool"), ...inner("arguments") };
    case "read":
      return { kind, uri: named("uri") };
    case "prompt":
      return { kind, name: named("name"), ...inner("arguments") };
    case "complete":
      return { kind, params: readComplete(value, [...path, kind], report) };
    case "list":
      return { kind, what: LISTED_KINDS.find((known) => known === value) ?? "tools" };
    case "send":
      return { kind, method: named("method"), ...inner("params") };
  }
};

const readComplete = (value: Json | undefined, path: SuitePath, report: StepContext["report"]): JsonObject => {
  const prompt = stringMember(value, "prompt");
  const resource = stringMember(value, "resource");
  if ((prompt === undefined) === (resource === undefined))
    report({ path, message: "complete needs prompt: with a name, or resource: with a URI template" });
  const context = member(value, "context");
  return {
    ref: prompt === undefined ? { type: "ref/resource", uri: resource ?? "" } : { type: "ref/prompt", name: prompt },
    argument: { name: stringMember(value, "argument") ?? "", value: stringMember(value, "value") ?? "" },
    ...(isJsonObject(context) ? { context: { arguments: context } } : {}),
  };
};

const readExpect = (value: Json | undefined, path: SuitePath, context: StepContext): readonly AnswerExpectation[] =>
  (Array.isArray(value) ? value : []).map((row, index) => {
    const at = [...path, index];
    const written = stringMember(row, "target");
    const target = written ?? "";
    if (written !== undefined) checkTarget(target, [...at, "target"], context);
    return defined({
      target,
      matcher: member(row, "matcher") as AnswerMatcher,
      message: stringMember(row, "message"),
      path: at,
    });
  });

export const checkTarget = (target: string, path: SuitePath, { report }: Pick<StepContext, "report">): void => {
  try {
    const { fact } = parseTarget(target);
    if (ANSWER_TARGETS.some((known) => known === fact)) return;
    const [near] = nearestNames(fact, ANSWER_TARGETS, 1);
    report({
      path,
      message: `unknown target ${JSON.stringify(fact)}; ${near === undefined ? `begin with one of ${ANSWER_TARGETS.join(", ")}` : `did you mean ${near}?`}`,
    });
  } catch (error) {
    if (!(error instanceof TargetError)) throw error;
    report({ path, message: error.message });
  }
};

const SAVED_NAME = /^[A-Za-z_][\w-]*$/;

const readSave = (value: Json | undefined, path: SuitePath, context: StepContext): FunctionalStep["save"] =>
  new Map(
    Object.entries(isJsonObject(value) ? value : {}).map(([name, written]) => {
      const at = [...path, name];
      if (!SAVED_NAME.test(name))
        context.report({
          path: at,
          message: `${JSON.stringify(name)} is no name; use letters, digits and _`,
          atKey: true,
        });
      const saved = isJsonObject(written)
        ? defined({ target: stringMember(written, "target") ?? "", regex: stringMember(written, "regex") })
        : { target: String(written) };
      if (!isJsonObject(written) || saved.target !== "")
        checkTarget(saved.target, isJsonObject(written) ? [...at, "target"] : at, context);
      return [name, saved];
    }),
  );

const MOST_REPEATS = 10_000;

export const readRepeat = (
  value: Json | undefined,
  path: SuitePath,
  { report }: Pick<StepContext, "report">,
): number => {
  if (value === undefined) return 1;
  if (typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= MOST_REPEATS) return value;
  report({ path, message: `expected a whole number from 1 to ${MOST_REPEATS}, found ${JSON.stringify(value)}` });
  return 1;
};

const readWithin = (value: Json | undefined, path: SuitePath, { report }: StepContext): FunctionalStep["within"] => {
  if (value === undefined) return undefined;
  const soft = isJsonObject(value);
  const written = soft ? value["soft"] : value;
  const read = readDuration(String(written));
  if ("ms" in read) return { ms: read.ms, soft };
  report({ path: soft ? [...path, "soft"] : path, message: `${JSON.stringify(written)} ${read.problem}` });
  return undefined;
};

export const readMasks = (
  value: Json | undefined,
  path: SuitePath,
  context: Pick<StepContext, "report">,
): readonly SuiteMask[] =>
  (Array.isArray(value) ? value : []).map((entry, index) => {
    const pattern = stringMember(entry, "pattern");
    if (pattern !== undefined) return { pattern };
    checkTarget(String(entry), [...path, index], context);
    return { target: String(entry) };
  });
