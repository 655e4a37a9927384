import { compareRevisions, type Revision } from "../../protocol/revision.ts";
import type { StatefulTalk } from "../talk/stateful-talk.ts";
import type { PlanSetting } from "./plan-setting.ts";
import type { ConversationPlan, Step, StepIO } from "./step.ts";

export type StatefulStep = Step<StatefulTalk>;
export type StatefulIO = StepIO<StatefulTalk>;
export type StatefulConversation = ConversationPlan<StatefulTalk>;

export const since = ({ revision }: PlanSetting, first: Revision): boolean => compareRevisions(revision, first) >= 0;

/** The same step, asked whatever the server advertises. */
export const unconditional = ({ skip: _skip, ...step }: Step): Step => step;
