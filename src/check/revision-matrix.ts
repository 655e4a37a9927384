import type { Capture } from "../model/capture.ts";
import type { RevisionRow } from "../model/result.ts";
import { isRevision, REVISIONS, type Revision } from "../model/revision.ts";
import { countVerdicts } from "../score/count-verdicts.ts";
import { gradeCompliance } from "../score/grade.ts";
import { type JudgedSession, judgeSession } from "./judge-session.ts";

/** How the server fares in each revision that was probed in full, newest first; undefined where that was one only. */
export const deriveMatrix = async (
  capture: Capture,
  judged: JudgedSession,
): Promise<readonly RevisionRow[] | undefined> => {
  const revisions = probedInFull(capture);
  if (revisions.length < 2) return undefined;
  const rows: RevisionRow[] = [];
  for (const revision of revisions) {
    const { verdicts } = revision === judged.revision ? judged : await judgeSession(capture, revision);
    rows.push({ revision, grade: gradeCompliance(verdicts).grade, counts: countVerdicts(verdicts) });
  }
  return rows;
};

/** A run over all revisions names the conversations of the older ones after them; a short look has no such name. */
const probedInFull = ({ revisions, conversations = [] }: Capture): readonly Revision[] => {
  const named = conversations.flatMap(({ id, probes }) =>
    isRevision(probes) && id.startsWith(`${probes}.`) ? [probes] : [],
  );
  const found = new Set([...(isRevision(revisions?.probed) ? [revisions.probed] : []), ...named]);
  return REVISIONS.filter((revision) => found.has(revision)).reverse();
};
