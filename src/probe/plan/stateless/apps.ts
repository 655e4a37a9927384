import type { StatelessTalk } from "../../talk/stateless-talk.ts";
import { appSteps, unlessApps } from "../common/app-steps.ts";
import type { PlanSetting } from "../plan-setting.ts";
import type { ConversationPlan } from "../step.ts";

/** The apps of a server that has some. Nothing of a page is run. */
export const appsConversation = ({ limits }: PlanSetting): ConversationPlan<StatelessTalk> => ({
  name: "apps",
  purpose: "the pages that the server's tools name",
  transport: "any",
  process: "second",
  needsLists: true,
  callsTools: true,
  skip: unlessApps,
  groups: appSteps(limits),
});
