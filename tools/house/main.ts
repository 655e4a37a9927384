import type { LoadModules } from "../trees/modules.ts";
import { FIGURES, limitOf } from "./figures.ts";

const table = (rows: readonly (readonly string[])[]): string => {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 || column === row.length - 1
            ? cell.padEnd(widths[column] ?? 0)
            : cell.padStart(widths[column] ?? 0),
        )
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
};

/** Prints every figure beside its limit; with a name, the list behind that one figure. Returns the exit code. */
export const main = async (
  [name]: readonly string[],
  load: LoadModules,
  say: (line: string) => void,
): Promise<number> => {
  if (name !== undefined) {
    const figure = FIGURES.find((one) => one.name === name);
    if (!figure) {
      say(`no figure is named ${name}; there are ${FIGURES.map((one) => one.name).join(", ")}`);
      return 1;
    }
    for (const line of (await figure.measure(load)).list) say(line);
    return 0;
  }
  const measured = await Promise.all(
    FIGURES.map(async (figure) => ({ figure, value: (await figure.measure(load)).value })),
  );
  say(
    table([
      ["figure", "now", "required", "today's limit", "what is counted"],
      ...measured.map(({ figure, value }) => [
        figure.name,
        String(value),
        figure.required === null ? "-" : String(figure.required),
        figure.today === undefined ? "" : String(figure.today),
        figure.what,
      ]),
    ]),
  );
  return measured.some(({ figure, value }) => value > limitOf(figure)) ? 1 : 0;
};
