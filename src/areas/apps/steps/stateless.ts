import type { PlanSetting } from "../../../probe/plan/plan-setting.ts";
import type { ConversationPlan } from "../../../probe/plan/step.ts";
import type { StatelessTalk } from "../../../probe/talk/stateless-talk.ts";
import { appSteps, unlessApps } from "./app-calls.ts";

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
