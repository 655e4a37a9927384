// Changes JSON as a hostile author would: it stays JSON, and most of it stays what it was.

import type { Json, JsonObject } from "../../src/base/json.ts";
import type { Random } from "./random.ts";

/** Values that trouble programs which expect another one. */
const ODD: readonly Json[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  1.5,
  2 ** 53,
  1e308,
  -32_601,
  "",
  " ",
  "0",
  "null",
  "__proto__",
  "constructor",
  "toString",
  "\u{202e}\u{200b}\u{e0041}",
  "\x1b[2J\r::error::x\n##vso[task]x",
  "\u{d800}",
  "\0",
  "../../etc/passwd",
  "file:///etc/passwd",
  "http://127.0.0.1:1/",
  "javascript:alert(1)",
  "{{7*7}}$" + "{7*7}",
  "2026-07-28",
  "9999-99-99",
  "notifications/message",
  "(a+)+$",
  "%F0%9F%92%A9%",
  [],
  [[]],
  {},
  { "": null },
  { $ref: "#" },
  { toJSON: 1 },
  { length: -1 },
  { type: "object", properties: { a: { $ref: "#" } }, required: ["a"] },
  { anyOf: [{ $ref: "#/anyOf/0" }] },
  { type: ["string", "null", "nonsense"], pattern: "(a+)+$", minLength: 3, maxLength: 2 },
  { jsonrpc: "2.0", id: 1, result: {} },
  { code: "x", message: {} },
];

const KEYS: readonly string[] = [
  "__proto__",
  "constructor",
  "prototype",
  "hasOwnProperty",
  "toJSON",
  "length",
  "",
  "$ref",
  "$defs",
  "id",
  "result",
  "error",
  "params",
  "jsonrpc",
  "method",
  "name",
  "type",
  "properties",
  "_meta",
  "nextCursor",
  "content",
  "structuredContent",
  "\u{0000}",
  "\u{202e}",
];

export const oddValue = (random: Random): Json => {
  if (random.once(12)) return "x".repeat(1 + random.below(70_000));
  if (random.once(12)) return nested(1 + random.below(200));
  if (random.once(12)) return Array.from({ length: random.below(2_000) }, () => structuredClone(random.pick(ODD)));
  return structuredClone(random.pick(ODD));
};

const nested = (depth: number): Json => {
  let value: Json = 0;
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
};

/** Everything in a value that can be changed: the holder, and the key under which it stands. */
type Spot = readonly [holder: Json[] | JsonObject, key: string | number];

const MOST_SPOTS = 20_000;

const spotsIn = (root: Json): Spot[] => {
  const spots: Spot[] = [];
  const open: Json[] = [root];
  while (open.length > 0 && spots.length < MOST_SPOTS) {
    const value = open.pop();
    if (typeof value !== "object" || value === null) continue;
    for (const key of Array.isArray(value) ? value.keys() : Object.keys(value)) {
      spots.push([value as Json[] | JsonObject, key]);
      open.push((value as JsonObject)[key as string] as Json);
    }
  }
  return spots;
};

const at = ([holder, key]: Spot): Json => (holder as JsonObject)[key as string] as Json;

/** An own member, also where the key is `__proto__`. */
const put = ([holder, key]: Spot, value: Json): void =>
  void Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true });

type Change = (spot: Spot, random: Random, spots: readonly Spot[], donor: readonly Spot[]) => void;

const CHANGES: readonly Change[] = [
  (spot, random) => put(spot, oddValue(random)),
  (spot, random) => put(spot, oddValue(random)),
  ([holder, key]) => void (Array.isArray(holder) ? holder.splice(Number(key), 1) : delete holder[key as string]),
  // Something of the same value, where it does not belong.
  (spot, random, spots) => put(spot, structuredClone(at(random.pick(spots)))),
  (spot, random, _spots, donor) => donor.length > 0 && put(spot, structuredClone(at(random.pick(donor)))),
  ([holder, key], random) =>
    put([holder, Array.isArray(holder) ? holder.length : random.pick(KEYS)], structuredClone(at([holder, key]))),
  (spot, random) => put(spot, Array.isArray(at(spot)) ? { 0: at(spot) } : [at(spot), oddValue(random)]),
  (spot, random) => {
    const value = at(spot);
    if (typeof value === "string") put(spot, changeText(value, random));
    else if (typeof value === "number") put(spot, value + random.pick([1, -1, 0.5, 2 ** 31, -(2 ** 31)]));
    else put(spot, JSON.stringify(value));
  },
  ([holder, key], random) => {
    if (!Array.isArray(holder))
      return put([holder, `${key}${random.pick(["", " ", "_", "\u{301}", "S"])}`], structuredClone(at([holder, key])));
    const copies = Math.min(500, random.below(50));
    for (let copy = 0; copy < copies; copy += 1) holder.push(structuredClone(at([holder, key])));
  },
];

export const changeText = (text: string, random: Random): string => {
  const cut = random.below(text.length + 1);
  switch (random.below(6)) {
    case 0:
      return text.slice(0, cut);
    case 1:
      return text.slice(cut) + text.slice(0, cut);
    case 2:
      return text + text;
    case 3:
      return text.toUpperCase();
    case 4:
      return `${text.slice(0, cut)}${String(random.pick(ODD))}${text.slice(cut)}`;
    default:
      return `${text.slice(0, cut)}${String.fromCharCode(random.below(0x1_0000))}${text.slice(cut + 1)}`;
  }
};

/** A copy with one to four changes; `donor` is another value of the same kind, to take parts from. */
export const mutateJson = (value: Json, random: Random, donor?: Json): Json => {
  const box = [structuredClone(value)];
  const parts = donor === undefined ? [] : spotsIn([donor]);
  const changes = 1 + random.below(4);
  for (let change = 0; change < changes; change += 1) {
    const spots = spotsIn(box);
    if (spots.length === 0) break;
    // Near the root as often as among the many leaves.
    const spot = random.once(2) ? random.pick(spots) : random.pick(spots.slice(0, 40));
    random.pick(CHANGES)(spot, random, spots, parts);
  }
  return box[0] ?? null;
};
