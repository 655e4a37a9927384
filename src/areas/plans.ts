import { type Caller, callerWith } from "../probe/plan/callers.ts";
import { has, type ListKind } from "../probe/plan/known.ts";
import { LISTS } from "../probe/plan/lists.ts";
import type { ProbePlans } from "../probe/plan/probe-plans.ts";
import type { StatefulStep } from "../probe/plan/stateful-step.ts";
import type { RunContext } from "../probe/run-context.ts";
import { auditPlan, shutOutConversation } from "./audit-plan.ts";
import { authPlan } from "./authorization/steps/auth-plan.ts";
import { issuedPlan } from "./authorization/steps/issued-plan.ts";
import { authConversations } from "./authorization-conversations.ts";
import { shortBatchGroups } from "./messages/steps/batches.ts";
import { ping } from "./ping/steps.ts";
import { identityPlan } from "./security/steps/identity-plan.ts";
import { statefulPlan } from "./stateful-plan.ts";
import { statelessPlan } from "./stateless-plan.ts";

/** All plans there are. Only this file knows the steps; see ProbePlans for what each member is. */
export const ALL_PLANS: ProbePlans = {
  stateful: statefulPlan,
  stateless: statelessPlan,
  olderRevision: (known) => ({
    name: `revision-${known.revision}`,
    purpose: `does it keep what it promises by negotiating ${known.revision}?`,
    transport: "any",
    groups: [
      [...(Object.keys(LISTS) as ListKind[]).filter((kind) => has(known, LISTS[kind].capability)).map(firstPage), ping],
      ...shortBatchGroups(known.revision),
    ],
  }),
  audit: auditPlan,
  auditWithoutHandshake: shutOutConversation,
  authorization: {
    withoutCredentials: (context, revision) =>
      authPlan({ revision, keyed: undefined, elsewhere: mayFetchElsewhere(context) }),
    withCredentials: (context, revision) => {
      const { identities, tools } = context;
      const source = identities?.issued;
      return [
        authPlan({ revision, keyed: context, elsewhere: mayFetchElsewhere(context) }),
        ...(source ? [issuedPlan({ source, tools, caller: (token) => callerWith(context, token) })] : []),
      ];
    },
    every: authConversations,
  },
  identities: (context, revision) => {
    const { identities, tools } = context;
    const callerOf = (token: string | undefined): Caller | undefined =>
      token === undefined ? undefined : callerWith(context, token);
    return identityPlan({
      revision,
      tools,
      second: callerOf(identities?.second),
      weaker: callerOf(identities?.weaker),
    });
  },
};

/** The first page of a list: its shape is that of the revision. */
const firstPage = (kind: ListKind): StatefulStep => ({
  question: LISTS[kind].method,
  run: (io) => io.ask(LISTS[kind].method),
});

const mayFetchElsewhere = ({ metadata }: RunContext): boolean => metadata !== undefined;
