import { canonicalOrNull } from "../../../base/canonical.ts";
import { isJsonObject, type Json, member, valueAt } from "../../../base/json.ts";
import { isSameJson } from "../../../base/same-json.ts";
import { outcomeOf } from "../../../judge/core/answer.ts";
import { answersTo, recordsOf } from "../../../judge/core/answers.ts";
import type { ExchangeRecord, Fact, Gap, Item, View } from "../../../judge/core/fact.ts";
import { toolOf } from "../../../judge/core/facts/calls.ts";
import { tools } from "../../../judge/core/facts/listed.ts";
import { toolsWithOutputSchema } from "../../../judge/core/facts/structured-content.ts";
import { paramsOf, resultOf } from "../../../judge/core/record-members.ts";
import type { QuestionRef } from "../../../protocol/question.ts";

const ASKED: readonly QuestionRef[] = ["invalid-call"];

/** What a call came to, in the words of no language. */
type TakenAs = "refused" | "served" | "unsettled" | "other";

const takenAs = (record: ExchangeRecord): TakenAs => {
  const outcome = outcomeOf(record.exchange);
  if (outcome === "error" || outcome === "refused") return "refused";
  if (outcome !== "result") return "other";
  const result = resultOf(record);
  const type = member(result, "resultType");
  if (type === "input_required" || type === "task" || member(result, "task") !== undefined) return "unsettled";
  return member(result, "isError") === true ? "refused" : "served";
};

/** What the server said, without what differs from call to call. */
const said = ({ exchange }: ExchangeRecord): string => {
  const { response, http } = exchange;
  const result = member(response, "result");
  const parts = [member(response, "error") ?? null, member(result, "content") ?? null, http?.status ?? 0];
  return canonicalOrNull(parts) ?? JSON.stringify(parts);
};

/** By tool, what valid calls of it were refused with. Indexed: a session may have ten thousand of both kinds. */
const refusalsOfValidCalls = (view: View): ReadonlyMap<string | undefined, ReadonlySet<string>> => {
  const refusals = new Map<string | undefined, Set<string>>();
  for (const record of recordsOf(view, ["call:#"])) {
    if (takenAs(record) !== "refused") continue;
    const tool = toolOf(record);
    const known = refusals.get(tool) ?? new Set();
    refusals.set(tool, known.add(said(record)));
  }
  return refusals;
};

const isAnsweredAlike = (record: ExchangeRecord, view: View): boolean =>
  view.once(refusalsOfValidCalls).get(toolOf(record))?.has(said(record)) === true;

/** The values that stand for a wrong one in such calls. */
const WRONG: readonly Json[] = [{ mcptest: "wrong type" }, "wrong type", ["wrong type"]];

/** The members that are missing, or wrong. */
const brokenIn = (record: ExchangeRecord, view: View): readonly string[] => {
  const reading = view.read(tools);
  const listed = reading.seen ? reading.items : [];
  const tool = listed.find(({ name }) => name === toolOf(record))?.value;
  const given = member(paramsOf(record), "arguments");
  const required = valueAt(tool, "inputSchema", "required");
  const missing = (Array.isArray(required) ? required : []).flatMap((name) =>
    typeof name === "string" && member(given, name) === undefined ? [name] : [],
  );
  const wrong = Object.entries(isJsonObject(given) ? given : {}).flatMap(([name, value]) =>
    WRONG.some((one) => isSameJson(one, value)) ? [name] : [],
  );
  return [...missing, ...wrong];
};

/** Longer complaints are looked at from their beginning only. */
const LONGEST = 10_000;

/** Whether the name stands there as a word; one or two letters are words of many languages, and count in quotes only. */
const names = (text: string, name: string): boolean => {
  const edge = name.length > 2 ? /[^\w]/ : /["'`[\]]/;
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1))
    if (edge.test(text.charAt(at - 1)) && edge.test(text.charAt(at + name.length))) return true;
  return false;
};

const GAPS = {
  unsettled: "the server asked for something, or began a task, before it looked at the arguments",
  alike: "the server answers the same call with valid arguments in the same way",
  output: "the tool has an outputSchema, and nothing shows whether its arguments or what it returned were refused",
} as const;

/**
 * A refusal shows that arguments are checked if it can have no other cause: valid arguments are answered otherwise, and the
 * tool promises nothing of its output that an SDK could complain of, or the refusal names what is wrong in the arguments.
 */
const gapOf = (record: ExchangeRecord, view: View): keyof typeof GAPS | undefined => {
  const taken = takenAs(record);
  if (taken === "unsettled") return "unsettled";
  if (taken !== "refused") return undefined;
  if (isAnsweredAlike(record, view)) return "alike";
  if (!view.once(toolsWithOutputSchema).has(toolOf(record) ?? "")) return undefined;
  const text = JSON.stringify(said(record)).slice(0, LONGEST);
  return brokenIn(record, view).some((name) => name !== "" && names(text, name)) ? undefined : "output";
};

const found = answersTo({
  name: "refused_arguments",
  doc: "What became of a call whose arguments break the schema of its tool: told without reading words, and open where a refusal may have another cause.",
  questions: ASKED,
  members: "taken_as (refused, served, other: silence, a closed connection …)",
  derived: ["taken_as"],
  none: "no call had arguments that break the schema of its tool",
  label: toolOf,
  add: (record) => ({ taken_as: { value: takenAs(record), at: "/response" } }),
});

export const refusedArguments: Fact = {
  ...found,
  read(view) {
    const reading = found.read(view);
    if (!reading.seen) return reading;
    const records = new Map(recordsOf(view, ASKED).map((record) => [record.id, record]));
    return { ...reading, items: reading.items.map((item) => withGap(item, records, view)) };
  },
};

const withGap = (item: Item, records: ReadonlyMap<Item["exchange"], ExchangeRecord>, view: View): Item => {
  const record = records.get(item.exchange);
  const gap = record && item.open === undefined ? gapOf(record, view) : undefined;
  if (gap === undefined) return item;
  const open: Gap = { reason: "prerequisite-missing", detail: GAPS[gap] };
  return { ...item, open: { ...open, except: ["outcome", "asked"] } };
};
