import type { Blocked } from "../../../judge/blocked.ts";
import { show, type Terminal } from "../../terminal/terminal.ts";

const LABEL = 7;

/** What stands below the reason: what the program printed, and what helps. */
export const blockedRows = ({ stderr = [], stdout = [], help }: Blocked, { row, dim, width }: Terminal): string[] => {
  const block = (label: string, lines: readonly string[], options: { readonly hard: boolean }): string[] =>
    lines.flatMap((line, index) => row(index === 0 ? label : "", show(line, 400), { ...options, label: LABEL }));
  return [
    ...block("stderr", stderr, { hard: true }),
    ...block("stdout", stdout, { hard: true }),
    ...help
      .flatMap((line) => beforeCommand(show(line, 600), width - LABEL - 3))
      .flatMap((line, index) => {
        const label = index === 0 ? "help" : "";
        return isCommand(line) ? [`  ${dim(label.padEnd(LABEL))} ${line}`] : row(label, line, { label: LABEL });
      }),
  ];
};

const isCommand = (line: string): boolean => line.startsWith("mcptest ");

/** A command that does not fit stands on a line of its own, whole, so that it can be copied. */
const beforeCommand = (line: string, width: number): string[] => {
  const at = line.search(/(?<=[:?] +)mcptest /);
  return line.length <= width || at <= 0 ? [line] : [line.slice(0, at).trimEnd(), line.slice(at)];
};

/** The same as sentences, for reports that are no terminal. */
export const blockedSentences = ({ reason, stderr = [], stdout = [], help }: Blocked): readonly string[] => [
  `${reason}.`,
  ...stderr.map((line) => `stderr: ${line}`),
  ...stdout.map((line) => `stdout: ${line}`),
  ...help.map((line) => `What helps: ${line}`),
];
