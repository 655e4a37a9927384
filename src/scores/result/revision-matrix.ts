import type { AskedPart, Capture } from "../../capture/capture.ts";
import { type JudgedSession, judgeSession } from "../../judge/session/judge-session.ts";
import { isRevision, REVISIONS, type Revision } from "../../protocol/revision.ts";
import { gradeCompliance } from "../compliance/grade.ts";
import { countVerdicts } from "./count-verdicts.ts";
import type { RevisionRow } from "./result.ts";

/** The grade by each revision that was probed in full, newest first; undefined where that was only one. */
export const deriveMatrix = async (
  capture: Capture,
  judged: JudgedSession,
  { graded, asked }: { readonly graded: boolean; readonly asked: AskedPart | undefined },
): Promise<readonly RevisionRow[] | undefined> => {
  const revisions = probedInFull(capture);
  if (revisions.length < 2) return undefined;
  const rows: RevisionRow[] = [];
  for (const revision of revisions) {
    const { verdicts } = revision === judged.revision ? judged : await judgeSession(capture, revision, asked);
    rows.push({ revision, grade: graded ? gradeCompliance(verdicts).grade : null, counts: countVerdicts(verdicts) });
  }
  return rows;
};

/** A run over all revisions prefixes conversations with their revision; the short check of an older one has no prefix. */
const probedInFull = ({ revisions, conversations = [] }: Capture): readonly Revision[] => {
  const named = conversations.flatMap(({ id, probes }) =>
    isRevision(probes) && id.startsWith(`${probes}.`) ? [probes] : [],
  );
  const found = new Set([...(isRevision(revisions?.probed) ? [revisions.probed] : []), ...named]);
  return REVISIONS.filter((revision) => found.has(revision)).reverse();
};
