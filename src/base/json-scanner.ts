import { defined } from "./defined.ts";
import { toPointer } from "./pointer.ts";
import type { ReadingNote } from "./reading.ts";
import { shorten } from "./shorten.ts";

const MAX_NOTES = 50;
/** A hostile key may be megabytes long and would be repeated in every note below it; the offset is enough then. */
const MAX_POINTER = 1024;
const MAX_LITERAL_SHOWN = 64;

const NOTED = ["duplicate-key", "unsafe-number", "lone-surrogate"] as const;
type Noted = (typeof NOTED)[number];

const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** What `#string` and `#number` return when they have set `problem`; otherwise the offset after the token. */
const FAILED = -1;

/** Up to here comparing with each key beats hashing. */
const KEYS_IN_LIST = 12;

/** An array's frame has no key. */
const NO_KEY = -1;

/**
 * One pass over the text without recursion: the input may be nested millions deep, and the only stack is
 * ours and bounded by the depth limit. Nothing is allocated per character or per scalar.
 */
export class JsonScanner {
  readonly notes: ReadingNote[] = [];
  problem: ReadingNote = { kind: "not-json", offset: 0 };
  /** How the ids of a message, or of the messages of a batch, are spelled: parsing makes 1 of 1.0. */
  readonly ids: string[] = [];

  readonly #text: string;
  readonly #end: number;
  readonly #maxDepth: number;
  readonly #maxValues: number;

  // One entry per open container, in parallel arrays rather than objects: frames come and go often.
  #depth = 0;
  readonly #keyStart: number[] = [];
  readonly #keyEnd: number[] = [];
  readonly #index: number[] = [];
  /** The keys of all open objects, the innermost last; a frame's own begin at its base. */
  readonly #keys: string[] = [];
  #keyCount = 0;
  readonly #keyBase: number[] = [];
  /** Takes over from the list for an object with many keys. */
  readonly #keySet: (Set<string> | undefined)[] = [];

  // What #string saw last.
  #escaped = false;
  #lone = false;

  constructor(text: string, limits: { readonly depth: number; readonly values: number }) {
    this.#text = text;
    this.#end = text.length;
    this.#maxDepth = limits.depth;
    this.#maxValues = limits.values;
  }

  /** True when the text is one JSON value within the limits; otherwise `problem` says what is wrong and where. */
  scan(): boolean {
    let values = 0;
    let at = this.#space(0);
    for (;;) {
      if (++values > this.#maxValues) return this.#stop("too-many-values", at, `more than ${this.#maxValues} values`);
      const code = this.#code(at);
      const start = at;
      if (code === QUOTE) {
        at = this.#string(at);
        if (at === FAILED) return false;
        if (this.#lone) this.#note("lone-surrogate", start);
      } else if (code === OPEN_OBJECT || code === OPEN_ARRAY) {
        if (this.#depth >= this.#maxDepth) return this.#stop("too-deep", at, `nested deeper than ${this.#maxDepth}`);
        this.#open(code === OPEN_OBJECT);
        at = this.#space(at + 1);
        const next = this.#code(at);
        if (code === OPEN_OBJECT ? next === CLOSE_OBJECT : next === CLOSE_ARRAY) {
          this.#close();
          at++;
        } else {
          if (code === OPEN_OBJECT) {
            at = this.#key(at);
            if (at === FAILED) return false;
          }
          continue;
        }
      } else if (code === MINUS || (code >= ZERO && code <= NINE)) {
        at = this.#number(at);
        if (at === FAILED) return false;
      } else {
        const word = code === 0x74 ? "true" : code === 0x66 ? "false" : code === 0x6e ? "null" : "";
        if (word === "" || !this.#text.startsWith(word, at)) {
          this.#fail(at, "a value was expected");
          return false;
        }
        at += word.length;
      }
      if (this.#depth === 1 || this.#depth === 2) this.#noteId(start, at);
      at = this.#afterValue(at);
      if (at === FAILED) return false;
      if (this.#depth === 0) return true;
    }
  }

  /** Takes the value down if it is a scalar under the key `id`, at the top or in an element of a top-level array. */
  #noteId(start: number, end: number): void {
    const top = this.#depth - 1;
    const key = this.#keyStart[top] ?? NO_KEY;
    if (key === NO_KEY || (top === 1 && this.#keyStart[0] !== NO_KEY)) return;
    const literal = this.#text.slice(key, this.#keyEnd[top]);
    const isId = literal === '"id"' || (literal.includes("\\") && decodeString(literal) === "id");
    const first = this.#code(start);
    if (isId && first !== OPEN_OBJECT && first !== OPEN_ARRAY) this.ids.push(this.#text.slice(start, end));
  }

  /** Closes every container that ends here; returns where the next value starts, or the end of the text. */
  #afterValue(from: number): number {
    let at = this.#space(from);
    while (this.#depth > 0) {
      const top = this.#depth - 1;
      const code = this.#code(at);
      const inObject = this.#keyStart[top] !== NO_KEY;
      if (code === COMMA) {
        at = this.#space(at + 1);
        if (inObject) return this.#key(at);
        this.#index[top] = (this.#index[top] ?? 0) + 1;
        return at;
      }
      if (code !== (inObject ? CLOSE_OBJECT : CLOSE_ARRAY))
        return this.#fail(at, inObject ? '"," or "}" was expected' : '"," or "]" was expected');
      this.#close();
      at = this.#space(at + 1);
    }
    if (at < this.#end) return this.#fail(at, "text after the value");
    return at;
  }

  #open(object: boolean): void {
    const top = this.#depth++;
    this.#keyStart[top] = object ? 0 : NO_KEY;
    this.#keyEnd[top] = 0;
    this.#index[top] = 0;
    this.#keyBase[top] = this.#keyCount;
    this.#keySet[top] = undefined;
  }

  #close(): void {
    this.#keyCount = this.#keyBase[--this.#depth] ?? 0;
  }

  /** A member name and its colon; returns where the member's value starts. */
  #key(at: number): number {
    if (this.#code(at) !== QUOTE) return this.#fail(at, "a member name was expected");
    const end = this.#string(at);
    if (end === FAILED) return FAILED;
    const top = this.#depth - 1;
    this.#keyStart[top] = at;
    this.#keyEnd[top] = end;
    const key = this.#escaped ? decodeString(this.#text.slice(at, end)) : this.#text.slice(at + 1, end - 1);
    if (this.#lone) this.#note("lone-surrogate", at);
    if (!this.#remember(top, key)) this.#note("duplicate-key", at);
    const colon = this.#space(end);
    if (this.#code(colon) !== COLON) return this.#fail(colon, '":" was expected');
    return this.#space(colon + 1);
  }

  /** False when the object already has the key. Most objects are small, and a set for each would be most of the work. */
  #remember(top: number, key: string): boolean {
    let set = this.#keySet[top];
    if (set === undefined) {
      const base = this.#keyBase[top] ?? 0;
      for (let at = base; at < this.#keyCount; at++) if (this.#keys[at] === key) return false;
      if (this.#keyCount - base < KEYS_IN_LIST) {
        this.#keys[this.#keyCount++] = key;
        return true;
      }
      set = new Set(this.#keys.slice(base, this.#keyCount));
      this.#keySet[top] = set;
      this.#keyCount = base;
    }
    const before = set.size;
    return set.add(key).size !== before;
  }

  #string(start: number): number {
    const text = this.#text;
    const end = this.#end;
    this.#escaped = false;
    this.#lone = false;
    let at = start + 1;
    while (at < end) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) return at + 1;
      if (code >= 0x20 && code !== BACKSLASH && (code & 0xf800) !== 0xd800) {
        at++;
        continue;
      }
      let unit = code;
      if (code < 0x20) return this.#fail(at, "a control character in a string");
      if (code === BACKSLASH) {
        this.#escaped = true;
        const letter = this.#code(at + 1);
        if (letter !== 0x75) {
          if (!SHORT_ESCAPES.has(letter)) return this.#fail(at, "an unknown escape in a string");
          at += 2;
          continue;
        }
        unit = hexUnit(text, at + 2);
        if (unit < 0) return this.#fail(at, "a \\u escape without four hexadecimal digits");
        at += 6;
      } else {
        at++;
      }
      // A pair may be spelled half raw and half escaped; the parsed string is the same.
      if (unit >= 0xd800 && unit <= 0xdbff) {
        const width = lowSurrogateWidth(text, at);
        if (width === 0) this.#lone = true;
        else if (width === 6) this.#escaped = true;
        at += width;
      } else if (unit >= 0xdc00 && unit <= 0xdfff) {
        this.#lone = true;
      }
    }
    return this.#fail(at, "the text ends inside a string");
  }

  #number(start: number): number {
    const firstDigit = this.#code(start) === MINUS ? start + 1 : start;
    let at = this.#digits(firstDigit);
    if (at === firstDigit) return this.#noDigit(at);
    // JSON knows no leading zeros: "01" is the number 0 and then text that does not belong there.
    if (this.#code(firstDigit) === ZERO) at = firstDigit + 1;
    const integerDigits = at - firstDigit;
    let integer = true;
    let exponent = false;
    if (this.#code(at) === 0x2e) {
      integer = false;
      const from = at + 1;
      at = this.#digits(from);
      if (at === from) return this.#noDigit(at);
    }
    if ((this.#code(at) | 0x20) === 0x65) {
      exponent = true;
      const sign = this.#code(at + 1);
      const from = sign === MINUS || sign === 0x2b ? at + 2 : at + 1;
      at = this.#digits(from);
      if (at === from) return this.#noDigit(at);
    }
    // 15 digits always fit in a double; without an exponent only 309 digits can reach infinity.
    if (exponent || integerDigits > (integer ? 15 : 308)) {
      const literal = this.#text.slice(start, at);
      if (!survives(literal, integer && !exponent))
        this.#note("unsafe-number", start, shorten(literal, MAX_LITERAL_SHOWN));
    }
    return at;
  }

  #noDigit(at: number): typeof FAILED {
    return this.#fail(at, "a digit was expected");
  }

  #digits(from: number): number {
    let at = from;
    while (at < this.#end) {
      const code = this.#text.charCodeAt(at);
      if (code < ZERO || code > NINE) break;
      at++;
    }
    return at;
  }

  #space(from: number): number {
    let at = from;
    while (at < this.#end) {
      const code = this.#text.charCodeAt(at);
      if (code > 0x20 || (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09)) break;
      at++;
    }
    return at;
  }

  /** -1 behind the end: charCodeAt would answer NaN there, which costs the engine its integer fast path. */
  #code(at: number): number {
    return at < this.#end ? this.#text.charCodeAt(at) : -1;
  }

  #note(kind: Noted, offset: number, detail?: string): void {
    // The first note of each kind always finds room: a flood of one kind must not hide another.
    const unseen = NOTED.filter((one) => !this.notes.some((note) => note.kind === one));
    if (!unseen.includes(kind) && this.notes.length + unseen.length >= MAX_NOTES) return;
    this.notes.push(defined({ kind, at: this.#pointer(), offset, detail }));
  }

  /** Where the scan stands now: the path through every open container. */
  #pointer(): string | undefined {
    const path: (string | number)[] = [];
    let length = 0;
    for (let level = 0; level < this.#depth; level++) {
      const start = this.#keyStart[level] ?? NO_KEY;
      const end = this.#keyEnd[level] ?? 0;
      length += start === NO_KEY ? 2 : end - start;
      if (length > MAX_POINTER) return undefined;
      path.push(start === NO_KEY ? (this.#index[level] ?? 0) : decodeString(this.#text.slice(start, end)));
    }
    return toPointer(path);
  }

  #fail(offset: number, expected: string): typeof FAILED {
    this.#stop("not-json", offset, offset < this.#end ? expected : "the text ends too early");
    return FAILED;
  }

  #stop(kind: ReadingNote["kind"], offset: number, detail: string): false {
    this.problem = { kind, offset, detail };
    return false;
  }
}

/** Only for a string literal that the scan has already found valid. */
const decodeString = (literal: string): string => String(JSON.parse(literal));

const SHORT_ESCAPES = new Set(Array.from('"\\/bfnrt', (letter) => letter.charCodeAt(0)));

/** The code unit of four hexadecimal digits, or -1. */
const hexUnit = (text: string, at: number): number => {
  if (at + 4 > text.length) return -1;
  let unit = 0;
  for (let i = at; i < at + 4; i++) {
    const code = text.charCodeAt(i);
    const letter = code | 0x20;
    if (code >= ZERO && code <= NINE) unit = unit * 16 + code - ZERO;
    else if (letter >= 0x61 && letter <= 0x66) unit = unit * 16 + letter - 0x57;
    else return -1;
  }
  return unit;
};

/** How many characters the low surrogate at `at` takes: 1 raw, 6 escaped, 0 when there is none. */
const lowSurrogateWidth = (text: string, at: number): 0 | 1 | 6 => {
  const code = text.charCodeAt(at);
  if (code >= 0xdc00 && code <= 0xdfff) return 1;
  if (code !== BACKSLASH || text.charCodeAt(at + 1) !== 0x75) return 0;
  const unit = hexUnit(text, at + 2);
  return unit >= 0xdc00 && unit <= 0xdfff ? 6 : 0;
};

/** False when the double is not what was written: infinity, or an integer that was rounded. */
const survives = (literal: string, integer: boolean): boolean => {
  const value = Number(literal);
  if (!Number.isFinite(value)) return false;
  if (!integer || Number.isSafeInteger(value)) return true;
  // The same digits come back, or (1000000000000000000000 comes back as 1e+21) at least the same number. A finite
  // literal has at most 309 digits, so BigInt stays cheap.
  return String(value) === literal || BigInt(literal) === BigInt(value);
};
