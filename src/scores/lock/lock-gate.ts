import type { ChangeClass, LockGate, LockResult } from "./lock.ts";

const COUNTED = {
  breaking: ["breaking"],
  meaning: ["breaking", "meaning"],
  any: ["breaking", "meaning", "compatible", "cosmetic"],
  never: [],
} as const satisfies Record<LockGate, readonly ChangeClass[]>;

/** Whether something changed that the gate does not let through. A server that is not in the lock was approved by nobody. */
export const isLockBroken = ({ counts, servers }: Pick<LockResult, "counts" | "servers">, gate: LockGate): boolean =>
  COUNTED[gate].some((name) => counts[name] > 0) || (gate !== "never" && servers.some(({ state }) => state === "new"));
