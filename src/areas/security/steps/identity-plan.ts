import type { JsonObject } from "../../../base/json.ts";
import type { ToolPolicy } from "../../../capture/tool-policy.ts";
import { type Caller, letIn, letOut } from "../../../probe/plan/callers.ts";
import { FoundItems } from "../../../probe/plan/found-items.ts";
import type { ListKind } from "../../../probe/plan/known.ts";
import type { ConversationPlan, Step } from "../../../probe/plan/step.ts";
import type { Talk } from "../../../probe/talk/talk.ts";
import { eraOf, type Revision } from "../../../protocol/revision.ts";
import { otherAnswer, SHOWS_FORMS } from "./other-answer.ts";
import { otherLists, otherReads } from "./other-lists.ts";
import { otherSession } from "./other-session.ts";
import { otherState } from "./other-state.ts";
import { otherTask } from "./other-task.ts";
import { weakerCall } from "./weaker-call.ts";

export interface IdentitySetting {
  readonly revision: Revision;
  readonly tools: ToolPolicy;
  /** Another user, who has no right to what the first one owns. */
  readonly second?: Caller | undefined;
  readonly weaker?: Caller | undefined;
}

/** What somebody else gets to see and do, where the user's credentials work: another user, one with fewer rights. */
export const identityPlan = ({ revision, tools, second, weaker }: IdentitySetting): ConversationPlan<Talk> => {
  const found = new FoundItems(tools);
  return {
    name: "identities",
    purpose: "what other users get to see and do",
    transport: "http",
    capabilities: SHOWS_FORMS,
    groups: [
      ...(second ? stepsOfSecond(revision, found, second) : []),
      ...(weaker ? [[weakerCall(found, weaker)]] : []),
    ],
  };
};

const stepsOfSecond = (revision: Revision, found: FoundItems, second: Caller): readonly (readonly Step[])[] => {
  const hidden = new Map<ListKind, readonly JsonObject[]>();
  const isModern = eraOf(revision) === "stateless";
  return [
    [otherAccess(second)],
    [otherLists(found, second, hidden)],
    [otherReads(second, hidden)],
    ...(isModern ? [] : [[otherSession(second)]]),
    [otherTask(found, second)],
    [isModern ? otherState(found, second) : otherAnswer(found, second)],
    [otherLeave(second)],
  ];
};

/** The second user comes in by the door; whoever is not let in shows nothing. */
const otherAccess = (second: Caller): Step => ({
  question: "other-user",
  deliberate: true,
  run: (io) => letIn(io, second),
});

const otherLeave = (second: Caller): Step => ({
  question: "other-user-leaves",
  deliberate: true,
  run: (io) => letOut(io, second),
});
