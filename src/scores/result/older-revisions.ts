import type { Capture } from "../../capture/capture.ts";
import { countSession, type JudgedSession } from "../../judge/session/judge-session.ts";
import { isRevision, REVISIONS, type Revision, wireVersion } from "../../protocol/revision.ts";
import { countVerdicts } from "./count-verdicts.ts";
import type { OlderRevision, RevisionRow } from "./result.ts";

/** What fails in each older revision that the server negotiates, newest first; undefined where it negotiates none. */
export const deriveOlder = async (
  capture: Capture,
  judged: JudgedSession,
  matrix: readonly RevisionRow[] = [],
): Promise<readonly OlderRevision[] | undefined> => {
  const inFull = new Set<Revision | null>([judged.revision, ...matrix.map(({ revision }) => revision)]);
  const negotiated = negotiatedIn(capture).filter((revision) => !inFull.has(revision));
  if (negotiated.length === 0) return undefined;
  const failing = new Set(judged.verdicts.flatMap(({ id, state }) => (state === "fail" ? [id] : [])));
  const found: OlderRevision[] = [];
  for (const revision of negotiated) {
    const counted = await countSession(capture, revision);
    // A few messages are too little to warn by: what rests on inference is left to a run of that revision.
    const failed = counted.failed.filter(({ advisory }) => !advisory);
    found.push({
      revision,
      counts: countVerdicts(counted.standings),
      failures: failed.filter(({ id }) => !failing.has(id)),
      also: failed.flatMap(({ id }) => (failing.has(id) ? [id] : [])),
    });
  }
  return found;
};

/** The revisions that the server agreed to, newest first. */
export const negotiatedIn = ({ revisions }: Capture): readonly Revision[] => {
  const agreed = new Set(
    (revisions?.asked ?? []).flatMap(({ revision, answered }) =>
      isRevision(revision) && answered === wireVersion(revision) ? [revision] : [],
    ),
  );
  return REVISIONS.filter((revision) => agreed.has(revision)).reverse();
};
