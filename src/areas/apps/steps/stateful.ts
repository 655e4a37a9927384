import type { PlanSetting } from "../../../probe/plan/plan-setting.ts";
import type { StatefulConversation } from "../../../probe/plan/stateful-step.ts";
import { APPS_DECLARED, appSteps, unlessApps } from "./app-calls.ts";

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
