import { isJsonObject, type Json, type JsonObject, member } from "../../model/json.ts";
import type { SchemaEvaluation, SchemaFinding, SchemaPlace } from "../../model/schema-findings.ts";
import { unseen } from "../common/gaps.ts";
import { distinct } from "../common/messages.ts";
import { type Fact, type Gap, type Item, seen } from "../fact.ts";
import { isToolResult, toolOf } from "../tools/calls.ts";
import { tools } from "../tools/tools.ts";
import { placeOf, type Seat, type View } from "../view.ts";

/** What can be said of a schema however large it is. */
const ALWAYS = ["role", "declared", "declaration", "dialect", "network_refs"];

const UNREAD: Gap = { reason: "limit-exceeded", detail: "the schema is larger than what is read of one" };
const UNKNOWN: Gap = { reason: "prerequisite-missing", detail: "the schema names a dialect that is not known here" };

/** Every schema a tool publishes, with what a reading of it found. */
export const toolSchemas: Fact = {
  name: "tool_schemas",
  doc: "Every inputSchema and outputSchema that the server's tools publish, as read in its dialect.",
  kind: "list",
  type: "role (input, output), declared ($schema), declaration (exact, variant, absent, unknown, not-a-string), dialect, problems, bad_patterns, network_refs, unresolved_refs, references (count)",
  derived: true,
  read(view) {
    const findings = view.schemas;
    const listed = view.read(tools);
    if (!listed.seen) return listed;
    if (!findings)
      return {
        seen: false,
        applies: true,
        reason: "not-probed",
        detail: "the schemas were not read",
        places: listed.looked_at.slice(0, 1),
      };
    const ids = new Set(view.seats.map(({ id }) => id));
    const items = findings.places.flatMap((place) => {
      const finding = findings.schemas[place.schema];
      const mine = place.exchange !== null && ids.has(place.exchange);
      return finding && mine && ROLES[place.role] ? [schemaItem(place, finding, ROLES[place.role] ?? "")] : [];
    });
    return seen(distinct(items), listed.looked_at);
  },
};

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
    exchange,
    pointer,
    value,
    ...(tool === null ? {} : { name: tool }),
    parts: Object.fromEntries(Object.keys(value).map((key) => [key, pointer])),
    // What was found before a limit was met is still wrong.
    ...(gap && finding.problems.length === 0 ? { open: { ...gap, except: ALWAYS } } : {}),
  };
};

const plain = (value: object): JsonObject => ({ ...value }) as JsonObject;

interface Declared {
  readonly output: Json;
}

/** Tools that declare an outputSchema, by name; the last listing counts. */
const declaredOutputs = (view: View): ReadonlyMap<string, Declared> => {
  const listed = view.read(tools);
  const found = new Map<string, Declared>();
  if (!listed.seen) return found;
  for (const { value, name } of listed.items) {
    const output = member(value, "outputSchema");
    if (name !== undefined && isJsonObject(output)) found.set(name, { output });
  }
  return found;
};

/** What tools with an outputSchema returned. SDKs do not hold error results against it, so they are left out. */
export const structuredContent: Fact = {
  name: "structured_content",
  doc: "The structuredContent of each successful result of a tool with an outputSchema, held against that schema.",
  kind: "observations",
  type: "state (fits, differs, missing), errors",
  derived: true,
  read(view) {
    const outputs = view.once(declaredOutputs);
    const results = view.seats.filter(isSuccess);
    if (results.length === 0) return unseen(view, ["call"], "a tool that ran");
    const evaluations = view.once(evaluationsByExchange);
    const items = results.flatMap((seat): Item[] => {
      const name = toolOf(seat);
      if (name === undefined || !outputs.has(name)) return [];
      const structured = member(member(seat.exchange.response, "result"), "structuredContent");
      if (structured === undefined) {
        const place = placeOf(seat, "/response/result");
        return [{ ...place, name, value: { state: "missing", errors: [] }, parts: { state: place.pointer } }];
      }
      const place = placeOf(seat, "/response/result/structuredContent");
      return [{ ...place, name, ...judged(evaluations.get(seat.id)), parts: { state: place.pointer } }];
    });
    return seen(
      distinct(items),
      results.slice(0, 3).map((seat) => placeOf(seat, "/response/result")),
    );
  },
};

const isSuccess = (seat: Seat): boolean =>
  isToolResult(seat) && member(member(seat.exchange.response, "result"), "isError") !== true;

const evaluationsByExchange = (view: View): ReadonlyMap<string | number, SchemaEvaluation> => {
  const found = new Map<string | number, SchemaEvaluation>();
  for (const { role, exchange, evaluation } of view.schemas?.pairs ?? []) {
    const result = view.schemas?.evaluations[evaluation];
    if (role === "structured-content" && exchange !== null && result) found.set(exchange, result);
  }
  return found;
};

const LIMITS: readonly string[] = ["time limit", "step limit", "too deep", "too large"];

const judged = (evaluation: SchemaEvaluation | undefined): Pick<Item, "value" | "open"> => {
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
