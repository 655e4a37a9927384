import type { Capture } from "../../capture/capture.ts";
import { type Revision, wireVersion } from "../../protocol/revision.ts";

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
