import { type JsonObject, member } from "../../../base/json.ts";

/** How far a value may go, and whether the end itself is left out. */
interface Bound {
  readonly at: number;
  readonly isOpen: boolean;
}

export type BoundChange = "narrowed" | "widened" | undefined;

const LOWER = ["minimum", "exclusiveMinimum"] as const;
const UPPER = ["maximum", "exclusiveMaximum"] as const;

/** The lower end of numbers; older dialects write `exclusiveMinimum: true` beside `minimum`. */
export const lowerChange = (before: JsonObject, after: JsonObject): BoundChange =>
  change(boundOf(before, LOWER, 1), boundOf(after, LOWER, 1), 1);

export const upperChange = (before: JsonObject, after: JsonObject): BoundChange =>
  change(boundOf(before, UPPER, -1), boundOf(after, UPPER, -1), -1);

/** `sign` is 1 for a lower bound, which is stricter the larger it is, and -1 for an upper one. */
const boundOf = (
  schema: JsonObject,
  [plain, exclusive]: readonly [string, string],
  sign: 1 | -1,
): Bound | undefined => {
  const [at, open] = [member(schema, plain), member(schema, exclusive)];
  const inclusive = typeof at === "number" ? { at, isOpen: open === true } : undefined;
  const strict = typeof open === "number" ? { at: open, isOpen: true } : undefined;
  if (!inclusive || !strict) return inclusive ?? strict;
  return isStricter(strict, inclusive, sign) ? strict : inclusive;
};

const isStricter = (one: Bound, other: Bound, sign: 1 | -1): boolean =>
  one.at === other.at ? one.isOpen && !other.isOpen : one.at * sign > other.at * sign;

const change = (before: Bound | undefined, after: Bound | undefined, sign: 1 | -1): BoundChange => {
  if (!before || !after) return after ? "narrowed" : before ? "widened" : undefined;
  return isStricter(after, before, sign) ? "narrowed" : isStricter(before, after, sign) ? "widened" : undefined;
};

/** A count such as minLength: absent is `none`. */
export const countChange = (
  before: JsonObject,
  after: JsonObject,
  keyword: string,
  end: "least" | "most",
): BoundChange => {
  const none = end === "least" ? 0 : Number.POSITIVE_INFINITY;
  const [was, is] = [before, after].map((schema) => {
    const found = member(schema, keyword);
    return typeof found === "number" ? found : none;
  });
  if (was === undefined || is === undefined || was === is) return undefined;
  return is > was === (end === "least") ? "narrowed" : "widened";
};

/** What is a multiple of 10 is one of 5. */
export const multipleChange = (before: JsonObject, after: JsonObject): BoundChange | "undecided" => {
  const [was, is] = [member(before, "multipleOf"), member(after, "multipleOf")];
  if (was === is) return undefined;
  if (typeof was !== "number" || typeof is !== "number") return typeof is === "number" ? "narrowed" : "widened";
  if (Number.isInteger(is / was)) return "narrowed";
  return Number.isInteger(was / is) ? "widened" : "undecided";
};
