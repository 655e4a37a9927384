/** Stateful: initialize and a session. Stateless: every request is complete in itself. */
export type Era = "stateful" | "stateless";

interface TimelineEntry {
  readonly revision: string;
  readonly era: Era;
  /** What goes on the wire, where that is not the revision's own name. */
  readonly spokenAs?: string;
}

/**
 * The revisions of the specification, oldest first. A new revision is one entry here and a folder in `compliance/`.
 * `draft` sorts last, has no date of its own, and is never chosen by default.
 */
export const TIMELINE = [
  { revision: "2024-11-05", era: "stateful" },
  { revision: "2025-03-26", era: "stateful" },
  { revision: "2025-06-18", era: "stateful" },
  { revision: "2025-11-25", era: "stateful" },
  { revision: "2026-07-28", era: "stateless" },
  { revision: "draft", era: "stateless", spokenAs: "2026-07-28" },
] as const satisfies readonly TimelineEntry[];
