import { TOOL } from "../base/version.ts";
import type { Capture } from "../capture/capture.ts";
import { compareSides, countChanges, type LockSide } from "../scores/lock/compare-locks.ts";
import { LOCK_FORMAT, type LockFile, type LockResult } from "../scores/lock/lock.ts";
import { deriveLock } from "../scores/result/lock.ts";
import { deriveTokens, loadTokenizer } from "../scores/result/tokens.ts";
import type { SurfaceTokens } from "../scores/tokens/tokens.ts";

/** What the servers of captures offer to a model, by name; one of which nothing was seen is left out. Contacts nobody. */
export const lock = async (captures: Readonly<Record<string, Capture>>): Promise<LockFile> => {
  const tokenizer = await loadTokenizer();
  const servers: Record<string, LockFile["servers"][string]> = {};
  for (const [name, capture] of Object.entries(captures)) {
    const locked = await deriveLock(capture, tokenizer);
    if (locked) servers[name] = locked;
  }
  return { format: LOCK_FORMAT, tool: TOOL, servers };
};

/** What changed from one lock to another, server by server. */
export const compareLocks = (before: LockFile, after: LockFile): LockResult => {
  const side = ({ servers }: LockFile): LockSide => new Map(Object.entries(servers));
  const servers = compareSides(side(before), side(after));
  return {
    format: "mcptest-lock-result/1",
    tool: TOOL,
    before: "before",
    after: "after",
    counts: countChanges(servers),
    servers,
  };
};

/** What the surface of a recorded server costs, counted by o200k_base; null where nothing was seen that a model is offered. */
export const tokens = async (capture: Capture): Promise<SurfaceTokens | null> =>
  deriveTokens(capture, await loadTokenizer());
