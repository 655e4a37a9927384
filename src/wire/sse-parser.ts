import { defined } from "../base/defined.ts";
import { GrowingBytes } from "./growing-bytes.ts";

export type SseItem =
  /** `hasData` is false for a block of fields without a data line, which a browser would not dispatch. */
  | { readonly kind: "event"; readonly data: Uint8Array; readonly fields: SseFields; readonly hasData: boolean }
  | { readonly kind: "overflow"; readonly limit: "sseLineBytes" | "sseEventBytes" | "sseEvents" };

export type LineEnding = "lf" | "crlf" | "cr";

export interface SseStats {
  readonly events: number;
  readonly comments: number;
  /** In the order first seen. */
  readonly lineEndings: LineEnding[];
  readonly byteOrderMark: boolean;
  readonly lastEventId?: string;
  readonly retryMs?: number;
  /** Lines a reader has to ignore: unknown field names, an id with NUL, a retry that is no number. */
  readonly oddLines: number;
  /** The first of those lines, each with LF. */
  readonly oddText?: Uint8Array;
}

const LF = 0x0a;
const CR = 0x0d;
const COLON = 0x3a;
const SPACE = 0x20;
/** An id comes back to the server in a header; a longer one is recorded with its event but never sent. */
const MAX_LAST_EVENT_ID = 4096;
/** Of lines that a reader ignores, enough is kept to see what they were meant to be. */
const MAX_ODD_TEXT = 4096;

// As the standard decodes field values; a BOM is only special at the start of the stream.
const lenient = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * The event stream of the HTML standard, over bytes: invalid UTF-8 in data stays visible, and every chunking
 * of a stream gives the same items. An event is complete at its blank line and not before.
 */
export class SseParser {
  readonly #limits: { readonly lineBytes: number; readonly eventBytes: number; readonly events: number };
  readonly #line = new GrowingBytes();
  /** The lines of the event so far, each with LF, without comments: what `end` hands out. */
  readonly #block = new GrowingBytes();
  readonly #data = new GrowingBytes();
  #hasData = false;
  #fields: { event?: string; id?: string; retry?: number } = {};
  #hasFields = false;
  #firstLine = true;
  #afterCr = false;
  #overflowed = false;

  #events = 0;
  #comments = 0;
  #oddLines = 0;
  readonly #oddText = new GrowingBytes();
  #byteOrderMark = false;
  #lastEventId: string | undefined;
  #retryMs: number | undefined;
  readonly #lineEndings = new Set<LineEnding>();

  constructor(limits: { readonly lineBytes: number; readonly eventBytes: number; readonly events: number }) {
    this.#limits = limits;
  }

  get stats(): SseStats {
    return defined({
      events: this.#events,
      comments: this.#comments,
      lineEndings: [...this.#lineEndings],
      byteOrderMark: this.#byteOrderMark,
      lastEventId: this.#lastEventId,
      retryMs: this.#retryMs,
      oddLines: this.#oddLines,
      oddText: this.#oddText.length > 0 ? this.#oddText.copy() : undefined,
    });
  }

  push(chunk: Uint8Array): SseItem[] {
    const items: SseItem[] = [];
    if (this.#overflowed) return items;
    let start = 0;
    while (start < chunk.length) {
      if (this.#afterCr) {
        this.#afterCr = false;
        const crlf = chunk[start] === LF;
        this.#lineEndings.add(crlf ? "crlf" : "cr");
        if (crlf) start++;
      }
      const end = lineEnd(chunk, start);
      if (end === chunk.length) {
        if (this.#fits(chunk, start, end, items)) this.#line.append(chunk, start, end);
        break;
      }
      this.#endLine(chunk, start, end, items);
      if (this.#overflowed) break;
      // Whether LF follows a CR is only known with the next byte; waiting for it would hold a live event back.
      if (chunk[end] === CR) this.#afterCr = true;
      else this.#lineEndings.add("lf");
      start = end + 1;
    }
    return items;
  }

  /** The standard discards an event without its blank line; its lines are returned so that they can be kept. */
  end(): Uint8Array | undefined {
    if (this.#afterCr) this.#lineEndings.add("cr");
    this.#afterCr = false;
    const rest = this.#withoutMark(this.#line.view());
    if (rest[0] !== COLON) this.#block.append(rest);
    const unfinished = this.#block.length > 0 ? this.#block.copy() : undefined;
    this.#line.clear();
    this.#reset();
    return unfinished;
  }

  #endLine(chunk: Uint8Array, start: number, end: number, items: SseItem[]): void {
    if (!this.#fits(chunk, start, end, items)) return;
    if (this.#line.length === 0) {
      this.#readLine(this.#withoutMark(chunk.subarray(start, end)), items);
    } else {
      this.#line.append(chunk, start, end);
      this.#readLine(this.#withoutMark(this.#line.view()), items);
      this.#line.clear();
    }
    this.#firstLine = false;
  }

  /** Asked before anything is kept, so that an endless line costs no more than the limit. */
  #fits(chunk: Uint8Array, start: number, end: number, items: SseItem[]): boolean {
    const room = this.#limits.lineBytes - this.#line.length;
    if (end - start <= room) return true;
    this.#line.append(chunk, start, start + room);
    this.#overflow("sseLineBytes", items);
    return false;
  }

  #withoutMark(line: Uint8Array): Uint8Array {
    if (!this.#firstLine || line[0] !== 0xef || line[1] !== 0xbb || line[2] !== 0xbf) return line;
    this.#byteOrderMark = true;
    return line.subarray(3);
  }

  #readLine(line: Uint8Array, items: SseItem[]): void {
    if (line.length === 0) {
      this.#dispatch(items);
      return;
    }
    if (line[0] === COLON) {
      this.#comments++;
      return;
    }
    if (this.#block.length + line.length + 1 > this.#limits.eventBytes) {
      this.#overflow("sseEventBytes", items);
      return;
    }
    this.#block.append(line);
    this.#block.appendByte(LF);
    const colon = line.indexOf(COLON);
    const nameEnd = colon < 0 ? line.length : colon;
    let value = nameEnd;
    if (colon >= 0) value = line[colon + 1] === SPACE ? colon + 2 : colon + 1;
    if (!this.#readField(line, nameEnd, line.subarray(value))) this.#keepOdd(line);
  }

  #keepOdd(line: Uint8Array): void {
    this.#oddLines++;
    const room = MAX_ODD_TEXT - this.#oddText.length;
    if (room <= 0) return;
    this.#oddText.append(line, 0, Math.min(line.length, room));
    this.#oddText.appendByte(LF);
  }

  /** False when the standard says to ignore the line. */
  #readField(line: Uint8Array, nameEnd: number, value: Uint8Array): boolean {
    if (isName(line, nameEnd, "data")) {
      if (this.#hasData) this.#data.appendByte(LF);
      this.#data.append(value);
      this.#hasData = true;
    } else if (isName(line, nameEnd, "event")) {
      this.#fields.event = lenient.decode(value);
    } else if (isName(line, nameEnd, "id")) {
      if (value.includes(0)) return false;
      this.#fields.id = lenient.decode(value);
    } else if (isName(line, nameEnd, "retry")) {
      const digits = lenient.decode(value);
      if (!/^[0-9]+$/.test(digits)) return false;
      // Anything may be asked for; the number only has to stay one that JSON can carry.
      this.#fields.retry = Math.min(Number(digits), Number.MAX_SAFE_INTEGER);
      this.#retryMs = this.#fields.retry;
    } else {
      return false;
    }
    this.#hasFields = true;
    return true;
  }

  #dispatch(items: SseItem[]): void {
    if (this.#hasFields) {
      if (this.#events >= this.#limits.events) {
        this.#overflow("sseEvents", items);
        return;
      }
      this.#events++;
      const id = this.#fields.id;
      if (id !== undefined && id.length <= MAX_LAST_EVENT_ID) this.#lastEventId = id;
      items.push({ kind: "event", data: this.#data.copy(), fields: this.#fields, hasData: this.#hasData });
    }
    this.#reset();
  }

  #reset(): void {
    this.#block.clear();
    this.#data.clear();
    this.#hasData = false;
    this.#fields = {};
    this.#hasFields = false;
  }

  #overflow(limit: "sseLineBytes" | "sseEventBytes" | "sseEvents", items: SseItem[]): void {
    this.#overflowed = true;
    items.push({ kind: "overflow", limit });
  }
}

/** The next CR or LF, or the end of the chunk. */
const lineEnd = (chunk: Uint8Array, from: number): number => {
  let at = from;
  while (at < chunk.length && chunk[at] !== LF && chunk[at] !== CR) at++;
  return at;
};

const isName = (line: Uint8Array, end: number, name: string): boolean => {
  if (end !== name.length) return false;
  for (let at = 0; at < end; at++) if (line[at] !== name.charCodeAt(at)) return false;
  return true;
};

/** The fields of the SSE event that carried a message, as far as they were given. */
export interface SseFields {
  readonly event?: string;
  readonly id?: string;
  readonly retry?: number;
}
