import type { Capture } from "../../capture/capture.ts";
import { revisionOf } from "../../judge/core/spoken-revision.ts";
import { isRevision, REVISIONS, type Revision } from "../../protocol/revision.ts";

/** The revisions a server speaks: probed in full, answered with, or listed by the server. Oldest first. */
export const spokenIn = (capture: Capture): readonly Revision[] => {
  const { revisions, outcome } = capture;
  if (outcome === "unreachable" || outcome === "auth-required") return [];
  const asked = (revisions?.asked ?? []).flatMap(({ answered }) => (isRevision(answered) ? [answered] : []));
  const listed = (revisions?.listed ?? []).filter(isRevision);
  const found = new Set<Revision | undefined>([revisionOf(capture), ...asked, ...listed]);
  return REVISIONS.filter((revision) => found.has(revision));
};
