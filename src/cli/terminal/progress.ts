import { untrusted } from "../../model/untrusted.ts";
import type { RecordRequest } from "../../probe/record.ts";
import { escapeTerminal } from "../../report/escape/terminal.ts";
import type { Console } from "./console.ts";
import { launchWords } from "./launch-words.ts";

const CLEAR_LINE = "\r\x1b[2K";

/** A line on stderr that is redrawn and finally removed. Nothing is drawn unless stderr is a terminal. */
export const openProgressLine = (console: Console): { show(text: string): void; clear(): void } =>
  console.live
    ? { show: (text) => console.err(`${CLEAR_LINE}${text}`), clear: () => console.err(CLEAR_LINE) }
    : { show: () => {}, clear: () => {} };

/** Progress of a probe: what a request tells of itself while it runs. */
export const openProgress = (
  console: Console,
  quiet: boolean,
): Required<Pick<RecordRequest, "onStep" | "onWait">> & { clear(): void } => {
  const line = openProgressLine({ ...console, live: console.live && !quiet });
  let sent = 0;
  return {
    onStep: ({ step }) => {
      sent += 1;
      line.show(`probing: ${sent} sent, ${step}`.slice(0, console.width - 1));
    },
    onWait: (wait) => {
      const width = console.width - 1;
      line.show(escapeTerminal(untrusted(launchWords(wait, width)), width).slice(0, width));
    },
    clear: line.clear,
  };
};
