import { digestOf } from "../capture/digest.ts";
import { revisionOf } from "../facts/spoken-revision.ts";
import type { Capture } from "../model/capture.ts";
import type { LockedServer } from "../model/lock.ts";
import { isSeen, lockServer } from "../surface/lock/make-lock.ts";
import { readSurface } from "../surface/read-surface.ts";
import { judgeContextFor } from "./judge-context.ts";

/** What the server of a capture offers, as a lock keeps it; undefined where too little was seen to lock anything. */
export const deriveLock = async (capture: Capture): Promise<LockedServer | undefined> => {
  const revision = revisionOf(capture);
  if (revision === undefined) return undefined;
  const { view } = await judgeContextFor(capture, revision, []);
  const locked = lockServer(readSurface(view), capture, digestOf);
  return isSeen(locked) ? locked : undefined;
};
