import type { Unseen, View } from "../../../judge/core/fact.ts";
import { unseen } from "../../../judge/core/unseen.ts";
import type { QuestionRef } from "../../../protocol/question.ts";

/** Why nothing was seen; where the user alone could have made it visible, how. */
export const hinted = (view: View, questions: readonly QuestionRef[], what: string, hint?: string): Unseen => {
  const reading = unseen(view, questions, what);
  const isSilent = reading.applies && reading.reason === "not-probed" && reading.places.length === 0;
  return isSilent && hint !== undefined ? { ...reading, detail: `${reading.detail}; ${hint}` } : reading;
};
