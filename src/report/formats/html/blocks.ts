import { counted } from "../../../base/counted.ts";
import type { Block, BlockTable, Cell } from "../../report.ts";
import { code, prose, text } from "./text.ts";

/** Nobody reads more, and a page with more is slow to open. */
const MAX_ROWS = 500;

/** A lane in detail. `paragraphs` leads from the id of a finding to where the page tells of it. */
export const renderBlock = ({ words, tables }: Block, paragraphs: ReadonlyMap<string, string>): string => {
  const shown = tables.flatMap((table) => {
    if (table.rows.length === 0) return table.empty === undefined ? [] : [`<p class="none">${text(table.empty)}</p>`];
    return [table.folded ? renderFolded(table, paragraphs) : renderTable(table, paragraphs)];
  });
  return [
    ...(words === undefined ? [] : [`<p class="soft lead">${prose(words)}</p>`]),
    `<div class="card block">${shown.join("\n")}</div>`,
  ].join("\n");
};

const renderFolded = (table: BlockTable, paragraphs: ReadonlyMap<string, string>): string =>
  `<details class="more"><summary>${text(`${table.rows.length} ${table.caption}`)}</summary>\n${renderTable(table, paragraphs)}</details>`;

const renderTable = ({ caption, columns, rows }: BlockTable, paragraphs: ReadonlyMap<string, string>): string =>
  [
    `<table class="stack"><caption>${text(caption)}</caption>`,
    `<thead><tr>${columns.map((name) => (name === "" ? '<td class="blank"></td>' : `<th scope="col">${text(name, 40)}</th>`)).join("")}</tr></thead><tbody>`,
    ...rows
      .slice(0, MAX_ROWS)
      .map(
        (cells) =>
          `<tr>${cells.map((cell) => `<td${cell.as === "figure" ? ' class="num"' : ""}>${renderCell(cell, paragraphs)}</td>`).join("")}</tr>`,
      ),
    "</tbody></table>",
    ...(rows.length > MAX_ROWS
      ? [
          `<p class="soft small">and ${counted(rows.length - MAX_ROWS, "more row")}; the JSON report has all of them</p>`,
        ]
      : []),
  ].join("\n");

const renderCell = (cell: Cell, paragraphs: ReadonlyMap<string, string>): string => {
  const target = cell.finding === undefined ? undefined : paragraphs.get(cell.finding);
  const words = dress(cell);
  return target === undefined ? words : `<a href="#${target}">${words}</a>`;
};

const dress = ({ text: words, as = "text", tone = "none" }: Cell): string => {
  switch (as) {
    case "code":
      return words === "" ? "" : code(words, 200);
    case "chip":
      return `<span class="chip ${tone}">${text(words, 40)}</span>`;
    case "prose":
      return prose(words, 600);
    case "text":
    case "figure":
      return text(words, 600);
  }
};
