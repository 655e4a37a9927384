import type { Console } from "./console.ts";

const CLEAR_LINE = "\r\x1b[2K";

/** A line on stderr that is redrawn and finally removed. Nothing is drawn unless stderr is a terminal. */
export const openProgressLine = (console: Console): { show(text: string): void; clear(): void } =>
  console.live
    ? { show: (text) => console.err(`${CLEAR_LINE}${text}`), clear: () => console.err(CLEAR_LINE) }
    : { show: () => {}, clear: () => {} };

/** Progress of a probe. */
export const openProgress = (console: Console, quiet: boolean): { step(name: string): void; clear(): void } => {
  const line = openProgressLine({ ...console, live: console.live && !quiet });
  let sent = 0;
  return {
    step: (name) => {
      sent += 1;
      line.show(`probing: ${sent} sent, ${name}`.slice(0, console.width - 1));
    },
    clear: line.clear,
  };
};
