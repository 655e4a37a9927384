import { defined } from "../json/defined.ts";
import type { Capture } from "../model/capture.ts";

/** A member of an exchange a line, and every message whole on its line: grep and diff then show one at a time. */
const INDENTED_LEVELS = 3;

/** One object, for a run. Member order is the order the capture was built in, and so is stable. */
export const toJson = (capture: Capture): string => [...jsonPieces(capture)].join("");

/** The same, an exchange at a time: as one text a long session would be in memory twice more. */
export function* jsonPieces(capture: Capture): Generator<string> {
  yield* pieces(capture, "", INDENTED_LEVELS);
  yield "\n";
}

function* pieces(value: object, indent: string, levels: number): Generator<string> {
  const inner = `${indent}  `;
  const [open, close] = Array.isArray(value) ? (["[", "]"] as const) : (["{", "}"] as const);
  let isEmpty = true;
  for (const [name, entry] of Object.entries(value)) {
    if (entry === undefined && !Array.isArray(value)) continue;
    yield `${isEmpty ? open : ","}\n${inner}${Array.isArray(value) ? "" : `${JSON.stringify(name)}: `}`;
    isEmpty = false;
    if (Array.isArray(entry) && levels > 1) yield* pieces(entry, inner, levels - 1);
    else yield layOut(entry, inner, levels - 1);
  }
  yield isEmpty ? open + close : `\n${indent}${close}`;
}

/** As JSON.stringify indents, down to so many levels; what lies deeper stays on one line. */
const layOut = (value: unknown, indent: string, levels: number): string => {
  if (levels === 0 || typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const inner = `${indent}  `;
  const [open, close, entries] = Array.isArray(value)
    ? (["[", "]", value.map((entry) => layOut(entry, inner, levels - 1))] as const)
    : (["{", "}", members(value, inner, levels)] as const);
  return entries.length === 0 ? open + close : `${open}\n${inner}${entries.join(`,\n${inner}`)}\n${indent}${close}`;
};

const members = (value: object, inner: string, levels: number): string[] =>
  Object.entries(value).flatMap(([name, entry]) =>
    entry === undefined ? [] : [`${JSON.stringify(name)}: ${layOut(entry, inner, levels - 1)}`],
  );

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
