/** Why a pattern is not read; never leaves the parser. */
export class PatternRefused extends Error {}

/** A pattern's characters, one code point at a time. */
export class PatternReader {
  readonly #chars: readonly string[];
  #at = 0;

  constructor(pattern: string) {
    this.#chars = Array.from(pattern);
  }

  get atEnd(): boolean {
    return this.#at >= this.#chars.length;
  }

  peek(ahead = 0): string | undefined {
    return this.#chars[this.#at + ahead];
  }

  next(): string {
    const char = this.#chars[this.#at];
    if (char === undefined) throw new PatternRefused("ends too early");
    this.#at += 1;
    return char;
  }

  skip(char: string): boolean {
    if (this.#chars[this.#at] !== char) return false;
    this.#at += 1;
    return true;
  }

  /** Reads exactly so many hexadecimal digits, or nothing. */
  readHex(digits: number): number | undefined {
    const text = this.#chars.slice(this.#at, this.#at + digits).join("");
    if (text.length !== digits || !/^[0-9A-Fa-f]+$/.test(text)) return undefined;
    this.#at += digits;
    return Number.parseInt(text, 16);
  }

  /** Reads what stands in braces, up to a length; nothing when the braces do not close. */
  readBraced(maxLength: number): string | undefined {
    if (this.#chars[this.#at] !== "{") return undefined;
    const close = this.#chars.indexOf("}", this.#at);
    if (close === -1 || close - this.#at - 1 > maxLength) return undefined;
    const text = this.#chars.slice(this.#at + 1, close).join("");
    this.#at = close + 1;
    return text;
  }

  /** Reads `{n}`, `{n,}` or `{n,m}`; a brace that is no count is left alone. */
  readBraces(): { min: string; max: string | undefined } | undefined {
    const before = this.#at;
    const found = /^([0-9]+)(?:,([0-9]*))?$/.exec(this.readBraced(40) ?? "");
    if (found?.[1] !== undefined) return { min: found[1], max: found[2] };
    this.#at = before;
    return undefined;
  }
}
