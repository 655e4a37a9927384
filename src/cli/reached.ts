import type { Capture, Exchange } from "../model/capture.ts";
import { untrusted } from "../model/untrusted.ts";
import { escapeTerminal } from "../report/escape/terminal.ts";

/**
 * Whether anything answered, a 401 too. The outcome alone does not tell: a run may have used up its time without an
 * answer.
 */
export const isReached = ({ exchanges }: Capture): boolean => exchanges.some(isAnswered);

const isAnswered = ({ response, response_raw, http }: Exchange): boolean =>
  response !== undefined || response_raw !== undefined || http?.status !== undefined;

/** One line: what was tried and why nothing came of it. */
export const unreachableLine = (capture: Capture): string => {
  const trouble =
    capture.exchanges.find((exchange) => exchange.trouble)?.trouble ??
    capture.conversations?.find((entry) => entry.trouble)?.trouble;
  const why = trouble
    ? `${escapeTerminal(untrusted(trouble.detail), 200)}${trouble.code ? ` (${trouble.code})` : ""}`
    : "nothing answered";
  return `mcptest: ${escapeTerminal(untrusted(capture.server_label), 200)} is unreachable: ${why}\n`;
};
