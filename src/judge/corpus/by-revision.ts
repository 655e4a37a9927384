import { isJsonObject } from "../../base/json.ts";
import { compareRevisions, REVISIONS, type Revision } from "../../protocol/revision.ts";
import type { ByRevision, RegistryRow } from "../core/rule.ts";

/** The value in a revision: that of the newest key not after it. */
export const atRevision = <T>(value: T | ByRevision<T>, revision: Revision): T | undefined => {
  if (!isByRevision(value)) return value;
  let found: T | undefined;
  for (const key of REVISIONS) {
    if (compareRevisions(key, revision) > 0) break;
    found = value[key] ?? found;
  }
  return found;
};

const isByRevision = <T>(value: T | ByRevision<T>): value is ByRevision<T> =>
  isJsonObject(value) && Object.keys(value).every((key) => REVISIONS.some((revision) => revision === key));

/** Whether the revision has the requirement at all. */
export const carries = ({ since, until }: Pick<RegistryRow, "since" | "until">, revision: Revision): boolean =>
  (since === undefined || compareRevisions(since, revision) <= 0) &&
  (until === undefined || compareRevisions(revision, until) <= 0);

export const revisionsOf = (row: RegistryRow): readonly Revision[] =>
  REVISIONS.filter((revision) => carries(row, revision));
