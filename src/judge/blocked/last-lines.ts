import type { RawText } from "../../base/reading.ts";
import { shorten } from "../../base/shorten.ts";
import type { ProcessRecord } from "../../wire/stdio/process-record.ts";

const MOST_LINES = 8;
const LONGEST_LINE = 300;

/** The last lines of stderr that say something: of a stack trace the message, and the first frames of the program's own. */
export const lastLines = ({
  stderr,
  stderr_tail,
}: Pick<ProcessRecord, "stderr" | "stderr_tail">): readonly string[] => {
  const lines = `${textOf(stderr)}\n${textOf(stderr_tail)}`
    .split(/\r?\n|\r/)
    .map((line) => shorten(line.trimEnd(), LONGEST_LINE))
    .filter((line) => line.trim() !== "");
  const told = lines.filter((line) => !FRAME.test(line) && !NOISE.test(line));
  const kept = told.slice(-MOST_LINES);
  const message = errorLine(lines);
  return message === undefined || kept.includes(message) ? kept : [message, ...kept.slice(1)];
};

/** The line that names the error, the last one: Python prints the cause before what it led to. */
export const errorLine = (lines: readonly string[]): string | undefined =>
  lines.findLast((line) => ERROR.test(line) && !FRAME.test(line));

const ERROR =
  /^(?:Uncaught )?(?:[A-Za-z_][\w.]{0,80})?(?:Error|Exception|panic)\b[^:]{0,40}:|^thread '[^']{0,80}' panicked|^panic: |^(?:error|fatal|npm error)[: ]/i;
/** Where in the program: at a terminal the program's own log says it better. */
const FRAME = /^\s+at |^\s+File "|^[\s~^]+$|^\s*\|\s/;
const NOISE =
  /^Node\.js v\d|^\s*[{}]\s*$|^node:internal\/|^\s+throw err;|^npm notice|^\s+(?:code|errno|syscall|requireStack|path): |^Traceback \(/;

const textOf = (raw: RawText | undefined): string => (raw?.encoding === "utf8" ? raw.data : "");
