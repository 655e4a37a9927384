import { readGuardedJson } from "../json/guarded-json.ts";
import { readStrictJson } from "../json/strict-json.ts";
import type { Json } from "../model/json.ts";
import { CaptureError } from "./capture-error.ts";
import type { Shape } from "./shape.ts";

/** The wire lets messages through up to 1000 deep, if told so; the rest is room for the capture around them. */
const DEPTH = 1_024;

/** The text is no JSON at all, as a line is that was cut while it was written. */
export class NotJsonError extends CaptureError {}

/**
 * Parses one JSON text, with file, line and column in the complaint. `line` is where the text starts in the file. With
 * the number of member names in the text the quick reader goes first.
 */
export const parseStrict = (text: string, file: string, line: number, names?: number): Json => {
  const certain = names === undefined ? undefined : readGuardedJson(text, names, DEPTH);
  if (certain !== undefined) return certain;
  const reading = readStrictJson(text, { depth: DEPTH, values: Number.POSITIVE_INFINITY });
  if (!reading.ok) {
    const where = `${file}:${line + reading.line - 1}:${reading.column}`;
    const { kind, detail } = reading.problem;
    if (kind === "too-deep") throw new CaptureError(`${where}: nested deeper than ${DEPTH} levels`);
    throw new NotJsonError(`${where}: not valid JSON${detail === undefined ? "" : ` (${detail})`}`);
  }
  const duplicate = reading.notes.find((entry) => entry.kind === "duplicate-key");
  if (duplicate) {
    const where = `${file}:${placeOf(text, duplicate.offset ?? 0, line)}`;
    const what = duplicate.at === undefined ? "duplicate key" : `duplicate key at ${duplicate.at}`;
    throw new CaptureError(`${where}: ${what}; keep one of the two`);
  }
  return reading.value;
};

/** Line and column of an offset, counted as the JSON reader counts them. */
const placeOf = (text: string, offset: number, firstLine: number): string => {
  const before = text.slice(0, offset).split(/\r\n|\r|\n/);
  return `${firstLine + before.length - 1}:${(before.at(-1) ?? "").length + 1}`;
};

export const checkShape = (shape: Shape, value: Json, file: string, at: string): void => {
  const found = shape(value);
  if (!found) return;
  throw new CaptureError(`${file}: at ${`${at}${found.pointer}` || "the top"}: expected ${found.expected}`);
};
