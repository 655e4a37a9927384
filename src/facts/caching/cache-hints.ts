import { isJsonObject, type JsonObject, member } from "../../model/json.ts";
import { unseen } from "../common/gaps.ts";
import { distinct } from "../common/messages.ts";
import { walksIn } from "../common/walks.ts";
import { type Fact, type Item, seen } from "../fact.ts";
import { placeOf, type Seat, type View } from "../view.ts";

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
    view.seats.flatMap((seat) => {
      const { method, exchange } = seat;
      const result = member(exchange.response, "result");
      if (!isCacheable(method) || exchange.deliberate || !isJsonObject(result) || !isComplete(result)) return [];
      return [hintsOf(seat, method, result)];
    }),
  );

const isCacheable = (method: string | undefined): method is Cacheable => METHODS.some((one) => one === method);

const hintsOf = (seat: Seat, method: Cacheable, result: JsonObject): Item => {
  const value: JsonObject = { method };
  for (const hint of HINTS) {
    const found = member(result, hint);
    if (found !== undefined) value[hint] = found;
  }
  return { ...placeOf(seat, "/response/result"), value, parts: { method: "/request/method" }, name: method };
};

export const cacheHints: Fact = {
  name: "cache_hints",
  doc: "The cache hints of every complete result that clients may keep.",
  kind: "list",
  type: "method, ttlMs, cacheScope",
  read(view) {
    const items = view.once(gather);
    return items.length > 0 ? seen(items) : unseen(view, [METHODS[0]], "a result that can be kept");
  },
};

const hintsOn = (name: string, method: Cacheable, steps: readonly string[] = [method]): Fact => ({
  name,
  doc: `The cache hints of complete ${method} results.`,
  kind: "observations",
  type: "method, ttlMs, cacheScope",
  read(view) {
    const items = view.once(gather).filter((item) => item.name === method);
    return items.length > 0 ? seen(items) : unseen(view, steps, `a complete ${method} result`);
  },
});

export const METHOD_HINTS: readonly Fact[] = [
  hintsOn("discover_cache_hints", "server/discover"),
  hintsOn("tools_list_cache_hints", "tools/list"),
  hintsOn("prompts_list_cache_hints", "prompts/list"),
  hintsOn("resources_list_cache_hints", "resources/list"),
  hintsOn("templates_list_cache_hints", "resources/templates/list"),
  hintsOn("read_cache_hints", "resources/read", ["read"]),
];

/** The pages of one list are one thing in parts. */
export const pageScopes: Fact = {
  name: "page_scopes",
  doc: "The cacheScope values that the pages of one list have, for lists of several pages.",
  kind: "list",
  type: "array of the different values",
  derived: true,
  read(view) {
    const walks = walksIn(view).map(({ seats }) => seats.filter((seat) => scopeOf(seat) !== undefined));
    const items = walks.flatMap((seats): Item[] => {
      const [first] = seats;
      if (!first || seats.length < 2) return [];
      const scopes = [...new Map(seats.map((seat) => [JSON.stringify(scopeOf(seat)), seat])).values()];
      const odd = scopes.find((seat) => scopeOf(seat) !== scopeOf(first)) ?? first;
      const value = scopes.flatMap((seat) => scopeOf(seat) ?? []);
      return [{ ...placeOf(odd, "/response/result/cacheScope"), value, name: first.method }];
    });
    const looked = walks.flatMap((seats) => seats.slice(0, 1)).map((seat) => placeOf(seat, "/response/result"));
    if (looked.length === 0) return unseen(view, ["tools/list"], "a page with a cacheScope");
    return seen(distinct(items), looked);
  },
};

const scopeOf = ({ exchange }: Seat) => member(member(exchange.response, "result"), "cacheScope");
