import { defined } from "../base/defined.ts";
import type { Capture } from "./capture.ts";

/** A member of an exchange a line, and every message whole on its line: grep and diff then show one at a time. */
const INDENTED_LEVELS = 3;

/** One object, for a run. Member order is the order the capture was built in, and so is stable. */
export const toJson = (capture: Capture): string => {
  let text = "";
  for (const piece of jsonPieces(capture)) text += piece;
  return text;
};

/** The same, an exchange at a time: as one text a long session would be in memory twice more. */
export function* jsonPieces(capture: Capture): Generator<string> {
  yield* pieces(capture, "", INDENTED_LEVELS);
  yield "\n";
}

function* pieces(value: object, indent: string, levels: number): Generator<string> {
  const inner = `${indent}  `;
  const isList = Array.isArray(value);
  const [open, close] = isList ? (["[", "]"] as const) : (["{", "}"] as const);
  let isEmpty = true;
  for (const [name, entry] of Object.entries(value)) {
    if (entry === undefined && !isList) continue;
    const start = `${isEmpty ? open : ","}\n${inner}${isList ? "" : `${JSON.stringify(name)}: `}`;
    isEmpty = false;
    if (Array.isArray(entry) && levels > 1) {
      yield start;
      yield* pieces(entry, inner, levels - 1);
    } else yield start + layOut(entry, inner, levels - 1);
  }
  yield isEmpty ? open + close : `\n${indent}${close}`;
}

/** As JSON.stringify indents, down to so many levels; what lies deeper stays on one line. */
const layOut = (value: unknown, indent: string, levels: number): string => {
  if (levels === 0 || typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const [open, close] = Array.isArray(value) ? (["[", "]"] as const) : (["{", "}"] as const);
  const inner = `${indent}  `;
  // Put together by hand, because a fleet writes hundreds of thousands of exchanges.
  let text = "";
  if (Array.isArray(value))
    for (const entry of value) text += `${text === "" ? "" : ","}\n${inner}${layOut(entry, inner, levels - 1)}`;
  else
    for (const name of Object.keys(value)) {
      const entry = (value as Readonly<Record<string, unknown>>)[name];
      if (entry === undefined) continue;
      text += `${text === "" ? "" : ","}\n${inner}${JSON.stringify(name)}: ${layOut(entry, inner, levels - 1)}`;
    }
  return text === "" ? open + close : `${open}${text}\n${indent}${close}`;
};

/**
 * Header, conversations, exchanges, messages that belong to none, footer: one object a line, for long recordings.
 * A recording that was never closed gets no footer here either.
 */
export const toJsonLines = (capture: Capture): string => [...jsonLines(capture)].join("");

/** The same, a line at a time: as one text a long session would be in memory twice more. */
export function* jsonLines(capture: Capture): Generator<string> {
  const { exchanges, conversations = [], unsolicited = [], outcome, closed, ...header } = capture;
  yield line("header", header);
  for (const conversation of conversations) yield line("conversation", conversation);
  for (const exchange of exchanges) yield line("exchange", exchange);
  for (const message of unsolicited) yield line("unsolicited", message);
  if (closed !== false) yield line("footer", defined({ exchanges: exchanges.length, outcome }));
}

/** `type` is the line's own word: a member of that name, which only a foreign capture can have, gives way. */
const line = (type: string, members: object & { type?: unknown }): string => {
  const { type: _foreign, ...rest } = members;
  return `${JSON.stringify({ type, ...rest })}\n`;
};
