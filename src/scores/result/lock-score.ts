import { CHANGE_CLASSES, type ChangeClass, type LockGate, type LockResult } from "../lock/lock.ts";
import type { ServerResult } from "./result.ts";
import type { LaneScore } from "./result-lanes.ts";

const COUNTED = {
  breaking: ["breaking"],
  meaning: ["breaking", "meaning"],
  any: ["breaking", "meaning", "compatible", "cosmetic"],
  never: [],
} as const satisfies Record<LockGate, readonly ChangeClass[]>;

/** Whether something changed that the gate does not let through. A server that is not in the lock was approved by nobody. */
export const isLockBroken = ({ counts, servers }: Pick<LockResult, "counts" | "servers">, gate: LockGate): boolean =>
  COUNTED[gate].some((name) => counts[name] > 0) || (gate !== "never" && servers.some(({ state }) => state === "new"));

/** Whether the surface is still as it was locked. */
export const scoreLock = ({ lock: standing }: Pick<ServerResult, "lock">): LaneScore | undefined => {
  if (!standing) return undefined;
  const { counts, servers, fail_on } = standing;
  const isUnseen = servers.some(({ state }) => state === "unseen");
  const changed = counts.breaking + counts.meaning + counts.compatible + counts.cosmetic;
  const marked = servers.flatMap(({ changes }) => changes).filter(({ cues }) => cues !== undefined).length;
  const words = CHANGE_CLASSES.filter((name) => name !== "environment" && counts[name] > 0);
  return {
    state: isLockBroken(standing, fail_on) ? "fail" : isUnseen ? "none" : changed > 0 ? "warn" : "pass",
    summary: isUnseen
      ? "the surface could not be seen"
      : changed === 0
        ? "as it was locked"
        : `${words.map((name) => `${counts[name]} ${name}`).join(", ")}${marked > 0 ? `; ${marked} as in a rug pull` : ""}`,
    counts: { ...counts, marked },
  };
};
