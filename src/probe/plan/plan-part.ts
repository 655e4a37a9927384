import type { AskedPart } from "../../capture/capture.ts";
import type { QuestionName } from "../../protocol/question.ts";
import type { Revision } from "../../protocol/revision.ts";

/** The part of the plan that is asked. */
export interface PlanPart {
  /** As the capture tells it. */
  readonly asked: AskedPart;
  /** The questions whose answers are wanted in a revision; absent: all that the plan has. */
  readonly wants?: (revision: Revision) => ReadonlySet<QuestionName>;
}
