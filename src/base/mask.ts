import { isJsonObject, type Json, type JsonObject } from "./json.ts";

/** What a user wants replaced besides what changes from run to run by its nature. */
export interface Masks {
  /** Paths of members, from the value that is masked; `*` stands for every element or member. */
  readonly paths?: readonly (readonly string[])[];
  /** Replaces parts of texts, such as the matches of a pattern. */
  readonly text?: (text: string) => string;
}

/** What stands in the place of a masked value. */
export const MASK = { uuid: "<uuid>", time: "<time>", id: "<id>", masked: "<masked>" } as const;

/**
 * An answer in the form that is kept and compared: members sorted, what changes from run to run by its nature (ids, times,
 * UUIDs) and what the user names replaced. A text that is JSON itself, as servers repeat their structured content, is shown
 * as that JSON under `json`: spacing is no difference, and what is masked outside is masked inside.
 */
export const maskedJson = (value: Json, { paths = [], text }: Masks = {}): Json => maskAt(value, "", paths, text);

type Paths = readonly (readonly string[])[];

const maskAt = (value: Json, name: string, paths: Paths, text: Masks["text"]): Json => {
  if (paths.some((path) => path.length === 0)) return MASK.masked;
  if (typeof value === "string") return maskText(value, name, text);
  if (typeof value === "number") return maskNumber(value, name);
  if (Array.isArray(value))
    return value.map((entry, index) => maskAt(entry, name, stepInto(paths, String(index)), text));
  return isJsonObject(value) ? maskObject(value, paths, text) : value;
};

/** By entries: a server chooses the names, and one may be __proto__. */
const maskObject = (value: JsonObject, paths: Paths, text: Masks["text"]): JsonObject =>
  Object.fromEntries(
    Object.entries(value)
      .map(([key, entry]): [string, Json] => {
        const below = stepInto(paths, key);
        const inner = key === "text" && value["type"] === "text" && typeof entry === "string" && jsonIn(entry);
        return inner && !below.some((path) => path.length === 0)
          ? ["json", maskAt(inner, "", [...below, ...stepInto(paths, "json")], text)]
          : [key, maskAt(entry, key, below, text)];
      })
      .sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0)),
  );

const stepInto = (paths: Paths, step: string): Paths =>
  paths.flatMap(([first, ...rest]) => (first === step || first === "*" ? [rest] : []));

/** An object or array that a text spells out; anything else is a text like any other. */
const jsonIn = (text: string): Json[] | JsonObject | undefined => {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    const value = JSON.parse(text) as Json;
    return Array.isArray(value) || isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

const UUID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi;

// A plain date stays: versions of the protocol look like one, and so does much that never changes.
const TIMES: readonly RegExp[] = [
  // 2026-07-28T10:11:12.345Z, 2026-07-28 10:11:12+02:00
  /\b\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?:\s?(?:Z|UTC|[+-]\d{2}:?\d{2}))?/g,
  // Tue, 28 Jul 2026 10:11:12 GMT
  /\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d{2}:\d{2}:\d{2} (?:GMT|UTC|[+-]\d{4})/g,
  // Tue Jul 28 2026 10:11:12 GMT+0200 (Central European Summer Time), Tue Jul 28 10:11:12 2026
  /\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) [ \d]\d (?:\d{4} \d{2}:\d{2}:\d{2}(?: (?:GMT|UTC)(?:[+-]\d{4})?(?: \([^)\n]{1,60}\))?)?|\d{2}:\d{2}:\d{2} \d{4})/g,
  // 7/28/2026, 10:11:12 AM, also without the date. Without AM or PM it may be a duration, without seconds an opening time.
  /(?:\b\d{1,2}\/\d{1,2}\/\d{4},? )?\b\d{1,2}:\d{2}:\d{2}\s?[AP]M\b/g,
];

const maskText = (text: string, name: string, own: Masks["text"]): string => {
  const shown = own ? own(text) : text;
  if (namesId(name) && ID_TEXT.test(shown)) return UUID_ALONE.test(shown) ? MASK.uuid : MASK.id;
  return name === "blob" ? maskBlob(shown, own) : maskWords(shown);
};

const maskWords = (text: string): string =>
  TIMES.reduce((masked, pattern) => masked.replace(pattern, MASK.time), text.replace(UUID, MASK.uuid));

/** A text in Base64 is shown as that text where something in it is masked; every other blob stays as it is. */
const maskBlob = (blob: string, own: Masks["text"]): string => {
  const text = textIn(blob);
  if (text === undefined) return blob;
  const masked = maskWords(own ? own(text) : text);
  return masked === text ? blob : `base64 of: ${masked}`;
};

const LONGEST_BLOB = 100_000;

const textIn = (blob: string): string | undefined => {
  if (blob.length > LONGEST_BLOB) return undefined;
  try {
    const bytes = Uint8Array.from(atob(blob), (char) => char.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
};

const maskNumber = (value: number, name: string): number | string => {
  if (namesId(name)) return MASK.id;
  return namesTime(name) && isCalendarTime(value) ? MASK.time : value;
};

const UUID_ALONE = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A word with a digit in it: `note-17`, `01J9Z…`, a hash. `admin` and a sentence stay. */
const ID_TEXT = /^(?=[^\s]*\d)[^\s<>]{1,200}$/;

/** `id`, `taskId`, `request_id`, `uuid`; not `valid`, `uri` or `name`. */
const namesId = (name: string): boolean => /^(?:_?id|u?uid|guid|uuid)$/i.test(name) || /(?:Id|ID|[_-]id)$/.test(name);

/** `createdAt`, `updated_at`, `timestamp`, `lastModified`, `expires`. */
const namesTime = (name: string): boolean =>
  /(?:At|[_-]at)$/.test(name) || /(?:time|timestamp|date|modified|created|updated|expires|expiry)$/i.test(name);

/** Seconds, milliseconds, microseconds or nanoseconds of this century: a duration or a count is far from them. */
const isCalendarTime = (value: number): boolean =>
  [1, 1e3, 1e6, 1e9].some((unit) => value >= 946_684_800 * unit && value < 4_102_444_800 * unit);
