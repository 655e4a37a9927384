import type { ConversationPlan } from "../probe/plan/step.ts";
import type { Talk } from "../probe/talk/talk.ts";
import type { Revision } from "../protocol/revision.ts";
import { authPlan } from "./authorization/steps/auth-plan.ts";
import { issuedPlan } from "./authorization/steps/issued-plan.ts";
import { identityPlan } from "./security/steps/identity-plan.ts";

/** Somebody to make a plan with that is only looked at. */
const NOBODY = { headers: [] };

/** Every conversation about credentials that may be held in a revision, whatever the user has given. */
export const authConversations = (revision: Revision): readonly ConversationPlan<Talk>[] => [
  authPlan({
    revision,
    keyed: { target: { kind: "http", url: "http://localhost", headers: [], origin: "user" }, tokens: new Set() },
    elsewhere: false,
  }),
  issuedPlan({
    source: { issuer: "http://localhost", scopes: [], token: () => Promise.resolve("") },
    tools: "read-only",
    caller: () => NOBODY,
  }),
  identityPlan({ revision, tools: "read-only", second: NOBODY, weaker: NOBODY }),
];
