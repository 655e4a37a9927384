import { isJsonObject, type JsonObject, member, valueAt } from "../../../base/json.ts";
import { defineFact } from "../../../judge/core/define-fact.ts";
import { distinct } from "../../../judge/core/distinct.ts";
import { type ExchangeRecord, type Fact, type Item, placeOf, seen, type View } from "../../../judge/core/fact.ts";
import { listingsIn } from "../../../judge/core/listings.ts";
import { collect } from "../../../judge/core/messages.ts";
import { unseen } from "../../../judge/core/unseen.ts";
import type { QuestionRef } from "../../../protocol/question.ts";

const METHODS = [
  "server/discover",
  "tools/list",
  "prompts/list",
  "resources/list",
  "resources/templates/list",
  "resources/read",
] as const;
type Cacheable = (typeof METHODS)[number];

const HINTS = ["ttlMs", "cacheScope"];

/** A result that asks for input, or stands for a task, is not the thing that can be kept. */
const isComplete = (result: JsonObject): boolean => {
  const type = member(result, "resultType");
  return type === undefined || type === "complete";
};

const gather = (view: View): readonly Item[] =>
  distinct(
    collect(view.records, (record) => {
      const { method, exchange } = record;
      if (!isCacheable(method) || exchange.deliberate) return undefined;
      const result = member(exchange.response, "result");
      return isJsonObject(result) && isComplete(result) ? hintsOf(record, method, result) : undefined;
    }),
  );

const isCacheable = (method: string | undefined): method is Cacheable =>
  (METHODS as readonly (string | undefined)[]).includes(method);

const PARTS = { method: "/request/method" };

const hintsOf = (record: ExchangeRecord, method: Cacheable, result: JsonObject): Item => {
  const value: JsonObject = { method };
  for (const hint of HINTS) {
    const found = member(result, hint);
    if (found !== undefined) value[hint] = found;
  }
  return { exchange: record.id, pointer: "/response/result", value, parts: PARTS, name: method };
};

export const cacheHints = defineFact({
  name: "cache_hints",
  doc: "The cache hints of every complete result that clients may keep.",
  type: "method, ttlMs, cacheScope",
  questions: ["server/discover"],
  among: (view) => view.once(gather),
  missing: "a result that can be kept",
  each: (item) => item,
});

const hintsOn = (name: string, method: Cacheable, question: QuestionRef): Fact =>
  defineFact({
    name,
    doc: `The cache hints of complete ${method} results.`,
    kind: "observations",
    type: "method, ttlMs, cacheScope",
    questions: [question],
    among: (view) => view.once(gather).filter((item) => item.name === method),
    missing: `a complete ${method} result`,
    each: (item) => item,
  });

export const METHOD_HINTS: readonly Fact[] = [
  hintsOn("discover_cache_hints", "server/discover", "server/discover"),
  hintsOn("tools_list_cache_hints", "tools/list", "tools/list"),
  hintsOn("prompts_list_cache_hints", "prompts/list", "prompts/list"),
  hintsOn("resources_list_cache_hints", "resources/list", "resources/list"),
  hintsOn("templates_list_cache_hints", "resources/templates/list", "resources/templates/list"),
  hintsOn("read_cache_hints", "resources/read", "read:#"),
];

/** The pages of one list are one thing in parts. */
export const pageScopes = defineFact({
  name: "page_scopes",
  doc: "The cacheScope values that the pages of one list have, for lists of several pages.",
  type: "array of the different values",
  derived: true,
  questions: ["tools/list"],
  read(view) {
    const listings = listingsIn(view).map(({ records }) => records.filter((record) => scopeOf(record) !== undefined));
    const items = listings.flatMap((records): Item[] => {
      const [first] = records;
      if (!first || records.length < 2) return [];
      const scopes = [...new Map(records.map((record) => [JSON.stringify(scopeOf(record)), record])).values()];
      const odd = scopes.find((record) => scopeOf(record) !== scopeOf(first)) ?? first;
      const value = scopes.flatMap((record) => scopeOf(record) ?? []);
      return [{ ...placeOf(odd, "/response/result/cacheScope"), value, name: first.method }];
    });
    const looked = listings
      .flatMap((records) => records.slice(0, 1))
      .map((record) => placeOf(record, "/response/result"));
    if (looked.length === 0) return unseen(view, this.questions, "a page with a cacheScope");
    return seen(distinct(items), looked);
  },
});

const scopeOf = ({ exchange }: ExchangeRecord) => valueAt(exchange.response, "result", "cacheScope");
