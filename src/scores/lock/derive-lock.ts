import type { Capture } from "../../capture/capture.ts";
import { digestOf } from "../../capture/digest.ts";
import { revisionOf } from "../../judge/core/spoken-revision.ts";
import { judgeContextFor } from "../../judge/session/judge-context.ts";
import { readSurface } from "../../judge/surface/read-surface.ts";
import { deriveTokens } from "../tokens/derive-tokens.ts";
import type { Tokenizer } from "../tokens/tokens.ts";
import { compareSides, countChanges } from "./compare-locks.ts";
import type { LockedServer, LockFile, LockGate, LockStanding } from "./lock.ts";
import { isSeen, lockServer } from "./make-lock.ts";

/** What the server of a capture offers, as a lock keeps it; undefined where too little was seen to lock anything. */
export const deriveLock = async (capture: Capture, tokenizer?: Tokenizer): Promise<LockedServer | undefined> => {
  const revision = revisionOf(capture);
  if (revision === undefined) return undefined;
  const { view } = await judgeContextFor(capture, revision, []);
  const locked = lockServer(readSurface(view), capture, digestOf);
  if (!isSeen(locked)) return undefined;
  const tokens = tokenizer && (await deriveTokens(capture, tokenizer));
  return tokens ? { ...locked, tokens: { tokenizer: tokens.tokenizer, total: tokens.total } } : locked;
};

/** A lock that was read, and how strictly it is meant. */
export interface LockToCheck {
  readonly file: string;
  readonly lock: LockFile;
  readonly failOn: LockGate;
  /** Which server of it; not needed where it has one. */
  readonly server?: string | undefined;
}

/** What changed since the lock. A server that is not in it counts as new. */
export const compareWithLock = async (
  capture: Capture,
  { file, lock, failOn, server }: LockToCheck,
): Promise<LockStanding> => {
  const known = Object.entries(lock.servers);
  const [only] = known;
  const now = await deriveLock(capture);
  const name = server ?? (known.length === 1 && only ? only[0] : (now?.environment.name ?? "server"));
  const servers = compareSides(
    new Map(known.filter(([one]) => one === name)),
    new Map([[name, now ?? { unseen: "Nothing of what it offers was seen." }]]),
  );
  return { file, fail_on: failOn, counts: countChanges(servers), servers };
};
