import { defined } from "../json/defined.ts";
import type { Capture } from "../model/capture.ts";

/** A member of an exchange a line, and every message whole on its line: grep and diff then show one at a time. */
const INDENTED_LEVELS = 3;

/** One object, for a run. Member order is the order the capture was built in, and so is stable. */
export const toJson = (capture: Capture): string => `${layOut(capture, "", INDENTED_LEVELS)}\n`;

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
export const toJsonLines = (capture: Capture): string => {
  const { exchanges, conversations = [], unsolicited = [], outcome, closed, ...header } = capture;
  const footer = defined({ exchanges: exchanges.length, outcome });
  const lines = [
    line("header", header),
    ...conversations.map((conversation) => line("conversation", conversation)),
    ...exchanges.map((exchange) => line("exchange", exchange)),
    ...unsolicited.map((message) => line("unsolicited", message)),
    ...(closed === false ? [] : [line("footer", footer)]),
  ];
  return lines.map((text) => `${text}\n`).join("");
};

/** `type` is the line's own word: a member of that name, which only a foreign capture can have, gives way. */
const line = (type: string, members: object & { type?: unknown }): string => {
  const { type: _foreign, ...rest } = members;
  return JSON.stringify({ type, ...rest });
};
