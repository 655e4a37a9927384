/** Bytes as text when they are valid UTF-8, else base64. */
export interface RawText {
  readonly encoding: "utf8" | "base64";
  readonly data: string;
  /** Full length when `data` was cut. */
  readonly cut_from?: number;
}

/** What a strict reading of a message's bytes noticed and the parsed form would lose. */
export interface ReadingNote {
  readonly kind:
    | "duplicate-key"
    | "unsafe-number"
    | "lone-surrogate"
    | "invalid-utf8"
    | "byte-order-mark"
    | "not-json"
    | "too-deep"
    | "too-many-values"
    | "carriage-return"
    | "incomplete-line"
    | "empty-line";
  /** JSON Pointer of the member concerned, where there is one. */
  readonly at?: string;
  /** Byte or character offset, where known. */
  readonly offset?: number;
  readonly detail?: string;
}
