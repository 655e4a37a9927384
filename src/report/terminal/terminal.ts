import { untrusted } from "../../base/untrusted.ts";
import { escapeTerminal } from "../escape/terminal.ts";
import { createStyle, type Style } from "./style.ts";
import { wrapText } from "./wrap-text.ts";

export interface TerminalOptions {
  readonly color?: boolean;
  readonly width?: number;
  /** Also what passed, and what could not be judged. */
  readonly verbose?: boolean;
  /** Files in which other reports of the same result were written. */
  readonly written?: readonly string[];
}

export interface RowOptions {
  /** Break anywhere, for text from a server; our own text and links break at spaces only. */
  readonly hard?: boolean;
  readonly indent?: number;
  readonly label?: number;
}

export interface Terminal extends Style {
  readonly width: number;
  readonly verbose: boolean;
  readonly written: readonly string[];
  /** `  label     text`, wrapped to the right of the label. */
  row(label: string, text: string, options?: RowOptions): string[];
  /** Text wrapped to the width; the first line may be indented less than the others. */
  paragraph(text: string, indent?: number, first?: number): string[];
}

/** On a terminal narrower than this, long lines are better than columns of single words. */
const NARROWEST = 20;

export const createTerminal = ({
  color = false,
  width = 100,
  verbose = false,
  written = [],
}: TerminalOptions): Terminal => {
  const style = createStyle(color);
  return {
    ...style,
    width,
    verbose,
    written,
    row: (label, text, { hard = false, indent = 2, label: columns = 9 } = {}) =>
      wrapText(text, Math.max(NARROWEST, width - indent - columns - 1), { hard }).map((line, index) =>
        `${" ".repeat(indent)}${style.dim((index === 0 ? label : "").padEnd(columns))} ${line}`.trimEnd(),
      ),
    paragraph: (text, indent = 0, first = indent) =>
      wrapText(text, Math.max(NARROWEST, width - indent)).map(
        (line, index) => `${" ".repeat(index === 0 ? first : indent)}${line}`,
      ),
  };
};

/** Any text as one line of at most `length` characters. */
export const show = (text: string, length = 200): string => escapeTerminal(untrusted(text), length);

/** Blocks of lines with an empty line between them. */
export const separated = (blocks: readonly (readonly string[])[]): string[] =>
  blocks.filter((block) => block.length > 0).flatMap((block, index) => (index === 0 ? block : ["", ...block]));

/** The first of many lines, and how many were left out. */
export const firstOf = (lines: readonly string[], most: number, more: (left: number) => string): string[] =>
  lines.length <= most ? [...lines] : [...lines.slice(0, most), more(lines.length - most)];
