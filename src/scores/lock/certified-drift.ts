import type { Capture } from "../../capture/capture.ts";
import { compareLocked } from "./compare-surfaces.ts";
import { deriveLock } from "./derive-lock.ts";
import type { SurfaceChange } from "./lock.ts";

/**
 * What has changed in the tools since the capture of a certificate, the worst first. A certificate is about the list of tools,
 * so nothing else of the surface is told. Undefined where one of the two sessions shows no surface.
 */
export const certifiedDrift = async (then: Capture, now: Capture): Promise<readonly SurfaceChange[] | undefined> => {
  const [was, is] = [await deriveLock(then), await deriveLock(now)];
  if (!was || !is) return undefined;
  return compareLocked(was, is).changes.filter(({ part }) => part === "tool");
};
