import type { Revision } from "../../protocol/revision.ts";
import type { Limits } from "../../wire/limits.ts";
import type { RunContext } from "../run-context.ts";
import type { StatefulTalk } from "../talk/stateful-talk.ts";
import type { StatelessTalk } from "../talk/stateless-talk.ts";
import type { Talk } from "../talk/talk.ts";
import type { Known } from "./known.ts";
import type { PlanSetting } from "./plan-setting.ts";
import type { RevisionPlan } from "./run-plan.ts";
import type { ConversationPlan } from "./step.ts";

/** Everything that a run may ask. The probe runs plans and knows none of them: the caller passes them in. */
export interface ProbePlans {
  /** A stateful revision in full. */
  stateful(setting: PlanSetting): RevisionPlan<StatefulTalk>;
  /** A stateless revision in full. */
  stateless(setting: PlanSetting): RevisionPlan<StatelessTalk>;
  /** Enough to see that an older stateful revision is not only agreed to but spoken, and what no other revision has. */
  olderRevision(known: Known): ConversationPlan<StatefulTalk>;
  /** Only what the discoverability criteria look at. */
  audit(setting: PlanSetting): RevisionPlan<Talk>;
  /** The same where no way in was found: what an agent that asks all the same would see. */
  auditWithoutHandshake(limits: Limits): ConversationPlan<Talk>;
  readonly authorization: AuthorizationPlans;
  /** What other users get to see and do, where the user's credentials work. */
  identities(context: RunContext, revision: Revision): ConversationPlan<Talk>;
}

/** What the authorization surface shows. */
export interface AuthorizationPlans {
  /** To a client without credentials, at a server that requires them. */
  withoutCredentials(context: RunContext, revision: Revision): ConversationPlan<Talk>;
  /** Where the user's credentials work: whether they are required each time, and what is done with tokens made for the test. */
  withCredentials(context: RunContext, revision: Revision): readonly ConversationPlan<Talk>[];
  /** Every conversation about credentials, other users included, that a revision may have. These are only looked at. */
  every(revision: Revision): readonly ConversationPlan<Talk>[];
}

/** A run that has something to ask. */
export interface ProbeContext extends RunContext {
  readonly plans: ProbePlans;
}
