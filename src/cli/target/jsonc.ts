/**
 * JSON with comments and trailing commas, as editors write it. Every value keeps its offset, so that a message
 * about its meaning can name a line too. Messages never repeat the text: configuration files hold secrets.
 */
export type JsonNode =
  | { readonly kind: "object"; readonly offset: number; readonly members: ReadonlyMap<string, JsonNode> }
  | { readonly kind: "array"; readonly offset: number; readonly items: readonly JsonNode[] }
  | { readonly kind: "string"; readonly offset: number; readonly value: string }
  | { readonly kind: "number"; readonly offset: number; readonly value: number }
  | { readonly kind: "boolean"; readonly offset: number; readonly value: boolean }
  | { readonly kind: "null"; readonly offset: number };

export class JsoncError extends Error {
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

export const parseJsonc = (text: string): JsonNode => {
  const reader = new Reader(text);
  const root = reader.readValue(0);
  reader.expectEnd();
  return root;
};

/** `line:column`, both from 1. */
export const positionOf = (text: string, offset: number): string => {
  const lines = text.slice(0, offset).split(/\r\n|\r|\n/);
  return `${lines.length}:${(lines.at(-1) ?? "").replace(/^\ufeff/, "").length + 1}`;
};

/** Configuration is shallow; a deeper file is not one, and recursion must end somewhere. */
const DEEPEST = 100;

class Reader {
  private readonly text: string;
  private at = 0;

  constructor(text: string) {
    this.text = text;
    if (text.startsWith("\ufeff")) this.at = 1;
  }

  readValue(depth: number): JsonNode {
    this.skipBlank();
    const offset = this.at;
    if (depth > DEEPEST) throw new JsoncError(`is nested deeper than ${DEEPEST} levels`, offset);
    switch (this.text[offset]) {
      case "{":
        return this.readObject(depth);
      case "[":
        return this.readArray(depth);
      case '"':
        return { kind: "string", offset, value: this.readString() };
      case undefined:
        throw new JsoncError("ends where a value should be", offset);
      default:
        return this.readScalar();
    }
  }

  expectEnd(): void {
    this.skipBlank();
    if (this.at < this.text.length) throw new JsoncError("has text after the end of the JSON value", this.at);
  }

  private readObject(depth: number): JsonNode {
    const offset = this.at++;
    const members = new Map<string, JsonNode>();
    while (!this.tryTake("}")) {
      if (this.text[this.at] !== '"') throw new JsoncError("needs a quoted member name or } here", this.at);
      const name = this.readString();
      if (!this.tryTake(":")) throw new JsoncError("needs a colon after a member name", this.at);
      members.set(name, this.readValue(depth + 1));
      this.takeSeparator("}");
    }
    return { kind: "object", offset, members };
  }

  private readArray(depth: number): JsonNode {
    const offset = this.at++;
    const items: JsonNode[] = [];
    while (!this.tryTake("]")) {
      items.push(this.readValue(depth + 1));
      this.takeSeparator("]");
    }
    return { kind: "array", offset, items };
  }

  /** A comma, or the closing bracket left in place; the comma before a bracket is the trailing one. */
  private takeSeparator(close: "}" | "]"): void {
    if (this.tryTake(",")) {
      this.skipBlank();
    } else if (this.text[this.at] !== close) {
      throw new JsoncError(`needs a comma or ${close} here`, this.at);
    }
  }

  private tryTake(char: string): boolean {
    this.skipBlank();
    if (this.text[this.at] !== char) return false;
    this.at++;
    return true;
  }

  private readString(): string {
    const start = this.at++;
    for (; this.at < this.text.length; this.at++) {
      const char = this.text[this.at] ?? "";
      if (char === '"') {
        this.at++;
        return this.decodeString(start);
      }
      if (char < " ") throw new JsoncError("has a string with a line break or control character in it", start);
      if (char === "\\") this.at++;
    }
    throw new JsoncError("has a string that is never closed", start);
  }

  private decodeString(start: number): string {
    try {
      return String(JSON.parse(this.text.slice(start, this.at)));
    } catch {
      throw new JsoncError("has a string with a bad escape (a single backslash is written \\\\)", start);
    }
  }

  private readScalar(): JsonNode {
    const offset = this.at;
    const word = /[-+.\w]*/y;
    word.lastIndex = offset;
    const text = word.exec(this.text)?.[0] ?? "";
    this.at += text.length;
    if (text === "true" || text === "false") return { kind: "boolean", offset, value: text === "true" };
    if (text === "null") return { kind: "null", offset };
    if (/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/.test(text)) {
      return { kind: "number", offset, value: Number(text) };
    }
    throw new JsoncError("needs a JSON value here", offset);
  }

  private skipBlank(): void {
    for (;;) {
      const blank = /[ \t\r\n]*/y;
      blank.lastIndex = this.at;
      this.at += blank.exec(this.text)?.[0].length ?? 0;
      if (this.text.startsWith("//", this.at)) {
        const end = /[\r\n]|$/g;
        end.lastIndex = this.at;
        this.at = end.exec(this.text)?.index ?? this.text.length;
      } else if (this.text.startsWith("/*", this.at)) {
        const close = this.text.indexOf("*/", this.at + 2);
        if (close < 0) throw new JsoncError("has a comment that is never closed", this.at);
        this.at = close + 2;
      } else {
        return;
      }
    }
  }
}
