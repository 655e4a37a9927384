import { isJsonObject, type Json, member, stringMember } from "../../model/json.ts";
import { answerItem, outcomeOf } from "../common/answer.ts";
import { answersTo, seatsOf } from "../common/answers.ts";
import { inapplicable, unseen } from "../common/gaps.ts";
import { distinct } from "../common/messages.ts";
import { type Fact, type Item, seen } from "../fact.ts";
import { placeOf, type Seat, type View } from "../view.ts";

export const unknownTool = answersTo({
  name: "unknown_tool",
  doc: "The answers to tools/call of a tool that does not exist.",
  steps: ["unknown-tool"],
});

export const malformedCall = answersTo({
  name: "malformed_call",
  doc: "The answers to tools/call without a name, with a number as name, and with text as arguments.",
  steps: ["malformed-call", "malformed-call-number", "invalid-call-string"],
});

export const invalidCall = answersTo({
  name: "invalid_call",
  doc: "The answers to tools/call with a required argument left out or one of the wrong type.",
  steps: ["invalid-call"],
});

export const flippedCase = answersTo({
  name: "flipped_case",
  doc: "The answers to tools/call of a listed tool with the case of its name flipped.",
  steps: ["flipped-case"],
});

export const absentCall = answersTo({
  name: "absent_call",
  doc: "The answers to tools/call although tools is not advertised.",
  steps: ["call-absent"],
});

const COMPOSITION = "invalid-call-composition";

const isCall = ({ method }: Seat): boolean => method === "tools/call";

export const toolOf = ({ request }: Seat): string | undefined => stringMember(member(request, "params"), "name");

/** A tool ran to its end. What asks for input or names a task is no result of the tool yet. */
export const isToolResult = (seat: Seat): boolean => {
  if (!isCall(seat) || outcomeOf(seat.exchange) !== "result") return false;
  const result = member(seat.exchange.response, "result");
  const type = member(result, "resultType");
  if (type !== undefined && type !== "complete") return false;
  const asTask = member(member(seat.request, "params"), "task") !== undefined;
  return !(asTask && isJsonObject(member(result, "task")));
};

const resultItems = (view: View): readonly Item[] =>
  distinct(
    view.seats.filter(isToolResult).map((seat) => ({
      ...placeOf(seat, "/response/result"),
      value: member(seat.exchange.response, "result") ?? null,
      name: toolOf(seat),
    })),
  );

export const toolResults: Fact = {
  name: "tool_results",
  doc: "The results of tools/call, without those that ask for input or name a task.",
  kind: "observations",
  type: "CallToolResult, as sent",
  read(view) {
    const items = view.once(resultItems);
    return items.length > 0 ? seen(items) : unseen(view, ["call"], "a tool that ran");
  },
};

export const structuredResults: Fact = {
  name: "structured_results",
  doc: "Results with structuredContent, and whether a text block holds the same value as JSON.",
  kind: "observations",
  type: "structuredContent, text_copy (same: a text block holds it, other: text blocks hold something else, none: no text block)",
  derived: ["text_copy"],
  read(view) {
    const results = view.once(resultItems);
    if (results.length === 0) return unseen(view, ["call"], "a tool that ran");
    return seen(
      results.flatMap((item) => {
        const structured = member(item.value, "structuredContent");
        if (structured === undefined) return [];
        return [
          {
            ...item,
            value: { structuredContent: structured, text_copy: textCopy(structured, member(item.value, "content")) },
            parts: { text_copy: `${item.pointer}/content` },
          },
        ];
      }),
      results,
    );
  },
};

const textCopy = (structured: Json, content: Json | undefined): "same" | "other" | "none" => {
  const texts = (Array.isArray(content) ? content : []).flatMap((block) => stringMember(block, "text") ?? []);
  if (texts.length === 0) return "none";
  return texts.some((text) => isSameJson(structured, text)) ? "same" : "other";
};

const isSameJson = (value: Json, text: string): boolean => {
  try {
    return isSame(value, JSON.parse(text) as Json);
  } catch {
    return false;
  }
};

const isSame = (left: Json, right: Json): boolean => {
  if (Array.isArray(left) && Array.isArray(right))
    return left.length === right.length && left.every((entry, index) => isSame(entry, right[index] ?? null));
  if (!isJsonObject(left) || !isJsonObject(right)) return left === right;
  const keys = Object.keys(left);
  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => Object.hasOwn(right, key) && isSame(left[key] ?? null, right[key] ?? null))
  );
};

/** Codes that speak of the request, the client or the protocol, not of a tool that failed. */
const PROTOCOL_CODES = new Set<Json | undefined>([-32700, -32600, -32601, -32602, -32042, -32020, -32021, -32022]);

export const failedCalls: Fact = {
  name: "failed_calls",
  doc: "Calls with valid arguments that failed inside the tool: results with isError, and errors that are not about the request.",
  kind: "observations",
  type: "reported_as (result: with isError, error: a JSON-RPC error), message",
  derived: ["reported_as"],
  read(view) {
    const calls = view.seats.filter((seat) => isCall(seat) && seat.exchange.deliberate !== true);
    if (!calls.some(({ exchange }) => exchange.response !== undefined)) return unseen(view, ["call"], "a tool call");
    const items = calls.flatMap((seat) => {
      const { response } = seat.exchange;
      const failed = member(member(response, "result"), "isError") === true;
      const code = member(member(response, "error"), "code");
      const broken = outcomeOf(seat.exchange) === "error" && !PROTOCOL_CODES.has(code);
      if (response === undefined || (!failed && !broken)) return [];
      return [
        {
          ...placeOf(seat, "/response"),
          value: { reported_as: failed ? "result" : "error", message: response },
          parts: { reported_as: "/response", message: "/response" },
          name: toolOf(seat),
        },
      ];
    });
    return seen(
      items,
      calls.slice(0, 3).map((seat) => placeOf(seat, "/response")),
    );
  },
};

/** A word for what became of a call. */
const ending = (seat: Seat): string => {
  const outcome = outcomeOf(seat.exchange);
  const failed = member(member(seat.exchange.response, "result"), "isError") === true;
  return outcome === "result" && failed ? "tool error" : outcome;
};

const isEmpty = (value: Json | undefined): boolean => isJsonObject(value) && Object.keys(value).length === 0;

export const callWithoutArguments: Fact = {
  name: "call_without_arguments",
  doc: "Calls of a tool without the arguments member, beside a call of the same tool with empty arguments.",
  kind: "observations",
  type: "without, with_empty (result, tool error, error, silence …); with_empty is absent when there was no such call",
  derived: true,
  read(view) {
    const steps = ["call-without-arguments"];
    const calls = view.seats.filter((seat) => isCall(seat) && seat.exchange.deliberate !== true);
    const lacking = (seat: Seat): boolean => member(member(seat.request, "params"), "arguments") === undefined;
    const asked = seatsOf(view, steps, (seat) => isCall(seat) && lacking(seat));
    if (asked.length === 0)
      return calls.length === 0
        ? unseen(view, steps, "a call without arguments")
        : inapplicable("no tool that was called does without arguments", placesOf(calls));
    return seen(
      asked.map((seat) => {
        const other = calls.find(
          (call) => toolOf(call) === toolOf(seat) && isEmpty(member(member(call.request, "params"), "arguments")),
        );
        const value = { without: ending(seat), ...(other ? { with_empty: ending(other) } : {}) };
        const pointer = seat.exchange.response === undefined ? "" : "/response";
        return {
          ...placeOf(seat, pointer),
          value,
          parts: { without: pointer, with_empty: pointer },
          name: toolOf(seat),
        };
      }),
    );
  },
};

/** The plan asks where it finds such arguments; where it asked about others, no tool gives occasion for these. */
export const compositionCall: Fact = {
  ...answersTo({
    name: "composition_call",
    doc: "The answers to tools/call with arguments that break only anyOf, oneOf, not, if or another composition keyword.",
    steps: [COMPOSITION],
  }),
  read(view) {
    const asked = seatsOf(view, [COMPOSITION]);
    if (asked.length > 0) return seen(asked.map((seat) => answerItem(seat, view, toolOf(seat))));
    const others = seatsOf(view, [/^invalid-call/]);
    if (others.length === 0) return unseen(view, ["invalid-call"], "a call with invalid arguments");
    return inapplicable(
      "no tool that may be called has composition keywords that can be broken alone",
      placesOf(others),
    );
  },
};

const placesOf = (seats: readonly Seat[]) => seats.slice(0, 3).map((seat) => placeOf(seat, "/request"));
