import type { Json } from "./json.ts";
import { JsonScanner } from "./json-scanner.ts";
import type { ReadingNote } from "./reading.ts";

export interface JsonLimits {
  /** Containers inside each other; a bare scalar has depth 0. */
  readonly depth: number;
  /** Every scalar, array and object; member names are not counted. */
  readonly values: number;
}

export type StrictReading =
  /** `ids` are the spellings of the ids: a JSON-RPC id has to come back as it was sent. */
  | { readonly ok: true; readonly value: Json; readonly notes: ReadingNote[]; readonly ids: readonly string[] }
  /** `problem.kind` is not-json, too-deep or too-many-values; line and column count from 1. */
  | { readonly ok: false; readonly problem: ReadingNote; readonly line: number; readonly column: number };

/**
 * Accepts what `JSON.parse` accepts, and says what that would hide: duplicate keys, numbers that do not
 * survive, lone surrogates. The scan comes first because `JSON.parse` happily builds a value so deep that
 * every later walk over it overflows the stack.
 */
export const readStrictJson = (text: string, limits: JsonLimits): StrictReading => {
  const scanner = new JsonScanner(text, limits);
  if (!scanner.scan()) return { ok: false, problem: scanner.problem, ...position(text, scanner.problem.offset ?? 0) };
  try {
    return { ok: true, value: JSON.parse(text) as Json, notes: scanner.notes, ids: scanner.ids };
  } catch {
    // Not reached while scanner and engine agree, which a differential test asserts; never a throw in any case.
    return { ok: false, problem: { kind: "not-json", offset: 0, detail: "refused by JSON.parse" }, line: 1, column: 1 };
  }
};

/** Counted only for a failure. A line ends with LF, CR or both; columns are UTF-16 code units. */
export const position = (text: string, offset: number): { line: number; column: number } => {
  let line = 1;
  let start = 0;
  for (let at = 0; at < offset; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x0a || (code === 0x0d && text.charCodeAt(at + 1) !== 0x0a)) {
      line++;
      start = at + 1;
    }
  }
  return { line, column: offset - start + 1 };
};
