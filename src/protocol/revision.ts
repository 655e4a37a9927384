import { type Era, TIMELINE } from "./revision-table.ts";

export type { Era } from "./revision-table.ts";

export type Revision = (typeof TIMELINE)[number]["revision"];

export const REVISIONS: readonly Revision[] = TIMELINE.map(({ revision }) => revision);

const released = (era: Era): Revision[] =>
  TIMELINE.filter((entry) => entry.era === era && !("spokenAs" in entry))
    .map(({ revision }) => revision)
    .reverse();

/** Newest first. */
export const STATEFUL_REVISIONS: readonly Revision[] = released("stateful");

const newest = (revisions: readonly Revision[]): Revision => {
  const [revision] = revisions;
  if (revision === undefined) throw new Error("the timeline has no released revision of this era");
  return revision;
};

export const LATEST_STATEFUL = newest(STATEFUL_REVISIONS);
export const LATEST_STATELESS = newest(released("stateless"));

const entryOf = (revision: Revision): (typeof TIMELINE)[number] => {
  const entry = TIMELINE.find((one) => one.revision === revision);
  if (entry === undefined) throw new Error(`${revision} is not on the timeline`);
  return entry;
};

export const eraOf = (revision: Revision): Era => entryOf(revision).era;

/** What goes on the wire for a revision: the draft has no date of its own and is spoken as the release before it. */
export const wireVersion = (revision: Revision): string => {
  const entry = entryOf(revision);
  return "spokenAs" in entry ? entry.spokenAs : revision;
};

/** Accepts `v2025-06-18` and `2025-06-18` alike; undefined when no such revision exists. */
export const parseRevision = (text: string): Revision | undefined => {
  const plain = text
    .trim()
    .toLowerCase()
    .replace(/^v(?=\d)/, "");
  return REVISIONS.find((revision) => revision === plain);
};

const CANDIDATE = /^v?(\d{4}-\d{2}-\d{2})-rc[.-]?\d*$/;

/** The revision that a release candidate became: `2026-07-28-rc` is 2026-07-28; undefined for anything else. */
export const releaseOf = (text: string): Revision | undefined => {
  const date = CANDIDATE.exec(text.trim().toLowerCase())?.[1];
  return date === undefined ? undefined : parseRevision(date);
};

/** Said wherever a candidate is read as its release. */
export const releaseNote = (text: string, release: string): string =>
  `${text.trim()} was released as ${release}, which is used instead`;

export const isRevision = (text: unknown): text is Revision => REVISIONS.some((revision) => revision === text);

const DATED = /^v?(\d{4}-\d{2}-\d{2})(?:-(.+))?$/;

/**
 * Orders any two version labels on the timeline: by date, a suffixed label (`-rc`) before the plain date,
 * `draft` after every date. Plain text comparison would put `2026-07-28-rc` above `2026-07-28`.
 */
export const compareRevisions = (left: string, right: string): number => {
  const [a, b] = [rank(left), rank(right)];
  if (a.date !== b.date) return a.date < b.date ? -1 : 1;
  if (a.suffix === b.suffix) return 0;
  if (a.suffix === undefined) return 1;
  if (b.suffix === undefined) return -1;
  return a.suffix < b.suffix ? -1 : 1;
};

const rank = (label: string): { date: string; suffix: string | undefined } => {
  const match = DATED.exec(label);
  if (match) return { date: match[1] ?? "", suffix: match[2] };
  // Anything undated sorts by name, and "draft" behind every date because "~" follows all digits.
  return label === "draft" ? { date: "~draft", suffix: undefined } : { date: "", suffix: label };
};
