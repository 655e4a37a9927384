import { embeddedRuleset } from "../corpus-io/embedded.ts";
import { revisionOf } from "../facts/view.ts";
import { judgeOn } from "../judge/rules/judge-capture.ts";
import type { Capture } from "../model/capture.ts";
import { LATEST_STATELESS, type Revision } from "../model/revision.ts";
import type { Verdict } from "../model/verdict.ts";
import { benchFor } from "./bench-for.ts";

export interface JudgedSession {
  readonly revision: Revision;
  readonly verdicts: readonly Verdict[];
}

/** Judges a capture by the rules of one revision: the one it was probed at, unless another is named. */
export const judgeSession = async (capture: Capture, wanted?: Revision): Promise<JudgedSession> => {
  const revision = wanted ?? revisionOf(capture) ?? LATEST_STATELESS;
  const ruleset = embeddedRuleset(revision);
  return { revision, verdicts: judgeOn(await benchFor(capture, revision, [ruleset]), ruleset) };
};
