import type { ProbeRequest } from "../../areas/probe-target.ts";
import { untrusted } from "../../base/untrusted.ts";
import { escapeTerminal } from "../../report/escape/terminal.ts";
import type { Console } from "./console.ts";
import { launchWords } from "./launch-words.ts";

const CLEAR_LINE = "\r\x1b[2K";

/** A line on stderr that is redrawn and finally removed. Nothing is drawn unless stderr is a terminal. */
export const openProgressLine = (console: Console): { show(text: string): void; clear(): void } =>
  console.live
    ? { show: (text) => console.err(`${CLEAR_LINE}${text}`), clear: () => console.err(CLEAR_LINE) }
    : { show: () => {}, clear: () => {} };

/** In a build: a line so often, so that nobody takes a long run for a dead one. */
const LOG_EVERY_MS = 10_000;

/** Progress of a probe: what a request tells of itself while it runs. Whoever opens it clears it. */
export const openProgress = (
  console: Console,
  quiet: boolean,
): Required<Pick<ProbeRequest, "onStep" | "onWait">> & { clear(): void } => {
  const line = openProgressLine({ ...console, live: console.live && !quiet });
  const width = console.width - 1;
  const shown = (words: string): string => escapeTerminal(untrusted(words), width).slice(0, width);
  const began = performance.now();
  let words: ((ms: number) => string) | undefined;
  const draw = (): void => {
    const text = words?.(performance.now() - began);
    if (text === undefined) return;
    if (console.live) line.show(shown(text));
    else if (console.ci) console.err(`mcptest: ${shown(text)}\n`);
  };
  // A terminal sees the seconds go by, too.
  const ticking = quiet ? undefined : setInterval(draw, console.live ? 1_000 : LOG_EVERY_MS);
  ticking?.unref();
  return {
    onStep: ({ step, done, all }) => {
      words = (ms) => stepWords(step, done, all, ms);
      if (console.live && !quiet) draw();
    },
    onWait: (wait) => {
      words = () => launchWords(wait, width);
      if (console.live && !quiet) draw();
    },
    clear: () => {
      clearInterval(ticking);
      line.clear();
    },
  };
};

/** What is being asked, how far, and for how long. */
const stepWords = (step: string, done: number, all: number, ms: number): string =>
  `${done} of ${all} conversations, ${Math.floor(ms / 1_000)} s: asking ${step}`;
