import { type Json, type JsonObject, member, stringMember } from "../../../base/json.ts";
import { toPointer } from "../../../base/pointer.ts";
import { isAsked } from "../../../judge/core/answers.ts";
import { defineFact } from "../../../judge/core/define-fact.ts";
import { distinct } from "../../../judge/core/distinct.ts";
import { type Item, placeOf, placesOf, seen, type View } from "../../../judge/core/fact.ts";
import { groupBy } from "../../../judge/core/group-by.ts";
import {
  ANNOTATION_KEY,
  HEADER_TOKEN,
  type HeaderAnnotation,
  headerAnnotationsIn,
  SCHEMA_MAPS,
} from "../../../judge/core/header-annotations.ts";
import { entriesOf, pagesOf } from "../../../judge/core/lists.ts";
import { paramsOf } from "../../../judge/core/record-members.ts";
import { unseen } from "../../../judge/core/unseen.ts";

interface Annotation extends HeaderAnnotation {
  readonly tool: Item;
}

/** Every tool that was listed, once. */
export const listedTools = (view: View): readonly Item[] => entriesOf(view, "tools/list");

const gather = (view: View): readonly Annotation[] => view.once(listedTools).flatMap(annotationsOf);

const annotationsOf = (tool: Item): readonly Annotation[] =>
  headerAnnotationsIn(member(tool.value, "inputSchema")).map((annotation) => ({ ...annotation, tool }));

const lookedAt = (view: View) => placesOf(pagesOf(view, "tools/list"), "/response/result");

const NO_LIST = "an answered tools/list";

/** Keywords that say what a value is without `type`. */
const INDIRECT = ["$ref", "$dynamicRef", "enum", "const", "allOf"];
const BOUNDS = ["type", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"];

export const headerAnnotations = defineFact({
  name: "header_annotations",
  doc: "Every x-mcp-header in the inputSchemas of the listed tools.",
  type: "header (the value of x-mcp-header), type, minimum, maximum, exclusiveMinimum, exclusiveMaximum, indirect (keywords that stand in for type), branch_types (of anyOf or oneOf), via (keywords on the way other than properties), words (the property's name in lower-case words)",
  derived: ["indirect", "branch_types", "via", "words"],
  questions: ["tools/list"],
  read(view) {
    if (lookedAt(view).length === 0) return unseen(view, this.questions, NO_LIST);
    return seen(view.once(gather).map(annotationItem), lookedAt(view));
  },
});

const annotationItem = ({ tool, schema, header, path, via }: Annotation): Item => {
  const pointer = tool.pointer + toPointer(["inputSchema", ...path]);
  const names = propertyNames(path);
  const value: JsonObject = {
    header,
    via: [...via],
    indirect: INDIRECT.filter((keyword) => Object.hasOwn(schema, keyword)),
    words: wordsOf(names.at(-1) ?? ""),
  };
  const branches = branchTypes(schema);
  if (branches !== undefined) value["branch_types"] = branches;
  for (const keyword of BOUNDS) {
    const found = member(schema, keyword);
    if (found !== undefined) value[keyword] = found;
  }
  return {
    exchange: tool.exchange,
    pointer,
    value,
    parts: {
      header: pointer + toPointer([ANNOTATION_KEY]),
      via: pointer,
      indirect: pointer,
      branch_types: pointer,
      words: pointer,
    },
    name: [tool.name ?? "", ...names].join("."),
  };
};

/** What the branches of a union say; undefined where there is none, or one that does not say its type. */
const branchTypes = (schema: JsonObject): Json[] | undefined => {
  const branches = member(schema, "anyOf") ?? member(schema, "oneOf");
  if (!Array.isArray(branches)) return undefined;
  const types = branches.flatMap((branch) => member(branch, "type") ?? []);
  return types.length >= branches.length ? types : undefined;
};

/** The names on the way; keywords and numbers of subschemas are none. */
const propertyNames = ([keyword, next, ...rest]: readonly (string | number)[]): readonly string[] => {
  if (keyword === undefined || next === undefined) return [];
  if (SCHEMA_MAPS.includes(String(keyword))) return [String(next), ...propertyNames(rest)];
  return propertyNames(typeof next === "number" ? rest : [next, ...rest]);
};

/** apiKey, api_key and API-Key are two words: api key. */
const wordsOf = (name: string): string =>
  name
    .slice(0, 200)
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/[^A-Za-z0-9]+/g, " ")
    .trim()
    .toLowerCase();

/** Where the properties lead; what stands elsewhere is no header of the call. */
const onTheWay = ({ via }: Annotation): boolean => via.length === 0;

export const repeatedHeaderNames = defineFact({
  name: "repeated_header_names",
  doc: "x-mcp-header values that one inputSchema holds more than once, whatever their case.",
  type: "string: the value, at the later of two places",
  questions: ["tools/list"],
  read(view) {
    if (lookedAt(view).length === 0) return unseen(view, this.questions, NO_LIST);
    const known = new Map<Item, Set<string>>();
    const items = view
      .once(gather)
      .filter(onTheWay)
      .flatMap(({ tool, header, path }): Item[] => {
        const names = known.get(tool) ?? new Set<string>();
        known.set(tool, names);
        if (typeof header !== "string" || names.size < names.add(header.toLowerCase()).size) return [];
        const pointer = tool.pointer + toPointer(["inputSchema", ...path, ANNOTATION_KEY]);
        return [{ value: header, exchange: tool.exchange, pointer, name: tool.name }];
      });
    return seen(items, lookedAt(view));
  },
});

/** No client can say in headers what cannot be a header, or would be the same one twice. */
const canBeSent = (annotations: readonly Annotation[]): boolean => {
  const names = annotations.map(({ header }) => (typeof header === "string" ? header.toLowerCase() : ""));
  return names.every((name) => HEADER_TOKEN.test(name)) && new Set(names).size === names.length;
};

export const mirroredCalls = defineFact({
  name: "mirrored_calls",
  doc: "The mirrored arguments of ordinary tool calls over HTTP, and how the call was answered.",
  type: "type (string, number, boolean), depth (1: a member of the arguments), status, error",
  derived: ["type", "depth"],
  questions: ["call:#", "param-right"],
  read(view) {
    const byTool = groupBy(view.once(gather).filter(onTheWay), ({ tool }) => tool.name);
    for (const [name, annotations] of byTool) if (!canBeSent(annotations)) byTool.delete(name);
    const calls = view.records.filter(
      (record) =>
        record.method === "tools/call" &&
        record.exchange.deliberate !== true &&
        record.exchange.http !== undefined &&
        (record.step === undefined || isAsked(record, this.questions)),
    );
    if (calls.length === 0) return unseen(view, this.questions, "a tool call over HTTP");
    const items = calls.flatMap((record) => {
      const params = paramsOf(record);
      return (byTool.get(stringMember(params, "name")) ?? []).flatMap(({ path, header }): Item[] => {
        const names = path.filter((_, index) => index % 2 === 1);
        const argument = names.reduce<Json | undefined>(
          (value, name) => member(value, String(name)),
          member(params, "arguments"),
        );
        if (argument === undefined || argument === null || typeof argument === "object") return [];
        const { http, response } = record.exchange;
        const error = member(response, "error");
        return [
          {
            ...placeOf(record),
            value: {
              type: typeof argument,
              depth: names.length,
              ...(http?.status === undefined ? {} : { status: http.status }),
              ...(error === undefined ? {} : { error }),
            },
            parts: {
              type: "/request/params/arguments",
              depth: "/request/params/arguments",
              status: "/http/status",
              error: "/response/error",
            },
            name: String(header),
          },
        ];
      });
    });
    return seen(distinct(items), placesOf(calls.slice(0, 1)));
  },
});
