import type { DIFF_BUCKETS, VersionDiff } from "../../model/version-diff.ts";

/** `13 changed, 38 added, 10 removed, 211 unchanged`. */
export const summaryLine = ({ summary }: VersionDiff): string =>
  ORDER.map((bucket) => `${summary[bucket]} ${bucket}`).join(", ");

const ORDER = ["changed", "added", "removed", "unchanged"] as const satisfies readonly (typeof DIFF_BUCKETS)[number][];
