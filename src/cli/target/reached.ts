import { untrusted } from "../../base/untrusted.ts";
import { isAnswered } from "../../capture/answered.ts";
import type { Capture } from "../../capture/capture.ts";
import { whyBlocked } from "../../judge/blocked/why-blocked.ts";
import { judgedOutcome } from "../../judge/judged-outcome.ts";
import { escapeTerminal } from "../../report/escape/terminal.ts";
import { createTerminal } from "../../report/terminal/terminal.ts";
import { blockedRows } from "../../report/views/check/blocked.ts";
import type { Console } from "../terminal/console.ts";

/** Whether anything answered. The outcome alone does not tell: a run may end by its time limit without a single answer. */
export const isReached = ({ exchanges }: Capture): boolean => exchanges.some(isAnswered);

/** Which server and why nothing could be asked of it, in one line; below it what helps, unless `quiet`. */
export const blockedLines = (
  capture: Capture,
  { errColor, width }: Pick<Console, "errColor" | "width">,
  quiet = false,
): string => {
  const blocked = whyBlocked(capture, judgedOutcome(capture));
  const terminal = createTerminal({ color: errColor, width });
  const name = escapeTerminal(untrusted(capture.server_label), 200);
  const reason = blocked ? escapeTerminal(blocked.reason, 400) : troubleOf(capture);
  const state = isReached(capture) ? "cannot be asked" : "is unreachable";
  return [`mcptest: ${name} ${state}: ${reason}`, ...(blocked && !quiet ? blockedRows(blocked, terminal) : [])]
    .map((line) => `${line}\n`)
    .join("");
};

/** Of a recording that does not say what was looked for. */
const troubleOf = (capture: Capture): string => {
  const trouble =
    capture.exchanges.find((exchange) => exchange.trouble)?.trouble ??
    capture.conversations?.find((entry) => entry.trouble)?.trouble;
  return trouble
    ? `${escapeTerminal(untrusted(trouble.detail), 200)}${trouble.code ? ` (${trouble.code})` : ""}`
    : "nothing answered";
};
