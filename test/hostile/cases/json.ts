import { expect } from "vitest";
import type { ReadingNote } from "../../../src/base/reading.ts";
import type { Capture } from "../../../src/capture/capture.ts";
import { exchangeOf, messages } from "../case.ts";

/** What must be seen of a payload, over whichever transport it came. */
export interface JsonCase {
  readonly id: string;
  readonly note?: ReadingNote["kind"];
  /** Whether it counts as the answer where answers are matched by id. */
  readonly answers: boolean;
  readonly also?: (capture: Capture) => void;
}

const everything = (capture: Capture): string => JSON.stringify([capture.exchanges, capture.unsolicited]);

const holds =
  (...texts: readonly string[]) =>
  (capture: Capture): void => {
    for (const text of texts) expect(everything(capture)).toContain(text);
  };

/** The bytes themselves are in the capture, because the parsed form would lose something. */
const keepsRaw = (capture: Capture): void => {
  const { response_raw } = exchangeOf(capture, "initialize");
  expect(response_raw ?? messages(capture).find(({ raw }) => raw)?.raw).toBeDefined();
};

const unpolluted = (capture: Capture): void => {
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  holds('"__proto__":{"polluted":true,"__proto__"', '"hasOwnProperty":2')(capture);
};

export const JSON_CASES: readonly JsonCase[] = [
  { id: "F01 open", note: "too-deep", answers: false },
  { id: "F01 balanced", note: "too-deep", answers: false },
  { id: "F02", note: "too-deep", answers: false },
  { id: "F06 id", note: "duplicate-key", answers: true, also: keepsRaw },
  { id: "F06 jsonrpc", note: "duplicate-key", answers: true, also: keepsRaw },
  { id: "F06 method", note: "duplicate-key", answers: false, also: keepsRaw },
  { id: "F08", answers: true, also: unpolluted },
  { id: "F09", answers: true, also: holds('"toJSON":"text"', '{"toJSON":{"toJSON":null}}') },
  { id: "F10 huge", note: "unsafe-number", answers: true, also: keepsRaw },
  { id: "F10 unsafe", note: "unsafe-number", answers: true, also: keepsRaw },
  { id: "F10 spelled", answers: true },
  { id: "F10 digits", note: "unsafe-number", answers: true, also: keepsRaw },
  { id: "F10 id", answers: true, also: keepsRaw },
  { id: "F11 escaped", note: "lone-surrogate", answers: true },
  { id: "F11 characters", answers: true },
  { id: "F12 bytes", note: "invalid-utf8", answers: false, also: keepsRaw },
  { id: "F12 overlong", note: "invalid-utf8", answers: false, also: keepsRaw },
  { id: "F12 surrogate", note: "invalid-utf8", answers: false, also: keepsRaw },
  { id: "F12 cut", note: "invalid-utf8", answers: false, also: keepsRaw },
  { id: "F13 mark", note: "byte-order-mark", answers: true, also: keepsRaw },
  { id: "F13 UTF-16", note: "invalid-utf8", answers: false, also: keepsRaw },
  { id: "F14 trailing", note: "not-json", answers: false, also: keepsRaw },
  { id: "F14 two", note: "not-json", answers: false, also: keepsRaw },
  { id: "F14 comment", note: "not-json", answers: false, also: keepsRaw },
  { id: "F14 comma", note: "not-json", answers: false, also: keepsRaw },
  { id: "F14 NaN", note: "not-json", answers: false, also: keepsRaw },
  { id: "F14 quotes", note: "not-json", answers: false, also: keepsRaw },
  { id: "F15 keys", note: "too-many-values", answers: false },
  { id: "F15 array", note: "too-many-values", answers: false },
  { id: "F15 string", answers: true },
  { id: "F15 indented", answers: true },
  { id: "F16 space", note: "not-json", answers: false },
  { id: "F16 null", answers: false },
  { id: "F16 true", answers: false },
  { id: "F16 string", answers: false },
  { id: "G01 string", answers: false },
  { id: "G01 null", answers: false },
  { id: "G01 missing", answers: false },
  { id: "G01 object", answers: false },
  { id: "G01 array", answers: false },
  { id: "G02 both", answers: true },
  { id: "G02 neither", answers: false },
  { id: "G03 text", answers: true },
  { id: "G03 float", answers: true },
  { id: "G03 bare", answers: true },
  { id: "G05 batch", answers: true },
  { id: "G05 nested", answers: false },
  { id: "G05 empty", answers: false },
];
