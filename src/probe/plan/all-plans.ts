import type { RunContext } from "../run-context.ts";
import { auditPlan, shutOutConversation } from "./audit/audit-plan.ts";
import { authConversations } from "./auth/auth-conversations.ts";
import { authPlan } from "./auth/auth-plan.ts";
import { issuedPlan } from "./auth/issued-plan.ts";
import { type Caller, callerWith } from "./identities/callers.ts";
import { identityPlan } from "./identities/identity-plan.ts";
import { has, type ListKind } from "./known.ts";
import { LISTS } from "./lists.ts";
import type { ProbePlans } from "./probe-plans.ts";
import { ping } from "./stateful/base-requests.ts";
import { shortBatchGroups } from "./stateful/batches.ts";
import { statefulPlan } from "./stateful/stateful-plan.ts";
import type { StatefulStep } from "./stateful/stateful-step.ts";
import { statelessPlan } from "./stateless/stateless-plan.ts";

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
