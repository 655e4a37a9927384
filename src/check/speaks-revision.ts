import type { Capture } from "../model/capture.ts";
import { type Revision, wireVersion } from "../model/revision.ts";

/**
 * Whether the server speaks a revision it was asked for. Undefined where nothing tells: nobody answered, a wall stands
 * before it, or the capture is not one of a probe.
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

/** Our own words for one that it does not speak. */
export const notSpokenLine = ({ revisions }: Capture, wanted: Revision): string => {
  const others = [
    ...new Set([...(revisions?.asked ?? []).flatMap(({ answered }) => answered ?? []), ...(revisions?.listed ?? [])]),
  ];
  return `the server does not speak ${wanted}${others.length > 0 ? `; it offers ${others.join(", ")}` : ""}`;
};
