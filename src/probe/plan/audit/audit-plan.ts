import type { Limits } from "../../../model/limits.ts";
import { deliveryCandidates } from "../../../model/tool-safety.ts";
import type { Talk } from "../../talk/talk.ts";
import { unknownMethod } from "../common/base-steps.ts";
import { unlessAbsent, unlessOffered } from "../known.ts";
import { LISTS, ListedItems, readAllPages } from "../lists.ts";
import type { PlanSetting } from "../plan-setting.ts";
import type { RevisionPlan } from "../run-plan.ts";
import type { ConversationPlan, Step } from "../step.ts";
import { deliver } from "./deliver-step.ts";

const { method } = LISTS.tools;

/** The tools are listed whether the server advertises them or not; not advertised, the question is wrong on purpose. */
const listTools = (listed: ListedItems, limits: Limits): readonly Step[] => {
  const run: Step["run"] = (io) => readAllPages(io, "tools", limits, (items) => listed.add("tools", items));
  return [
    { question: method, skip: unlessOffered("tools"), run },
    {
      question: `${method}-absent`,
      deliberate: true,
      skip: unlessAbsent("tools"),
      run,
    },
  ];
};

/** Only what the ten criteria need: the entry has been asked for, then the tools, an unknown method, and a few calls. */
export const auditPlan = ({ limits }: PlanSetting): RevisionPlan<Talk> => {
  const listed = new ListedItems();
  return {
    listed,
    calls: deliveryCandidates,
    main: {
      name: "audit",
      purpose: "what the discoverability criteria look at",
      transport: "any",
      groups: [listTools(listed, limits), [unknownMethod], [deliver]],
    },
    others: [],
  };
};

/** Where no way in was found: what an agent that asks all the same would see. */
export const shutOutConversation = (limits: Limits): ConversationPlan<Talk> => ({
  name: "shut-out",
  purpose: "what is answered although no handshake was",
  transport: "any",
  bare: true,
  groups: [listTools(new ListedItems(), limits), [unknownMethod]],
});
