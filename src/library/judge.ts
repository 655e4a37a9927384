import { CaptureError } from "../capture/capture-error.ts";
import { readCaptures } from "../capture/read.ts";
import { makeResult } from "../check/make-result.ts";
import type { Capture } from "../model/capture.ts";
import type { Result } from "../model/result.ts";
import type { Revision } from "../protocol/revision.ts";
import { TOOL } from "../version.ts";

export interface JudgeOptions {
  /** Judge by this revision instead of the one that was probed. */
  readonly revision?: Revision;
}

/**
 * Everything mcptest has to say about a saved session: a capture, or the text of a capture file (JSON or JSON Lines).
 * Contacts nobody; the same capture gives the same result. Throws CaptureError over text that is no capture.
 */
export const judge = async (session: Capture | string, options: JudgeOptions = {}): Promise<Result> =>
  makeResult(typeof session === "string" ? readOne(session) : session, { tool: TOOL, revision: options.revision });

const readOne = (text: string): Capture => {
  const { sessions } = readCaptures(text, "capture");
  const [capture, ...others] = sessions;
  if (!capture || others.length > 0)
    throw new CaptureError(`capture: it holds ${sessions.length} sessions; read them with readCaptures, judge each`);
  return capture;
};
