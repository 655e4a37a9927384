/** The published revisions in order. `draft` sorts last and is never chosen by default. */
export const REVISIONS = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28", "draft"] as const;

export type Revision = (typeof REVISIONS)[number];

/** Stateful: initialize and a session. Stateless: every request is complete in itself. */
export type Era = "stateful" | "stateless";

export const LATEST_STATEFUL = "2025-11-25" satisfies Revision;
export const LATEST_STATELESS = "2026-07-28" satisfies Revision;

export const STATEFUL_REVISIONS = [
  "2025-11-25",
  "2025-06-18",
  "2025-03-26",
  "2024-11-05",
] as const satisfies Revision[];

export const eraOf = (revision: Revision): Era => {
  switch (revision) {
    case "2024-11-05":
    case "2025-03-26":
    case "2025-06-18":
    case "2025-11-25":
      return "stateful";
    case "2026-07-28":
    case "draft":
      return "stateless";
  }
};

/** What goes on the wire for a revision: the draft has no date of its own and speaks as the newest release does. */
export const wireVersion = (revision: Revision): string => (revision === "draft" ? LATEST_STATELESS : revision);

/** Accepts `v2025-06-18` and `2025-06-18` alike; undefined when no such revision exists. */
export const parseRevision = (text: string): Revision | undefined => {
  const plain = text
    .trim()
    .toLowerCase()
    .replace(/^v(?=\d)/, "");
  return REVISIONS.find((revision) => revision === plain);
};

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
