import { countNamesIn } from "../base/guarded-json.ts";
import { type Json, type JsonObject, member } from "../base/json.ts";
import { readStrictJson } from "../base/strict-json.ts";
import type { Capture } from "./capture.ts";
import { CaptureError } from "./capture-error.ts";
import { captureShape } from "./capture-shape.ts";
import { assertShape, parseStrict } from "./parse-strict.ts";
import { readJsonLines } from "./read-json-lines.ts";

/** A file is one session, or an array of sessions: several servers behind one client. */
export interface CaptureFile {
  readonly sessions: readonly Capture[];
  readonly composition: boolean;
}

/**
 * Reads a capture in any of its forms: one object, an array of objects, or JSON Lines. Duplicate keys are refused,
 * not merged: two readers would disagree about what was said. Throws CaptureError with one line that says where.
 */
export const readCaptures = (content: string, file: string): CaptureFile => {
  // Editors on Windows put a byte order mark in front; RFC 8259 lets a reader ignore it.
  const text = content.startsWith("\u{feff}") ? content.slice(1) : content;
  if (/^\s*$/.test(text))
    throw new CaptureError(`${file}: the file is empty; a capture is a JSON object with server_label and exchanges`);
  if (startsWithHeader(text)) return { sessions: [readJsonLines(text, file)], composition: false };
  const value = parseStrict(text, file, 1, countNamesIn(text));
  if (!Array.isArray(value)) return { sessions: [toCapture(value, file, "")], composition: false };
  if (value.length === 0) throw new CaptureError(`${file}: the array is empty; give at least one session object`);
  return { sessions: value.map((entry, index) => toCapture(entry, file, `/${index}`)), composition: true };
};

/**
 * A capture that mcptest wrote as one object and kept under its digest. It has no name twice, because what wrote it cannot; so nobody
 * counts them, which takes half as long again as parsing.
 */
export const readStoredCapture = (text: string): Capture => toCapture(JSON.parse(text) as Json, "capture", "");

/** What this process has just recorded, as its file would be read. A recording holds nothing that JSON would change. */
export const ownCapture = (said: Capture): Capture => ({
  ...said,
  server_capabilities: said.server_capabilities ?? null,
});

const toCapture = (value: Json, file: string, at: string): Capture => {
  assertShape(captureShape, value, file, at);
  const session = value as JsonObject & { exchanges: Json };
  // The founding form leaves the capabilities out when no handshake was completed.
  return { ...session, server_capabilities: session["server_capabilities"] ?? null } as unknown as Capture;
};

/** Only JSON Lines begin with a whole object of type header on the first line. What else is wrong with it, its reader says. */
export const startsWithHeader = (text: string): boolean => {
  const [first = ""] = text.split("\n", 1);
  if (!/"type"\s*:\s*"header"/.test(first)) return false;
  const reading = readStrictJson(first, NO_LIMITS);
  return reading.ok && member(reading.value, "type") === "header";
};

const NO_LIMITS = { depth: Number.POSITIVE_INFINITY, values: Number.POSITIVE_INFINITY };
