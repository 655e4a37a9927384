import { isJsonObject } from "../model/json.ts";
import { compareRevisions, REVISIONS, type Revision } from "../model/revision.ts";
import type { ByRevision, RegistryRow } from "../model/rule.ts";

/** The value that holds in a revision: that of the newest key not after it. */
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

/** Whether the requirement stands in the revision at all. */
export const carries = ({ since, until }: RegistryRow, revision: Revision): boolean =>
  (since === undefined || compareRevisions(since, revision) <= 0) &&
  (until === undefined || compareRevisions(revision, until) <= 0);

export const revisionsOf = (row: RegistryRow): readonly Revision[] =>
  REVISIONS.filter((revision) => carries(row, revision));
