import type { Boundary } from "./boundary.ts";
import { type CheckChange, type CorpusChanges, isSame } from "./compare.ts";
import type { Snapshot } from "./snapshot.ts";

/** The text of the pull request. It names rows and links to them; upstream's sentences stay upstream. */
export const renderChanges = (
  changes: CorpusChanges,
  boundary: Boundary,
  before: Snapshot,
  after: Snapshot,
): string => {
  const { added, removed, changed, unchanged, exclusions, unwritten, surplus } = changes;
  const at = (snapshot: Snapshot): string => `${plain(snapshot.ref)} at \`${plain(snapshot.commit.slice(0, 12))}\``;
  return `${[
    `Upstream ${plain(after.url)}: ${at(before)} → ${at(after)}, filed as ${plain(after.version)}.`,
    "",
    isSame(changes)
      ? `No row changed (${unchanged} checks).`
      : `${added.length} added, ${removed.length} removed, ${changed.length} changed, ${unchanged} unchanged.`,
    "",
    "## Could a tier boundary move?",
    "",
    ...(boundary.moves
      ? ["Yes:", "", ...boundary.reasons.map((reason) => `- ${reason}`)]
      : ["No: nothing that binds a server changed."]),
    ...table("Added checks", added, after),
    ...table("Removed checks", removed, before),
    ...table("Changed checks", changed, after),
    ...section(
      "Rows that upstream excludes",
      exclusions.map(({ sep, added: more, removed: fewer }) => `- SEP-${sep}: ${more} new or reworded, ${fewer} gone`),
    ),
    ...section(
      `To be written in conformance-corpus/${plain(after.version)}, in our own words, with a row in mapping.yaml`,
      unwritten.map((check) => `- \`${plain(check)}\``),
    ),
    ...section(
      "In our corpus and no longer upstream",
      surplus.map((check) => `- \`${plain(check)}\``),
    ),
  ].join("\n")}\n`;
};

/** Ids, refs and numbers only: whatever else upstream wrote there is not repeated. */
const plain = (text: string): string => text.replace(/[^\w.:/@+-]/g, "?").replace(/@/g, "@\u200b");

const section = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : ["", `## ${title}`, "", ...lines];

const table = (title: string, rows: readonly CheckChange[], snapshot: Snapshot): readonly string[] =>
  section(
    title,
    rows.length === 0
      ? []
      : ["| check | SEP | level | binds | note |", "|---|---|---|---|---|", ...rows.map((row) => line(row, snapshot))],
  );

const line = ({ check, sep, level, roles, guessed, extension, what }: CheckChange, snapshot: Snapshot): string => {
  const notes = [...what, ...(extension ? ["extension"] : []), ...(guessed ? ["not in mapping.yaml"] : [])];
  const link = sourceLink(sep, snapshot);
  const number = link === undefined ? String(sep) : `[${sep}](${link})`;
  return `| \`${plain(check)}\` | ${number} | ${level ?? "none"} | ${roles.join(", ")} | ${notes.join("; ")} |`;
};

const sourceLink = (sep: number, { url, commit }: Snapshot): string | undefined =>
  /^https:\/\/github\.com\/[\w.-]+\/[\w.-]+$/.test(url) && /^[0-9a-f]{40}$/.test(commit)
    ? `${url}/blob/${commit}/src/seps/sep-${sep}.yaml`
    : undefined;
