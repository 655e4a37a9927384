import { compareRevisions, isRevision, REVISIONS, type Revision } from "../../protocol/revision.ts";

const VERSION = /^(?:\d{4}-\d{2}-\d{2}(?:-[a-z0-9][a-z0-9.-]{0,40})?|draft)$/;

/** `v2026-07-28`, `2026-07-28-rc`, `draft`: without the v; undefined when it is not a version. */
export const readVersion = (text: string): string | undefined => {
  const plain = text
    .trim()
    .toLowerCase()
    .replace(/^v(?=\d)/, "");
  return VERSION.test(plain) ? plain : undefined;
};

/** The revision on the wire that a version is about: a release candidate is about the release. */
export const revisionOfVersion = (version: string): Revision | undefined => {
  const plain = version === "draft" ? version : version.slice(0, "2026-07-28".length);
  return isRevision(plain) ? plain : undefined;
};

/** Every released revision has a corpus: its core requirements, and the SEPs that shipped with it. */
export const RELEASED_VERSIONS: readonly Revision[] = REVISIONS.filter((revision) => revision !== "draft");

/** Newest first. The draft comes last: it is never chosen by default. */
export const newestFirst = (versions: readonly string[]): readonly string[] =>
  [...new Set(versions)].sort((left, right) => {
    if ((left === "draft") !== (right === "draft")) return left === "draft" ? 1 : -1;
    return compareRevisions(right, left);
  });

/** The newest version that the server speaks, the draft aside. */
export const newestSpoken = (versions: readonly string[], spoken: readonly Revision[]): string | undefined =>
  newestFirst(versions).find((version) => {
    const revision = revisionOfVersion(version);
    return version !== "draft" && revision !== undefined && spoken.includes(revision);
  });
