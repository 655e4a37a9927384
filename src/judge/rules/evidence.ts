import type { DigestOf } from "../../base/digest.ts";
import { isJsonObject, type Json } from "../../base/json.ts";
import { readPointer } from "../../base/pointer.ts";
import type { RawText } from "../../base/reading.ts";
import { shorten } from "../../base/shorten.ts";
import { untrusted } from "../../base/untrusted.ts";
import type { Capture, Place } from "../../capture/capture.ts";
import type { Item } from "../core/fact.ts";
import type { VerdictEvidence } from "../core/verdict.ts";
import { exchangesById } from "../exchanges-by-id.ts";

/** Pure folders do not hash: the functions are passed in. */
export interface Digests {
  readonly value: DigestOf;
  readonly raw: (raw: RawText) => string;
}

/** Turns a place into evidence. Each value is hashed once; not at all, and its digest is null, where no digests were handed in. */
export type EvidenceAt = (place: Place & { readonly name?: string | undefined }, actual?: string) => VerdictEvidence;

export const openEvidence = (capture: Capture, digests: Digests | undefined): EvidenceAt => {
  const byId = exchangesById(capture);
  // Most rules show the same few places.
  const shown = new Map<Place["exchange"], Map<string, VerdictEvidence>>();
  const known = new Map<string, string | null>();
  const digestAt = ({ exchange, pointer }: Place): string | null => {
    if (!digests) return null;
    const key = `${typeof exchange} ${exchange} ${pointer}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const root = exchange === null ? capture : byId.get(exchange);
    const found = digest(readPointer(root, pointer), digests);
    known.set(key, found);
    return found;
  };
  const make = (
    { exchange, pointer: wanted, name }: Parameters<EvidenceAt>[0],
    actual: string | undefined,
  ): VerdictEvidence => {
    const pointer = nearest(exchange === null ? capture : byId.get(exchange), wanted);
    const evidence: Writable<VerdictEvidence> = { exchange, pointer, sha256: digestAt({ exchange, pointer }) };
    if (name !== undefined) evidence.item = untrusted(name);
    if (actual !== undefined) evidence.actual = untrusted(actual);
    return evidence;
  };
  return (place, actual) => {
    if (place.name !== undefined || actual !== undefined) return make(place, actual);
    const known = shown.get(place.exchange) ?? new Map<string, VerdictEvidence>();
    if (known.size === 0) shown.set(place.exchange, known);
    const before = known.get(place.pointer);
    if (before !== undefined) return before;
    const made = make(place, undefined);
    known.set(place.pointer, made);
    return made;
  };
};

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

/** What is missing is shown by the nearest thing around it that is there. */
const nearest = (root: unknown, pointer: string): string =>
  pointer === "" || readPointer(root, pointer) !== undefined
    ? pointer
    : nearest(root, pointer.slice(0, pointer.lastIndexOf("/")));

const digest = (value: Json | undefined, digests: Digests): string | null =>
  isRaw(value) ? digests.raw(value) : digests.value(value ?? null);

/** Bytes that were kept raw are hashed as bytes. */
const isRaw = (value: unknown): value is RawText =>
  isJsonObject(value) &&
  typeof value["data"] === "string" &&
  (value["encoding"] === "utf8" || value["encoding"] === "base64");

/** JSON text, shortened to fit a line. */
export const excerpt = (value: Json | undefined, length = 300): string =>
  value === undefined ? "nothing" : shorten(JSON.stringify(value), length);

/** A place within a value. Members that came from elsewhere in the exchange are shown there. */
export const below = (place: Place & { readonly parts?: Item["parts"] | undefined }, at: string): Place => {
  if (at === "") return { exchange: place.exchange, pointer: place.parts?.[""] ?? place.pointer };
  const [, first = "", ...rest] = at.split("/");
  const part = place.parts?.[first];
  const pointer = part === undefined ? place.pointer + at : [part, ...rest].join("/");
  return { exchange: place.exchange, pointer };
};
