import { isJsonObject, type Json, type JsonObject } from "../../base/json.ts";
import type { Matcher } from "../../judge/core/rule.ts";
import { describeExpectation } from "../../judge/rules/describe-matcher.ts";
import { followPath } from "../../judge/rules/follow-path.ts";
import { match, type RegexEngine } from "../../judge/rules/match.ts";
import { parseTarget } from "../../judge/rules/parse-target.ts";
import type { AnswerExpectation, AnswerMatcher } from "../functional.ts";
import type { SuitePath } from "../problem.ts";
import { type Answer, parsed } from "../session/answer.ts";

/** Something that was expected of an answer and is not so. */
export interface Unmet {
  /** What it is about: `result.structuredContent.temp`. */
  readonly target: string;
  readonly expected: string;
  /** Where it is written in the suite. */
  readonly path: SuitePath;
}

/** Whether the structured content of an answer is what the tool's output schema says; null: the tool has none. */
export type OutputCheck = { readonly valid: boolean; readonly at: string; readonly expected: string } | null;

/** The expectations that an answer does not meet. */
export const unmetBy = (
  answer: Answer,
  expectations: readonly AnswerExpectation[],
  output: OutputCheck,
  regex: RegexEngine,
): readonly Unmet[] =>
  expectations.flatMap((row) => {
    const spots = valuesAt(answer, row.target);
    const failing = spots.find(({ value }) => !meets(value, row.matcher, output, regex));
    // A `*` over nothing finds nothing, and so nothing that was expected; only `not` is content with that.
    if (failing === undefined && (spots.length > 0 || "not" in row.matcher)) return [];
    return [{ target: row.target + atOf(failing?.value, row.matcher, regex), expected: wordsOf(row), path: row.path }];
  });

/** What a target leads to in an answer; `value` is undefined where there is no such member. */
export const valuesAt = (answer: Answer, target: string): readonly { readonly value: Json | undefined }[] => {
  const { fact, path } = parseTarget(target);
  const value = partOf(answer, fact);
  if (value === undefined) return path.includes("*") ? [] : [{ value: undefined }];
  const seen = fact === "result" && path.includes("json") ? withJson(value) : value;
  return followPath({ value: seen, exchange: null, pointer: "" }, path);
};

const partOf = (answer: Answer, name: string): Json | undefined => {
  switch (name) {
    case "result":
      return answer.result;
    case "error":
      return answer.error;
    case "text":
      return answer.text;
    case "json":
      return answer.json;
    case "notifications":
      return [...answer.notifications];
    case "requests":
      return [...answer.requests];
    case "outcome":
      return answer.outcome;
    case "trouble":
      return answer.trouble && { kind: answer.trouble.kind, detail: answer.trouble.detail };
    case "ms":
      return answer.ms;
    default:
      return undefined;
  }
};

/** Blocks whose text is JSON have it as `json`, too: `result.content[0].json.temp`. */
const withJson = (result: Json): Json => {
  if (!isJsonObject(result)) return result;
  const decorate = (block: Json): Json => {
    if (!isJsonObject(block) || typeof block["text"] !== "string" || Object.hasOwn(block, "json")) return block;
    const json = parsed(block["text"]);
    return json === undefined ? block : { ...block, json };
  };
  const lists = Object.entries(result).map(([key, entry]): [string, Json] => [
    key,
    (key === "content" || key === "contents") && Array.isArray(entry) ? entry.map(decorate) : entry,
  ]);
  return Object.fromEntries(lists);
};

const meets = (value: Json | undefined, matcher: AnswerMatcher, output: OutputCheck, regex: RegexEngine): boolean => {
  if ("matches-output-schema" in matcher) return (output?.valid === true) === matcher["matches-output-schema"];
  if ("not" in matcher) return !meets(value, matcher.not, output, regex);
  return match(value, matcher, regex).ok;
};

/** Where within the value it fails, where the matcher tells. */
const atOf = (value: Json | undefined, matcher: AnswerMatcher, regex: RegexEngine): string => {
  if (value === undefined || "matches-output-schema" in matcher || "not" in matcher) return "";
  const found = match(value, matcher, regex);
  return found.ok ? "" : targetSteps(found.at[0] ?? "");
};

/** A JSON Pointer as the steps of a target. */
export const targetSteps = (pointer: string): string =>
  pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"))
    .map((step) =>
      /^\d+$/.test(step) ? `[${step}]` : /^[A-Za-z0-9_$-]+$/.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`,
    )
    .join("");

const wordsOf = ({ target, matcher, message }: AnswerExpectation): string => {
  if (message !== undefined) return message;
  if ("matches-output-schema" in matcher)
    return `${target} ${matcher["matches-output-schema"] ? "meets" : "does not meet"} the tool's output schema`;
  if ("not" in matcher && "matches-output-schema" in matcher.not) return `${target} does not meet the output schema`;
  return describeExpectation({ target, matcher: matcher as Matcher });
};

/** What is expected unless the test says otherwise: no error, and a call that does not report one. */
export const defaultUnmet = (
  answer: Answer,
  expectations: readonly AnswerExpectation[],
  path: SuitePath,
): readonly Unmet[] => {
  const facts = expectations.map(({ target }) => target);
  if (facts.some((target) => /^(?:error|outcome|trouble)\b|^result\.isError$/.test(target))) return [];
  if (answer.outcome !== "result")
    return [{ target: answer.outcome === "error" ? "error" : "trouble", expected: "an answer with a result", path }];
  return (answer.result as JsonObject | undefined)?.["isError"] === true
    ? [{ target: "result", expected: "a result that reports no error (isError)", path }]
    : [];
};
