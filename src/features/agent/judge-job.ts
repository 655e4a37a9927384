import { stringMember } from "../../base/json.ts";
import { TOOL } from "../../base/version.ts";
import { CaptureError } from "../../capture/capture-error.ts";
import { readCaptures } from "../../capture/read.ts";
import type { Revision } from "../../protocol/revision.ts";
import type { Audit, StandardVersion } from "../../scores/discoverability/discoverability.ts";
import { compareSides, countChanges, type LockSide } from "../../scores/lock/compare-locks.ts";
import { LOCK_FORMAT, type LockResult } from "../../scores/lock/lock.ts";
import { makeAudit } from "../../scores/result/discoverability.ts";
import { deriveLock, readLock } from "../../scores/result/lock.ts";
import { makeResult } from "../../scores/result/make-result.ts";
import type { Result } from "../../scores/result/result.ts";

/** The text of a capture, and what to make of it. */
export type JudgeJob =
  | { readonly make: "result"; readonly capture: string; readonly revision: Revision | undefined }
  | { readonly make: "audit"; readonly capture: string; readonly standard: StandardVersion }
  /** Each the text of a capture or of a lock. */
  | { readonly make: "comparison"; readonly before: string; readonly after: string };

export type Judged =
  | { readonly made: "result"; readonly result: Result }
  | { readonly made: "audit"; readonly audit: Audit }
  | { readonly made: "comparison"; readonly comparison: LockResult }
  /** What is wrong with the capture. */
  | { readonly made: "refusal"; readonly message: string };

/** Judges the capture as it is read from its saved form, as the command line does. */
export const judgeJob = async (job: JudgeJob): Promise<Judged> => {
  try {
    if (job.make === "comparison") return { made: "comparison", comparison: await compare(job.before, job.after) };
    const [capture, ...others] = readCaptures(job.capture, "capture").sessions;
    if (!capture || others.length > 0)
      return {
        made: "refusal",
        message: "the capture holds several sessions; give one session, or use mcptest compliance invariants",
      };
    return job.make === "result"
      ? { made: "result", result: await makeResult(capture, { tool: TOOL, revision: job.revision }) }
      : { made: "audit", audit: makeAudit(capture, { tool: TOOL, standard: job.standard }) };
  } catch (error) {
    if (error instanceof CaptureError) return { made: "refusal", message: error.message };
    throw error;
  }
};

const compare = async (before: string, after: string): Promise<LockResult> => {
  const servers = compareSides(await sideIn(before, "before"), await sideIn(after, "after"));
  return {
    format: "mcptest-lock-result/1",
    tool: TOOL,
    before: "before",
    after: "after",
    counts: countChanges(servers),
    servers,
  };
};

/** The servers of a lock, or those of the sessions in a capture. */
const sideIn = async (text: string, name: string): Promise<LockSide> => {
  if (text.slice(0, 2_000).includes(`"${LOCK_FORMAT}"`)) return new Map(Object.entries(readLock(text, name).servers));
  const servers = await Promise.all(
    readCaptures(text, name).sessions.map(async (capture) => {
      const label = stringMember(capture.server_info, "name") || capture.server_label;
      return [label, (await deriveLock(capture)) ?? { unseen: "Nothing of what it offers was seen." }] as const;
    }),
  );
  return new Map(servers);
};
