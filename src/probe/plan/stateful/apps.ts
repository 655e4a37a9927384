import { APPS_DECLARED, appSteps, unlessApps } from "../common/app-steps.ts";
import type { PlanSetting } from "../plan-setting.ts";
import type { StatefulConversation } from "./stateful-step.ts";

/** The same as in the stateless era, by a client that says in its handshake that it can show apps. */
export const appsConversation = ({ limits }: PlanSetting): StatefulConversation => ({
  name: "apps",
  purpose: "the pages that the server's tools name",
  transport: "any",
  process: "second",
  needsLists: true,
  callsTools: true,
  capabilities: APPS_DECLARED,
  skip: unlessApps,
  groups: appSteps(limits),
});
