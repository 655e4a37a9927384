import { stringMember } from "../base/json.ts";
import { deliveryTools, MAX_DELIVERY_TOOLS } from "../capture/tool-safety.ts";
import { chooseTools, permission, type ToolChooser } from "../probe/plan/choose-tools.ts";
import { unlessAbsent, unlessOffered } from "../probe/plan/known.ts";
import { LISTS, ListedItems, readAllPages } from "../probe/plan/lists.ts";
import type { PlanSetting } from "../probe/plan/plan-setting.ts";
import type { RevisionPlan } from "../probe/plan/run-plan.ts";
import type { ConversationPlan, Step } from "../probe/plan/step.ts";
import type { Talk } from "../probe/talk/talk.ts";
import type { Limits } from "../wire/limits.ts";
import { unknownMethod } from "./messages/steps/base.ts";
import { deliver } from "./tools/steps/deliver.ts";

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

/** First the few tools that may show real content; of the others it is said why they are left alone. */
export const chooseForAudit: ToolChooser = (tools, policy) => {
  const candidates = deliveryTools(tools, policy);
  const others = tools.filter((tool) => !candidates.includes(tool));
  return [
    ...chooseTools(candidates, policy),
    ...others.flatMap((tool) => {
      const name = stringMember(tool, "name");
      const { allowed, why } = permission(tool, policy);
      const left = `an audit calls at most ${MAX_DELIVERY_TOOLS} tools, first those that declare readOnlyHint: true`;
      return name === undefined ? [] : [{ name, tool, call: false, why: allowed ? left : why, arguments: {} }];
    }),
  ];
};

/** Only what the ten criteria need: the entry has been asked for, then the tools, an unknown method, and a few calls. */
export const auditPlan = ({ limits }: PlanSetting): RevisionPlan<Talk> => {
  const listed = new ListedItems();
  return {
    listed,
    choose: chooseForAudit,
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
