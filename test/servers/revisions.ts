// The revisions of the protocol the example servers speak, oldest first.

export const REVISIONS = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"] as const;

export type Revision = (typeof REVISIONS)[number];

export type Era = "stateful" | "stateless";

export const STATELESS_REVISION: Revision = "2026-07-28";

export const STATEFUL_REVISIONS: readonly Revision[] = REVISIONS.filter((revision) => revision !== STATELESS_REVISION);

export function isRevision(value: unknown): value is Revision {
  return REVISIONS.some((revision) => revision === value);
}

// Dates sort as text, and every revision here is a plain date.
export function atLeast(revision: Revision, other: Revision): boolean {
  return revision >= other;
}

export function newest(revisions: readonly Revision[]): Revision {
  const sorted = [...revisions].sort();
  const last = sorted.at(-1);
  if (last === undefined) throw new Error("A server speaks at least one revision");
  return last;
}
