import type { Capture } from "../../model/capture.ts";
import { untrusted } from "../../model/untrusted.ts";
import { escapeTerminal } from "../../report/escape/terminal.ts";

/**
 * Whether anything answered, even with a 401. The outcome alone does not tell: a run may end by its time limit without
 * a single answer.
 */
export const isReached = ({ exchanges }: Capture): boolean =>
  exchanges.some(({ response, response_raw, http }) =>
    [response, response_raw, http?.status].some((part) => part !== undefined),
  );

/** One line: which server, and why it did not answer. */
export const unreachableLine = (capture: Capture): string => {
  const trouble =
    capture.exchanges.find((exchange) => exchange.trouble)?.trouble ??
    capture.conversations?.find((entry) => entry.trouble)?.trouble;
  const why = trouble
    ? `${escapeTerminal(untrusted(trouble.detail), 200)}${trouble.code ? ` (${trouble.code})` : ""}`
    : "nothing answered";
  return `mcptest: ${escapeTerminal(untrusted(capture.server_label), 200)} is unreachable: ${why}\n`;
};
