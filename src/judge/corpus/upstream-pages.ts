import { defined } from "../../base/defined.ts";
import type { Deprecation, Proposal } from "./upcoming.ts";

/** The page of the specification that lists what is deprecated. */
export const DEPRECATED_PAGE = "docs/specification/draft/deprecated.mdx";
/** One file for each proposal, named by its number. */
export const PROPOSAL_FILE = /^seps\/\d+-[^/]*\.md$/;

/**
 * The rows of the first table below the heading "Deprecated": feature, SEP, since, what instead, earliest removal.
 * Undefined where there is no such table: the page was written anew, and nothing can be said.
 */
export const readDeprecatedPage = (text: string): readonly Deprecation[] | undefined => {
  const lines = text.split("\n");
  const heading = lines.findIndex((line) => /^##\s+Deprecated\s*$/.test(line));
  if (heading < 0) return undefined;
  const first = lines.findIndex((line, index) => index > heading && line.startsWith("|"));
  if (first < 0 || lines.slice(heading + 1, first).some((line) => line.startsWith("## "))) return undefined;
  const columns = cells(lines[first] ?? "").map((name) => name.toLowerCase());
  const at = (name: string): number => columns.findIndex((column) => column.includes(name));
  const [feature, since, removal] = [at("feature"), at("deprecated in"), at("earliest removal")];
  const proposal = at("sep");
  if (feature < 0 || since < 0 || removal < 0) return undefined;
  const rows: Deprecation[] = [];
  for (const line of lines.slice(first + 2)) {
    if (!line.startsWith("|")) break;
    const row = cells(line);
    const number = /SEP-(\d+)/.exec(row[proposal] ?? "")?.[1];
    rows.push(
      defined({
        feature: plainText(row[feature] ?? ""),
        since: plainText(row[since] ?? ""),
        removable_from: /\d{4}-\d\d-\d\d/.exec(row[removal] ?? "")?.[0],
        sep: number === undefined ? undefined : Number(number),
      }),
    );
  }
  return rows;
};

const cells = (line: string): readonly string[] =>
  line
    .replace(/^\||\|\s*$/g, "")
    .split("|")
    .map((cell) => cell.trim());

/** Markdown as a person reads it: links as their text, no marks. */
const plainText = (text: string): string =>
  text
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[`*]/g, "")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, 200);

/** The title and the list at the top of a proposal; undefined of a file that has none. */
export const readProposal = (text: string): Proposal | undefined => {
  const head = text.slice(0, 4_000);
  const title = /^#\s+SEP-(\d+):\s*(.+)$/m.exec(head);
  const member = (name: string): string =>
    plainText(new RegExp(`^- \\*\\*${name}\\*\\*:\\s*(.*)$`, "m").exec(head)?.[1] ?? "");
  const status = member("Status");
  if (!title || status === "") return undefined;
  return {
    number: Number(title[1]),
    title: plainText(title[2] ?? ""),
    status,
    type: member("Type"),
    created: member("Created"),
  };
};
