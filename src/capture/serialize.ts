import type { Capture } from "../model/capture.ts";

/** One object, for a run. Member order is the order the capture was built in, and so is stable. */
export const toJson = (capture: Capture): string => `${JSON.stringify(capture, null, 2)}\n`;

/**
 * Header, conversations, exchanges, messages that belong to none, footer: one object a line, for long recordings.
 * A recording that was never closed gets no footer here either.
 */
export const toJsonLines = (capture: Capture): string => {
  const { exchanges, conversations = [], unsolicited = [], outcome, closed, ...header } = capture;
  const footer = { exchanges: exchanges.length, ...(outcome === undefined ? {} : { outcome }) };
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
