import { toPointer } from "../../json/pointer.ts";
import { isJsonObject, type Json, type JsonObject, member, stringMember } from "../../model/json.ts";
import { isStep, unseen } from "../common/gaps.ts";
import { entriesOf, pagesOf } from "../common/lists.ts";
import { distinct } from "../common/messages.ts";
import { type Fact, type Item, seen } from "../fact.ts";
import { placeOf, type View } from "../view.ts";

/** A subschema that carries x-mcp-header. */
interface Annotation {
  readonly tool: Item;
  readonly schema: JsonObject;
  readonly header: Json;
  /** From the inputSchema on. */
  readonly path: readonly (string | number)[];
  /** Keywords on the way that are not `properties`. */
  readonly via: readonly string[];
}

const KEY = "x-mcp-header";
/** More than any sane schema has; a server's schema must not keep us busy. */
const MAX_DEPTH = 32;
const MAX_SCHEMAS = 5_000;

const MAPS = ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"];
const LISTS = ["allOf", "anyOf", "oneOf", "prefixItems", "items"];
const SINGLES = ["items", "additionalProperties", "contains", "not", "if", "then", "else", "propertyNames"];
const MORE_SINGLES = ["unevaluatedItems", "unevaluatedProperties", "contentSchema", "additionalItems"];

/** Every tool that was listed, once. */
export const listedTools = (view: View): readonly Item[] =>
  distinct(pagesOf(view, "tools/list").flatMap((seat) => entriesOf(seat, "tools", "name")));

const gather = (view: View): readonly Annotation[] => view.once(listedTools).flatMap(annotationsOf);

const annotationsOf = (tool: Item): readonly Annotation[] => {
  const found: Annotation[] = [];
  let budget = MAX_SCHEMAS;
  const visit = (schema: Json | undefined, path: readonly (string | number)[], via: readonly string[]): void => {
    budget -= 1;
    if (!isJsonObject(schema) || path.length > MAX_DEPTH || budget < 0) return;
    const header = member(schema, KEY);
    if (header !== undefined) found.push({ tool, schema, header, path, via });
    for (const { at, keyword } of subschemas(schema)) {
      const value = at.reduce<Json | undefined>(
        (current, step) => (Array.isArray(current) ? current[Number(step)] : member(current, String(step))),
        schema,
      );
      visit(value, [...path, ...at], keyword === "properties" ? via : [...via, keyword]);
    }
  };
  visit(member(tool.value, "inputSchema"), [], []);
  return found;
};

const subschemas = (schema: JsonObject): { at: (string | number)[]; keyword: string }[] => [
  ...MAPS.flatMap((keyword) => {
    const map = member(schema, keyword);
    return isJsonObject(map) ? Object.keys(map).map((key) => ({ at: [keyword, key], keyword })) : [];
  }),
  ...LISTS.flatMap((keyword) => {
    const list = member(schema, keyword);
    return Array.isArray(list) ? list.map((_, index) => ({ at: [keyword, index], keyword })) : [];
  }),
  ...[...SINGLES, ...MORE_SINGLES].flatMap((keyword) =>
    isJsonObject(member(schema, keyword)) ? [{ at: [keyword], keyword }] : [],
  ),
];

const lookedAt = (view: View) => pagesOf(view, "tools/list").map((seat) => placeOf(seat, "/response/result"));

const NO_LIST = "an answered tools/list";

/** Keywords that say what a value is without `type`. */
const INDIRECT = ["$ref", "$dynamicRef", "enum", "const", "allOf"];
const BOUNDS = ["type", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"];

export const headerAnnotations: Fact = {
  name: "header_annotations",
  doc: "Every x-mcp-header in the inputSchemas of the listed tools.",
  kind: "list",
  type: "header (the value of x-mcp-header), type, minimum, maximum, exclusiveMinimum, exclusiveMaximum, indirect (keywords that stand in for type), via (keywords on the way other than properties), words (the property's name in lower-case words)",
  derived: ["indirect", "via", "words"],
  read(view) {
    if (lookedAt(view).length === 0) return unseen(view, ["tools/list"], NO_LIST);
    return seen(view.once(gather).map(annotationItem), lookedAt(view));
  },
};

const annotationItem = ({ tool, schema, header, path, via }: Annotation): Item => {
  const pointer = tool.pointer + toPointer(["inputSchema", ...path]);
  const value: JsonObject = {
    header,
    via: [...via],
    indirect: INDIRECT.filter((keyword) => Object.hasOwn(schema, keyword)),
    words: wordsOf(String(path.at(-1) ?? "")),
  };
  for (const keyword of BOUNDS) {
    const found = member(schema, keyword);
    if (found !== undefined) value[keyword] = found;
  }
  return {
    exchange: tool.exchange,
    pointer,
    value,
    parts: { header: pointer + toPointer([KEY]), via: pointer, indirect: pointer, words: pointer },
    name: [tool.name ?? "", ...path.filter((_, index) => index % 2 === 1)].join("."),
  };
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

export const repeatedHeaderNames: Fact = {
  name: "repeated_header_names",
  doc: "x-mcp-header values that one inputSchema holds more than once, whatever their case.",
  kind: "list",
  type: "string: the value, at the later of two places",
  read(view) {
    if (lookedAt(view).length === 0) return unseen(view, ["tools/list"], NO_LIST);
    const known = new Map<Item, Set<string>>();
    const items = view
      .once(gather)
      .filter(onTheWay)
      .flatMap(({ tool, header, path }): Item[] => {
        const names = known.get(tool) ?? new Set<string>();
        known.set(tool, names);
        if (typeof header !== "string" || names.size < names.add(header.toLowerCase()).size) return [];
        const pointer = tool.pointer + toPointer(["inputSchema", ...path, KEY]);
        return [{ value: header, exchange: tool.exchange, pointer, name: tool.name }];
      });
    return seen(items, lookedAt(view));
  },
};

const ORDINARY = ["param-right", /^call-\d+$/];
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** No client can say in headers what cannot be a header, or would be the same one twice. */
const canBeSent = (annotations: readonly Annotation[]): boolean => {
  const names = annotations.map(({ header }) => (typeof header === "string" ? header.toLowerCase() : ""));
  return names.every((name) => TOKEN.test(name)) && new Set(names).size === names.length;
};

export const mirroredCalls: Fact = {
  name: "mirrored_calls",
  doc: "The mirrored arguments of ordinary tool calls over HTTP, and how the call was answered.",
  kind: "list",
  type: "type (string, number, boolean), depth (1: a member of the arguments), status, error",
  derived: ["type", "depth"],
  read(view) {
    const byTool = new Map<string | undefined, Annotation[]>();
    for (const annotation of view.once(gather).filter(onTheWay)) {
      const known = byTool.get(annotation.tool.name);
      if (known) known.push(annotation);
      else byTool.set(annotation.tool.name, [annotation]);
    }
    for (const [name, annotations] of byTool) if (!canBeSent(annotations)) byTool.delete(name);
    const calls = view.seats.filter(
      ({ method, exchange, step }) =>
        method === "tools/call" &&
        exchange.deliberate !== true &&
        exchange.http !== undefined &&
        (step === undefined || isStep(step, ORDINARY)),
    );
    if (calls.length === 0) return unseen(view, ["call", "param-right"], "a tool call over HTTP");
    const items = calls.flatMap((seat) => {
      const params = member(seat.request, "params");
      return (byTool.get(stringMember(params, "name")) ?? []).flatMap(({ path, header }): Item[] => {
        const names = path.filter((_, index) => index % 2 === 1);
        const argument = names.reduce<Json | undefined>(
          (value, name) => member(value, String(name)),
          member(params, "arguments"),
        );
        if (argument === undefined || argument === null || typeof argument === "object") return [];
        const { http, response } = seat.exchange;
        const error = member(response, "error");
        return [
          {
            ...placeOf(seat),
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
    return seen(
      distinct(items),
      calls.slice(0, 1).map((seat) => placeOf(seat)),
    );
  },
};
