import type { Item } from "../../facts/fact.ts";
import { readPointer } from "../../json/pointer.ts";
import type { Capture, Exchange, RawText } from "../../model/capture.ts";
import { isJsonObject, type Json } from "../../model/json.ts";
import type { DigestOf } from "../../model/invariants.ts";
import { untrusted } from "../../model/untrusted.ts";
import type { Place, VerdictEvidence } from "../../model/verdict.ts";

/** Hashing is no business of the pure folders: the functions are handed in. */
export interface Digests {
  readonly value: DigestOf;
  readonly raw: (raw: RawText) => string;
}

/** Turns places into evidence; what was digested once is kept. */
export type Exhibitor = (place: Place & { readonly name?: string | undefined }, actual?: string) => VerdictEvidence;

export const openExhibitor = (capture: Capture, digests: Digests): Exhibitor => {
  const byId = new Map<string | number, Exchange>();
  capture.exchanges.forEach((exchange, index) => {
    byId.set(exchange.id ?? index, exchange);
  });
  const known = new Map<string, string | null>();
  const digestAt = ({ exchange, pointer }: Place): string | null => {
    const key = `${typeof exchange} ${exchange} ${pointer}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const root = exchange === null ? capture : byId.get(exchange);
    const found = digest(readPointer(root, pointer), digests);
    known.set(key, found);
    return found;
  };
  return ({ exchange, pointer, name }, actual) => ({
    exchange,
    pointer,
    sha256: digestAt({ exchange, pointer }),
    ...(name === undefined ? {} : { item: untrusted(name) }),
    ...(actual === undefined ? {} : { actual: untrusted(actual) }),
  });
};

const digest = (value: Json | undefined, digests: Digests): string | null =>
  isRaw(value) ? digests.raw(value) : digests.value(value ?? null);

/** Bytes that were kept as they came are digested as bytes. */
const isRaw = (value: unknown): value is RawText =>
  isJsonObject(value) &&
  typeof value["data"] === "string" &&
  (value["encoding"] === "utf8" || value["encoding"] === "base64");

const LONGEST = 300;

/** JSON text, cut to what a line can hold; absent when there is nothing. */
export const excerpt = (value: Json | undefined): string => {
  if (value === undefined) return "absent";
  const text = JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
};

/** A place within a value. Members that stand elsewhere in the exchange are shown there. */
export const below = (place: Place & { readonly parts?: Item["parts"] }, at: string): Place => {
  const [, first = "", ...rest] = at.split("/");
  const part = place.parts?.[first];
  const pointer = part === undefined ? place.pointer + at : [part, ...rest].join("/");
  return { exchange: place.exchange, pointer };
};
