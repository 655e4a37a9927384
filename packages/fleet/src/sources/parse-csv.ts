export interface CsvRow {
  /** Where it begins, counted from 1. */
  readonly line: number;
  readonly cells: readonly string[];
  /** A quote that is opened in this line is never closed; the lines after it are rows of their own all the same. */
  readonly isUnclosed?: true;
}

/** RFC 4180: commas or what a spreadsheet writes instead, quotes doubled inside quotes, line breaks within quotes. Empty lines are left out. */
export const parseCsv = (text: string, separator = ","): CsvRow[] => {
  const rows: CsvRow[] = [];
  for (let [at, line] = [0, 1]; at < text.length; ) {
    const { cells, end, isClosed } = readRow(text, at, separator);
    const next = isClosed ? end : afterLine(text, at);
    if (!isClosed) rows.push({ line, cells: [], isUnclosed: true });
    else if (cells.length > 1 || cells[0] !== "") rows.push({ line, cells });
    line += text.slice(at, next).split("\n").length - 1;
    at = next;
  }
  return rows;
};

const readRow = (
  text: string,
  from: number,
  separator: string,
): { cells: string[]; end: number; isClosed: boolean } => {
  const cells: string[] = [];
  let [cell, isQuoted, wasQuoted, at] = ["", false, false, from];
  for (; at < text.length; at++) {
    const char = text[at];
    if (isQuoted) {
      if (char !== '"') cell += char;
      else if (text[at + 1] === '"') {
        cell += '"';
        at++;
      } else [isQuoted, wasQuoted] = [false, true];
    } else if (char === '"' && cell === "") isQuoted = true;
    else if (char === separator) {
      cells.push(cell);
      [cell, wasQuoted] = ["", false];
    } else if (char === "\n") break;
    else if (char !== "\r") {
      // What seems to close it, in another line, is the beginning of a cell there.
      if (wasQuoted && cell.includes("\n")) return { cells, end: at, isClosed: false };
      cell += char;
    }
  }
  return { cells: [...cells, cell], end: at + 1, isClosed: !isQuoted };
};

const afterLine = (text: string, from: number): number => {
  const end = text.indexOf("\n", from);
  return end < 0 ? text.length : end + 1;
};
