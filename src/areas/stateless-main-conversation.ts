import { absentLists, badCursors, emptyParams, listsAgain } from "../probe/plan/list-steps.ts";
import { type ListedItems, listSteps } from "../probe/plan/lists.ts";
import type { PlanSetting } from "../probe/plan/plan-setting.ts";
import type { ConversationPlan } from "../probe/plan/step.ts";
import type { StatelessTalk } from "../probe/talk/stateless-talk.ts";
import { absentComplete, complete, malformedComplete, unknownRef } from "./completion/steps.ts";
import { loggedCalls } from "./logging/steps/log-calls.ts";
import { logLevels, unknownLogLevel } from "./logging/steps/log-steps.ts";
import { oddIds, progressTokens, unknownMeta, unknownMethod, unknownNotification } from "./messages/steps/base.ts";
import {
  allCapabilities,
  clientNames,
  extraParam,
  garbageState,
  noClientInfo,
  unknownCapability,
} from "./metadata/steps/client.ts";
import { getPrompts, wrongGets } from "./prompts/steps.ts";
import { badUris, malformedRead, readResources, readTemplates, unknownResource } from "./resources/steps/reading.ts";
import { promptMarkup, spoofedClient } from "./security/steps/prompt-markup.ts";
import { taskSteps } from "./tasks/steps/task-steps.ts";
import { absentCall, callTools, oddCalls, wrongCalls } from "./tools/steps/calls.ts";
import { leftoverNotifications, removedMethods } from "./versioning/steps/removed.ts";

/** Everything that can be asked in one polite conversation, pipelined. */
export const mainConversation = (
  listed: ListedItems,
  again: ListedItems,
  { limits, transport }: PlanSetting,
): ConversationPlan<StatelessTalk> => ({
  name: "stateless",
  purpose: "does it answer server/discover? Then everything a client may ask",
  transport: "any",
  groups: [
    listSteps(listed, limits),
    [
      oddIds("server/discover", [
        { as: "integer", id: 7 },
        { as: "zero", id: 0 },
        { as: "string", id: "disc-7" },
        { as: "empty", id: "" },
      ]),
      unknownMethod,
      unknownNotification,
      unknownMeta("server/discover"),
      progressTokens("server/discover"),
      extraParam,
      noClientInfo,
      clientNames,
      unknownCapability,
      ...allCapabilities,
      ...badCursors,
      ...emptyParams,
      ...absentLists,
      ...wrongCalls,
      absentCall,
      readResources,
      readTemplates,
      unknownResource,
      malformedRead,
      badUris,
      getPrompts,
      ...wrongGets,
      complete,
      unknownRef,
      malformedComplete,
      absentComplete,
      garbageState,
      logLevels,
      unknownLogLevel,
      ...removedMethods,
      leftoverNotifications,
      ...taskSteps,
      promptMarkup,
      spoofedClient,
    ],
    // On stdio a log message does not say whose it is, so these calls have no others beside them.
    ...(transport === "stdio" ? [[callTools], [loggedCalls]] : [[callTools, { ...loggedCalls, waits: true as const }]]),
    oddCalls,
    listsAgain(limits, listed, again),
  ],
});
