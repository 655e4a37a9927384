import { readGuardedJson } from "../base/guarded-json.ts";
import type { Json } from "../base/json.ts";
import type { Shape } from "../base/shape.ts";
import { position, readStrictJson } from "../base/strict-json.ts";
import { CaptureError } from "./capture-error.ts";

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
    const at = position(text, duplicate.offset ?? 0);
    const where = `${file}:${line + at.line - 1}:${at.column}`;
    const what = duplicate.at === undefined ? "duplicate key" : `duplicate key at ${duplicate.at}`;
    throw new CaptureError(`${where}: ${what}; keep one of the two`);
  }
  return reading.value;
};

export const assertShape = (shape: Shape, value: Json, file: string, at: string): void => {
  const found = shape(value);
  if (!found) return;
  throw new CaptureError(`${file}: at ${`${at}${found.pointer}` || "the top"}: expected ${found.expected}`);
};
