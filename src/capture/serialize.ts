import type { Capture } from "../model/capture.ts";

/** One object, for a run. Member order is the order the capture was built in, and so is stable. */
export const toJson = (capture: Capture): string => `${JSON.stringify(capture, null, 2)}\n`;

/** Header, conversations, exchanges, messages that belong to none, footer: one object a line, for long recordings. */
export const toJsonLines = (capture: Capture): string => {
  const { exchanges, conversations = [], unsolicited = [], outcome, closed: _closed, reader_notes: _notes, ...header } = capture;
  const lines = [
    { type: "header", ...header },
    ...conversations.map((conversation) => ({ type: "conversation", ...conversation })),
    ...exchanges.map((exchange) => ({ type: "exchange", ...exchange })),
    ...unsolicited.map((message) => ({ type: "unsolicited", ...message })),
    { type: "footer", exchanges: exchanges.length, ...(outcome === undefined ? {} : { outcome }) },
  ];
  return `${lines.map((line) => JSON.stringify(line)).join("\n")}\n`;
};
