export interface CsvRow {
  /** Where it begins, counted from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** RFC 4180: commas, quotes doubled inside quotes, line breaks within quotes. Empty lines are left out. */
export const parseCsv = (text: string): CsvRow[] => {
  const rows: CsvRow[] = [];
  let [cells, cell, isQuoted, line, start]: [string[], string, boolean, number, number] = [[], "", false, 1, 1];
  const endRow = (): void => {
    cells.push(cell);
    if (cells.length > 1 || cells[0] !== "") rows.push({ line: start, cells });
    cells = [];
    cell = "";
  };
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === "\n") line++;
    if (isQuoted) {
      if (char !== '"') cell += char;
      else if (text[at + 1] === '"') {
        cell += '"';
        at++;
      } else isQuoted = false;
    } else if (char === '"' && cell === "") isQuoted = true;
    else if (char === ",") {
      cells.push(cell);
      cell = "";
    } else if (char === "\n") {
      endRow();
      start = line;
    } else if (char !== "\r") cell += char;
  }
  endRow();
  return rows;
};
