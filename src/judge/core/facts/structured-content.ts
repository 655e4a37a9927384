import { isJsonObject, type JsonObject, member } from "../../../base/json.ts";
import { defineFact } from "../define-fact.ts";
import { type ExchangeRecord, type Item, placeOf, placesOf, type View } from "../fact.ts";
import { resultOf } from "../record-members.ts";
import type { SchemaEvaluation } from "../schema-findings.ts";
import { isToolResult, toolOf } from "./calls.ts";
import { tools } from "./listed.ts";

/** The names of the tools that declare an outputSchema. */
export const toolsWithOutputSchema = (view: View): ReadonlySet<string | undefined> => {
  const listed = view.read(tools);
  const declaring = listed.seen ? listed.items.filter(({ value }) => isJsonObject(member(value, "outputSchema"))) : [];
  return new Set(declaring.map(({ name }) => name));
};

/** What tools with an outputSchema returned. SDKs do not hold error results against it, so they are left out. */
export const structuredContent = defineFact({
  name: "structured_content",
  doc: "The structuredContent of each successful result of a tool with an outputSchema, held against that schema.",
  kind: "observations",
  type: "state (fits, differs, missing), errors",
  derived: true,
  questions: ["call"],
  among: (view) => view.records.filter(isSuccess),
  missing: "a tool that ran",
  each: (record, view) => {
    const name = toolOf(record);
    if (name === undefined || !view.once(toolsWithOutputSchema).has(name)) return undefined;
    if (member(resultOf(record), "structuredContent") === undefined) {
      const place = placeOf(record, "/response/result");
      return { ...place, name, value: { state: "missing", errors: [] }, parts: { state: place.pointer } };
    }
    const place = placeOf(record, "/response/result/structuredContent");
    const evaluation = view.once(evaluationsByExchange).get(record.id);
    return { ...place, name, ...judgedValue(evaluation), parts: { state: place.pointer } };
  },
  distinct: true,
  looked: (results) => placesOf(results.slice(0, 3), "/response/result"),
});

/** What holding a value against its schema said. */
export const judgedValue = (evaluation: SchemaEvaluation | undefined): Pick<Item, "value" | "open"> => {
  if (evaluation && "valid" in evaluation)
    return evaluation.valid
      ? { value: { state: "fits", errors: [] } }
      : { value: { state: "differs", errors: evaluation.errors.map((error): JsonObject => ({ ...error })) } };
  const why = evaluation?.not_evaluated ?? "no listing of the tool holds the schema";
  return {
    value: { state: "unknown", errors: [] },
    open: {
      reason: LIMITS.includes(why) ? "limit-exceeded" : "prerequisite-missing",
      detail: `the value was not held against the schema: ${why}`,
      except: [],
    },
  };
};

const isSuccess = (record: ExchangeRecord): boolean =>
  isToolResult(record) && member(resultOf(record), "isError") !== true;

const evaluationsByExchange = (view: View): ReadonlyMap<string | number, SchemaEvaluation> => {
  const found = new Map<string | number, SchemaEvaluation>();
  for (const { role, exchange, evaluation } of view.schemas?.pairs ?? []) {
    const result = view.schemas?.evaluations[evaluation];
    if (role === "structured-content" && exchange !== null && result) found.set(exchange, result);
  }
  return found;
};

const LIMITS: readonly string[] = ["time limit", "step limit", "too deep", "too large"];
