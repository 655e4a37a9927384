import { defined } from "../base/defined.ts";
import { TOOL } from "../base/version.ts";
import type { AskedPart, Capture } from "../capture/capture.ts";
import { CaptureError } from "../capture/capture-error.ts";
import { readCaptures } from "../capture/read.ts";
import type { Revision } from "../protocol/revision.ts";
import { type JudgedSubject, judgeSubject } from "../scores/result/judge-subject.ts";
import { makeResult } from "../scores/result/make-result.ts";
import type { Result } from "../scores/result/result.ts";
import { subjectOf } from "../scores/result/subject.ts";
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
 * Contacts nobody; the same capture gives the same result. Throws CaptureError over text that is not a capture.
 */
export const judge = async (session: Capture | string, options: JudgeOptions = {}): Promise<Result> =>
  makeResult(typeof session === "string" ? readOne(session) : session, {
    tool: TOOL,
    revision: options.revision,
    judge: toAsked(defined({ only: options.only, skip: options.skip })),
  });

/** The verdicts alone, by one revision or by the one that was probed. `asked` limits them to a part of the rules. */
export const judgeRules = (capture: Capture, revision?: Revision, asked?: AskedPart): Promise<JudgedSubject> =>
  judgeSubject(subjectOf(capture), { revision, asked });

const readOne = (text: string): Capture => {
  const { sessions } = readCaptures(text, "capture");
  const [capture, ...others] = sessions;
  if (!capture || others.length > 0)
    throw new CaptureError(`capture: it holds ${sessions.length} sessions; read them with readCaptures, judge each`);
  return capture;
};
