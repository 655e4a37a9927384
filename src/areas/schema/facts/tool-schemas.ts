import { isJsonObject, type JsonObject, member } from "../../../base/json.ts";
import { defineFact } from "../../../judge/core/define-fact.ts";
import { derivedItem } from "../../../judge/core/derived-item.ts";
import { distinct } from "../../../judge/core/distinct.ts";
import {
  type ExchangeRecord,
  type Gap,
  type Item,
  placeOf,
  placesOf,
  seen,
  type View,
} from "../../../judge/core/fact.ts";
import { isToolResult, toolOf } from "../../../judge/core/facts/calls.ts";
import { inconclusive } from "../../../judge/core/left-out.ts";
import { collect } from "../../../judge/core/messages.ts";
import { resultOf } from "../../../judge/core/record-members.ts";
import type { SchemaEvaluation, SchemaFinding, SchemaPlace } from "../../../judge/core/schema-findings.ts";
import { tools } from "../../tools/facts/tools.ts";

/** What can be said of a schema however large it is. */
const ALWAYS = ["role", "declared", "declaration", "dialect", "network_refs"];

const UNREAD: Gap = { reason: "limit-exceeded", detail: "the schema is larger than what is read of one" };
const UNKNOWN: Gap = { reason: "prerequisite-missing", detail: "the schema names a dialect that is not known here" };

/** Every schema a tool publishes, with what a reading of it found. */
export const toolSchemas = defineFact({
  name: "tool_schemas",
  doc: "Every inputSchema and outputSchema that the server's tools publish, as read in its dialect.",
  type: "role (input, output), declared ($schema), declaration (exact, variant, absent, unknown, not-a-string), dialect, problems, bad_patterns, network_refs, unresolved_refs, references (count)",
  derived: true,
  questions: ["tools/list"],
  read(view) {
    const findings = view.schemas;
    const listed = view.read(tools);
    if (!listed.seen) return listed;
    if (!findings) return inconclusive("not-probed", "the schemas were not read", listed.looked_at.slice(0, 1));
    const ids = new Set(view.records.map(({ id }) => id));
    // The same schema of the same tool says the same wherever it stands, and stands in every list.
    const known = new Map<string, Set<string>>();
    const items = collect(findings.places, (place) => {
      const finding = findings.schemas[place.schema];
      const role = ROLES[place.role];
      if (!finding || role === undefined || place.exchange === null || !ids.has(place.exchange)) return undefined;
      const uses = known.get(place.schema) ?? new Set<string>();
      const before = uses.size;
      known.set(place.schema, uses.add(place.tool === null ? role : `${role} of ${place.tool}`));
      return before < uses.size ? schemaItem(place, finding, role) : undefined;
    });
    return seen(distinct(items), listed.looked_at);
  },
});

const ROLES: Readonly<Partial<Record<SchemaPlace["role"], string>>> = {
  "tool-input": "input",
  "tool-output": "output",
};

const schemaItem = ({ exchange, pointer, tool }: SchemaPlace, finding: SchemaFinding, role: string): Item => {
  const isPattern = ({ kind }: { readonly kind: string }): boolean => kind === "bad-regex";
  const value: JsonObject = {
    role,
    declared: finding.declared,
    declaration: finding.declaration,
    dialect: finding.dialect,
    problems: finding.problems.filter((problem) => !isPattern(problem)).map(plain),
    bad_patterns: finding.problems.filter(isPattern).map(plain),
    network_refs: finding.network_refs.map(plain),
    unresolved_refs: finding.unresolved_refs.map(plain),
    references: finding.references,
  };
  const unread = finding.limits_exceeded.length > 0;
  const gap = unread ? UNREAD : finding.valid === null ? UNKNOWN : undefined;
  return {
    ...derivedItem({ exchange, pointer }, value, tool ?? undefined),
    // What was found before a limit was met is still wrong.
    ...(gap && finding.problems.length === 0 ? { open: { ...gap, except: ALWAYS } } : {}),
  };
};

const plain = (value: object): JsonObject => ({ ...value }) as JsonObject;

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

/** What holding a value against its schema said. */
export const judgedValue = (evaluation: SchemaEvaluation | undefined): Pick<Item, "value" | "open"> => {
  if (evaluation && "valid" in evaluation)
    return evaluation.valid
      ? { value: { state: "fits", errors: [] } }
      : { value: { state: "differs", errors: evaluation.errors.map(plain) } };
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
