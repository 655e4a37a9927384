import { isJsonObject, type Json, member, stringMember, valueAt } from "../../../base/json.ts";
import { isSameJson } from "../../../base/same-json.ts";
import { ERROR_CODE } from "../../../protocol/error-codes.ts";
import type { QuestionRef } from "../../../protocol/question.ts";
import { answerItem, outcomeOf } from "../answer.ts";
import { answersTo, recordsOf } from "../answers.ts";
import { cancellationOf } from "../arrival.ts";
import { defineFact } from "../define-fact.ts";
import { derivedItem, resultItem } from "../derived-item.ts";
import { distinct } from "../distinct.ts";
import { type ExchangeRecord, type Fact, type Item, placeOf, placesOf, seen, type View } from "../fact.ts";
import { inapplicable } from "../left-out.ts";
import { errorCodeOf, paramsOf, resultOf } from "../record-members.ts";
import { unseen } from "../unseen.ts";

export const malformedCall = answersTo({
  name: "malformed_call",
  doc: "The answers to tools/call without a name, with a number as name, and with text as arguments.",
  questions: ["malformed-call", "malformed-call:number", "invalid-call:string"],
});

const isCall = ({ method }: ExchangeRecord): boolean => method === "tools/call";

export const toolOf = ({ request }: ExchangeRecord): string | undefined =>
  stringMember(member(request, "params"), "name");

/** A tool ran to its end. What asks for input or names a task is no result of the tool yet. */
export const isToolResult = (record: ExchangeRecord): boolean => {
  if (!isCall(record) || outcomeOf(record.exchange) !== "result") return false;
  const result = resultOf(record);
  const type = member(result, "resultType");
  if (type !== undefined && type !== "complete") return false;
  const asTask = member(paramsOf(record), "task") !== undefined;
  return !(asTask && isJsonObject(member(result, "task")));
};

const resultItems = (view: View): readonly Item[] => view.once(gatherResults);

const gatherResults = (view: View): readonly Item[] =>
  distinct(view.records.filter(isToolResult).map((record) => resultItem(record, toolOf(record))));

export const toolResults = defineFact({
  name: "tool_results",
  doc: "The results of tools/call, without those that ask for input or name a task.",
  kind: "observations",
  type: "CallToolResult, as sent",
  questions: ["call"],
  among: resultItems,
  missing: "a tool that ran",
  each: (item) => item,
});

export const structuredResults = defineFact({
  name: "structured_results",
  doc: "Results with structuredContent, and whether a text block holds the same value as JSON.",
  kind: "observations",
  type: "structuredContent, text_copy (same: a text block holds it, other: text blocks hold something else, none: no text block)",
  derived: ["text_copy"],
  words: { other: "text blocks that hold something else", none: "no text block" },
  questions: ["call"],
  among: resultItems,
  missing: "a tool that ran",
  each: (item) => {
    const structuredContent = member(item.value, "structuredContent");
    if (structuredContent === undefined) return undefined;
    const value = { structuredContent, text_copy: textCopy(structuredContent, member(item.value, "content")) };
    return { ...item, value, parts: { text_copy: `${item.pointer}/content` } };
  },
  looked: (results) => results,
});

const textCopy = (structured: Json, content: Json | undefined): "same" | "other" | "none" => {
  const texts = (Array.isArray(content) ? content : []).flatMap((block) => stringMember(block, "text") ?? []);
  if (texts.length === 0) return "none";
  return texts.some((text) => isJsonText(text, structured)) ? "same" : "other";
};

const isJsonText = (text: string, value: Json): boolean => {
  try {
    return isSameJson(value, JSON.parse(text) as Json);
  } catch {
    return false;
  }
};

/** A call whose answer is the tool's: not wrong on purpose, not cancelled by us, and not turned away by a server too busy for it. */
export const isPlainCall = (record: ExchangeRecord, view: View): boolean =>
  isCall(record) &&
  record.exchange.deliberate !== true &&
  !BUSY.has(record.exchange.http?.status) &&
  cancellationOf(record, view) === undefined;

export const plainCalls = (view: View): readonly ExchangeRecord[] =>
  view.records.filter((record) => isPlainCall(record, view));

/** Too many requests, and a service that is unavailable: nothing was asked of the tool. */
const BUSY: ReadonlySet<number | undefined> = new Set([429, 503]);

/** Codes that speak of the request, the client or the protocol, not of a tool that failed. */
const PROTOCOL_CODES: ReadonlySet<Json | undefined> = new Set(
  Object.values(ERROR_CODE).filter((code) => code !== ERROR_CODE.internalError && code !== ERROR_CODE.resourceNotFound),
);

export const failedCalls: Fact = {
  name: "failed_calls",
  doc: "Calls with valid arguments that failed inside the tool: results with isError, and errors that are not about the request.",
  kind: "observations",
  type: "reported_as (result: with isError, error: a JSON-RPC error), message",
  derived: ["reported_as"],
  questions: ["call"],
  read(view) {
    const calls = view.once(plainCalls);
    if (!calls.some(({ exchange }) => exchange.response !== undefined))
      return unseen(view, this.questions, "a tool call");
    const items = calls.flatMap((record) => {
      const { response } = record.exchange;
      const failed = valueAt(response, "result", "isError") === true;
      const code = errorCodeOf(response);
      const broken = outcomeOf(record.exchange) === "error" && !PROTOCOL_CODES.has(code);
      if (response === undefined || (!failed && !broken)) return [];
      const value = { reported_as: failed ? "result" : "error", message: response };
      return [derivedItem(placeOf(record, "/response"), value, toolOf(record))];
    });
    return seen(items, placesOf(calls.slice(0, 3), "/response"));
  },
};

/** A word for what became of a call. */
const ending = (record: ExchangeRecord): string => {
  const outcome = outcomeOf(record.exchange);
  const failed = member(resultOf(record), "isError") === true;
  return outcome === "result" && failed ? "tool error" : outcome;
};

const isEmpty = (value: Json | undefined): boolean => isJsonObject(value) && Object.keys(value).length === 0;

export const callWithoutArguments: Fact = {
  name: "call_without_arguments",
  doc: "Calls of a tool without the arguments member, beside a call of the same tool with empty arguments.",
  kind: "observations",
  type: "without, with_empty (result, tool error, error, silence …); with_empty is absent when there was no such call",
  derived: true,
  questions: ["call-without-arguments"],
  read(view) {
    const steps: readonly QuestionRef[] = ["call-without-arguments"];
    const calls = view.once(plainCalls);
    const lacking = (record: ExchangeRecord): boolean => member(paramsOf(record), "arguments") === undefined;
    const asked = recordsOf(view, steps, (record) => isCall(record) && lacking(record));
    if (asked.length === 0)
      return calls.length === 0
        ? unseen(view, steps, "a call without arguments")
        : inapplicable("no tool that was called does without arguments", placesOf(calls.slice(0, 3), "/request"));
    const withEmpty = new Map<string | undefined, ExchangeRecord>();
    for (const call of calls)
      if (!withEmpty.has(toolOf(call)) && isEmpty(member(paramsOf(call), "arguments")))
        withEmpty.set(toolOf(call), call);
    return seen(
      asked.map((record) => {
        const other = withEmpty.get(toolOf(record));
        const value = { without: ending(record), ...(other ? { with_empty: ending(other) } : {}) };
        const pointer = record.exchange.response === undefined ? "" : "/response";
        const parts = { without: pointer, with_empty: pointer };
        const { open } = answerItem(record);
        return { ...placeOf(record, pointer), value, parts, name: toolOf(record), ...(open ? { open } : {}) };
      }),
    );
  },
};

/** The plan asks where it finds such arguments; where it asked about others, no tool gives occasion for these. */
export const compositionCall: Fact = {
  ...answersTo({
    name: "composition_call",
    doc: "The answers to tools/call with arguments that break only anyOf, oneOf, not, if or another composition keyword.",
    questions: ["invalid-call:composition"],
  }),
  read(view) {
    const asked = recordsOf(view, ["invalid-call:composition"]);
    if (asked.length > 0) return seen(asked.map((record) => answerItem(record, toolOf(record))));
    const others = recordsOf(view, ["invalid-call:*"]);
    if (others.length === 0) return unseen(view, ["invalid-call"], "a call with invalid arguments");
    return inapplicable(
      "no tool that may be called has composition keywords that can be broken alone",
      placesOf(others.slice(0, 3), "/request"),
    );
  },
};
