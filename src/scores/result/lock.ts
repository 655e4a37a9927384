import { stringMember } from "../../base/json.ts";
import { anObject, aString, count, listOf, mapOf, objectOf, oneOf, orNull } from "../../base/shape.ts";
import type { Capture } from "../../capture/capture.ts";
import { CaptureError } from "../../capture/capture-error.ts";
import { digestOf } from "../../capture/digest.ts";
import { assertShape, parseStrict } from "../../capture/parse-strict.ts";
import { revisionOf } from "../../judge/core/spoken-revision.ts";
import { judgeContextFor } from "../../judge/session/judge-context.ts";
import { readSurface } from "../../judge/surface/read-surface.ts";
import { compareSides, countChanges } from "../lock/compare-locks.ts";
import { compareLocked } from "../lock/compare-surfaces.ts";
import {
  LOCK_FORMAT,
  type LockedServer,
  type LockFile,
  type LockGate,
  type LockStanding,
  type SurfaceChange,
} from "../lock/lock.ts";
import { isSeen, lockServer } from "../lock/make-lock.ts";
import type { Tokenizer } from "../tokens/tokens.ts";
import { deriveTokens } from "./tokens.ts";

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

/**
 * What has changed in the tools since the capture of a certificate, the worst first. A certificate is about the list of tools,
 * so nothing else of the surface is told. Undefined where one of the two sessions shows no surface.
 */
export const certifiedDrift = async (then: Capture, now: Capture): Promise<readonly SurfaceChange[] | undefined> => {
  const [was, is] = [await deriveLock(then), await deriveLock(now)];
  if (!was || !is) return undefined;
  return compareLocked(was, is).changes.filter(({ part }) => part === "tool");
};

/** Reads what `mcptest lock` wrote, strictly: a comparison with anything else would be wrong. Throws CaptureError with one line. */
export const readLock = (content: string, file: string): LockFile => {
  const json = content.startsWith("\u{feff}") ? content.slice(1) : content;
  if (/^\s*$/.test(json)) throw new CaptureError(`${file}: the file is empty; write a lock with mcptest lock`);
  const value = parseStrict(json, file, 1);
  const format = stringMember(value, "format");
  if (format !== LOCK_FORMAT) throw new CaptureError(`${file}: ${otherFormat(format)}`);
  assertShape(lockShape, value, file, "");
  return value as unknown as LockFile;
};

const otherFormat = (format: string | undefined): string => {
  if (format?.startsWith("mcptest-lock/"))
    return `format ${JSON.stringify(format)} was written by a newer mcptest; update mcptest to read it`;
  if (format?.startsWith("mcptest-capture/"))
    return "this is a capture, not a lock; make a lock of it with mcptest lock --capture";
  return `no "format": "${LOCK_FORMAT}", so this is not a lock; write one with mcptest lock`;
};

const seen = oneOf("whole", "part", "none");
const names = listOf(aString);
const definitions = listOf(anObject);

const serverShape = objectOf(
  {
    lock_sha256: orNull(aString),
    environment: objectOf({ name: orNull(aString), version: orNull(aString), revisions: names, asked: names }),
    capabilities: anObject,
    surface: objectOf(
      { tools: definitions, prompts: definitions, resources: definitions, resourceTemplates: definitions },
      { instructions: aString },
    ),
    seen: objectOf({ tools: seen, prompts: seen, resources: seen, resourceTemplates: seen }),
    varies: objectOf({}, { tools: names, prompts: names, resources: names, resourceTemplates: names }),
  },
  { tokens: objectOf({ tokenizer: aString, total: count }) },
);

const lockShape = objectOf({
  format: oneOf(LOCK_FORMAT),
  tool: objectOf({ name: aString, version: aString }),
  servers: mapOf(serverShape),
});
