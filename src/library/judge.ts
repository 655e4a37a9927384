import { defined } from "../base/defined.ts";
import { TOOL } from "../base/version.ts";
import { settle } from "../base/when-asked.ts";
import type { Capture } from "../capture/capture.ts";
import { CaptureError } from "../capture/capture-error.ts";
import { readCaptures } from "../capture/read.ts";
import type { Revision } from "../protocol/revision.ts";
import { makeResult } from "../scores/result/make-result.ts";
import type { Result } from "../scores/result/result.ts";
import { toAsked } from "./part.ts";

export interface JudgeOptions {
  /** Judge by this revision instead of the one that was probed. */
  readonly revision?: Revision;
  /** Judge only these of what was asked: rule ids, the first part of ids (`TOOL`) or sections (`tools`). */
  readonly only?: readonly string[];
  /** Judge all but these. */
  readonly skip?: readonly string[];
}

/**
 * Everything mcptest has to say about a saved session: a capture, or the text of a capture file (JSON or JSON Lines).
 * Contacts nobody; the same capture gives the same result. Throws CaptureError over text that is no capture.
 */
export const judge = async (session: Capture | string, options: JudgeOptions = {}): Promise<Result> => {
  const result = await makeResult(typeof session === "string" ? readOne(session) : session, {
    tool: TOOL,
    revision: options.revision,
    judge: toAsked(defined({ only: options.only, skip: options.skip })),
  });
  // Whoever keeps the result need not keep the session.
  settle({ ...result, exchanges: [] }, MADE_LATER);
  return result;
};

/** The digests of evidence, and what a report shows besides. */
const MADE_LATER = new Set(["sha256", "exchanges", "capture_sha256"]);

const readOne = (text: string): Capture => {
  const { sessions } = readCaptures(text, "capture");
  const [capture, ...others] = sessions;
  if (!capture || others.length > 0)
    throw new CaptureError(`capture: it holds ${sessions.length} sessions; read them with readCaptures, judge each`);
  return capture;
};
