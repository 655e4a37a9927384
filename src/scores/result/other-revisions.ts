import type { AskedPart, Capture } from "../../capture/capture.ts";
import { isRevision, REVISIONS, type Revision, wireVersion } from "../../protocol/revision.ts";
import { gradeCompliance } from "../compliance/grade.ts";
import { countVerdicts } from "./count-verdicts.ts";
import { countRules, type JudgedSubject, judgeSubject } from "./judge-subject.ts";
import type { OlderRevision, RevisionRow } from "./result.ts";
import type { ServerSubject } from "./subject.ts";

/**
 * Whether the server speaks a revision. Undefined where that is unknown: nothing answered, the server requires
 * credentials, or the capture was not made by a probe.
 */
export const speaksRevision = ({ outcome, revisions }: Capture, wanted: Revision): boolean | undefined => {
  if (outcome === "unreachable" || outcome === "auth-required" || !revisions) return undefined;
  const version = wireVersion(wanted);
  return (
    revisions.probed === wanted ||
    revisions.probed === version ||
    revisions.asked.some(({ answered }) => answered === version) ||
    (revisions.listed ?? []).includes(version)
  );
};

/** The note on a revision that the server does not speak. */
export const notSpokenLine = ({ revisions }: Capture, wanted: Revision): string => {
  const others = [
    ...new Set([...(revisions?.asked ?? []).flatMap(({ answered }) => answered ?? []), ...(revisions?.listed ?? [])]),
  ];
  return `the server does not speak ${wanted}${others.length > 0 ? `; it offers ${others.join(", ")}` : ""}`;
};

/** What fails in each older revision that the server negotiates, newest first; undefined where it negotiates none. */
export const deriveOlder = async (
  subject: ServerSubject,
  judged: JudgedSubject,
  matrix: readonly RevisionRow[] = [],
): Promise<readonly OlderRevision[] | undefined> => {
  const inFull = new Set<Revision | null>([judged.revision, ...matrix.map(({ revision }) => revision)]);
  const negotiated = negotiatedIn(subject.capture).filter((revision) => !inFull.has(revision));
  if (negotiated.length === 0) return undefined;
  const failing = new Set(judged.verdicts.flatMap(({ id, state }) => (state === "fail" ? [id] : [])));
  const found: OlderRevision[] = [];
  for (const revision of negotiated) {
    const counted = await countRules(subject, revision);
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

/** The grade by each revision that was probed in full, newest first; undefined where that was only one. */
export const deriveMatrix = async (
  subject: ServerSubject,
  judged: JudgedSubject,
  { graded, asked }: { readonly graded: boolean; readonly asked: AskedPart | undefined },
): Promise<readonly RevisionRow[] | undefined> => {
  const revisions = probedInFull(subject.capture);
  if (revisions.length < 2) return undefined;
  const rows: RevisionRow[] = [];
  for (const revision of revisions) {
    const { verdicts } =
      revision === judged.revision ? judged : await judgeSubject(subject, { revision, asked, evidence: "places" });
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
