import { readStrictJson } from "../json/strict-json.ts";
import type { Json } from "../model/json.ts";
import { CaptureError } from "./capture-error.ts";
import type { Shape } from "./shape.ts";

/** Deeper than any message the wire lets through, with room for the capture around it. */
const DEPTH = 192;

/** Parses one JSON text, with file, line and column in the complaint. `line` is where the text starts in the file. */
export const parseStrict = (text: string, file: string, line: number): Json => {
  const reading = readStrictJson(text, { depth: DEPTH, values: Number.POSITIVE_INFINITY });
  if (!reading.ok) {
    const where = `${file}:${line + reading.line - 1}:${reading.column}`;
    throw new CaptureError(`${where}: ${problemText(reading.problem.kind, reading.problem.detail)}`);
  }
  const duplicate = reading.notes.find((entry) => entry.kind === "duplicate-key");
  if (duplicate) throw new CaptureError(`${file}:${line}: duplicate key at ${duplicate.at ?? "/"}; keep one of the two`);
  return reading.value;
};

const problemText = (kind: string, detail: string | undefined): string => {
  if (kind === "too-deep") return `nested deeper than ${DEPTH} levels`;
  return `not valid JSON${detail === undefined ? "" : ` (${detail})`}`;
};

export const checkShape = (shape: Shape, value: Json, file: string, at: string): void => {
  const found = shape(value, []);
  if (found) throw new CaptureError(`${file}: at ${at}${found.pointer || (at === "" ? "the top" : "")}: expected ${found.expected}`);
};
