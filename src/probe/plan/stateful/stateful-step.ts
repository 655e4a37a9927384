import type { TransportName } from "../../../model/capture.ts";
import type { Limits } from "../../../model/limits.ts";
import { compareRevisions, type Revision } from "../../../model/revision.ts";
import type { StatefulTalk } from "../../talk/stateful-talk.ts";
import type { ConversationPlan, Step, StepIO } from "../step.ts";

export type StatefulStep = Step<StatefulTalk>;
export type StatefulIO = StepIO<StatefulTalk>;
export type StatefulConversation = ConversationPlan<StatefulTalk>;

/** What the plan is made for: the four stateful revisions and their three transports differ in what can be asked. */
export interface PlanSetting {
  readonly revision: Revision;
  readonly transport: TransportName;
  readonly limits: Limits;
}

export const since = ({ revision }: PlanSetting, first: Revision): boolean => compareRevisions(revision, first) >= 0;

/** The same step, known to bear on more requirements in this era. */
export const serving = (step: Step, ...ids: readonly string[]): Step => ({
  ...step,
  serves: [...new Set([...step.serves, ...ids])],
});

/** The same step, asked whatever the server advertises. */
export const unconditional = ({ skip: _skip, ...step }: Step): Step => step;
