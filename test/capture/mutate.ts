import fc from "fast-check";

type Path = (string | number)[];

/** One random change somewhere in the value: a member gone, replaced, added, or an element repeated. */
export interface Change {
  readonly place: number;
  readonly kind: "delete" | "replace" | "add" | "repeat";
  readonly value: unknown;
}

const wrongValues = fc.oneof(
  fc.constantFrom(null, true, false, 0, -1, 1.5, "", "x", "complete", "http", "stdio", [], {}, [[]], ["a"], ["a", "b"]),
  fc.constantFrom(["a", "b", "c"], [1, 2], { kind: "closed", detail: "" }, { encoding: "utf8", data: "" }, 1e300),
  fc.jsonValue({ maxDepth: 1 }),
);

export const changes: fc.Arbitrary<Change[]> = fc.array(
  fc.record({
    place: fc.nat(),
    kind: fc.constantFrom("delete", "replace", "replace", "add", "repeat"),
    value: wrongValues,
  }),
  { minLength: 1, maxLength: 3 },
);

const NAMES = ["extra", "id", "kind", "exchanges", "type", "late", "raw", "trouble", "outcome", "__proto__", "closed"];

export const mutate = (original: unknown, change: Change): unknown => {
  const value: unknown = structuredClone(original);
  const places = pathsOf(value, []);
  const path = places[change.place % places.length] ?? [];
  const key = path.at(-1);
  if (key === undefined) return change.kind === "replace" ? change.value : value;
  const parent = path.slice(0, -1).reduce<unknown>((current, step) => (current as never)[step], value) as object;
  if (change.kind === "delete") {
    if (Array.isArray(parent)) parent.splice(Number(key), 1);
    else Reflect.deleteProperty(parent, key);
  } else if (change.kind === "replace") {
    define(parent, key, change.value);
  } else if (Array.isArray(parent)) {
    parent.push(change.kind === "repeat" ? structuredClone(parent[Number(key)]) : change.value);
  } else {
    define(parent, NAMES[change.place % NAMES.length] ?? "extra", change.value);
  }
  return value;
};

/** How many places there are to change. */
export const placesIn = (value: unknown): number => pathsOf(value, []).length;

const define = (parent: object, key: string | number, value: unknown): void => {
  Object.defineProperty(parent, key, { value, enumerable: true, configurable: true, writable: true });
};

/** Structure is where the shapes are; a message is one place, however deep it goes. */
const pathsOf = (value: unknown, path: Path): Path[] => {
  if (typeof value !== "object" || value === null || path.length > 7) return [path];
  return [path, ...Object.entries(value).flatMap(([key, entry]) => pathsOf(entry, [...path, key]))];
};
