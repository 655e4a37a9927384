import type { StatelessTalk } from "../../talk/stateless-talk.ts";
import { oddIds, progressTokens, unknownMeta, unknownMethod, unknownNotification } from "../common/base-steps.ts";
import { absentComplete, complete, malformedComplete, unknownRef } from "../common/completion-steps.ts";
import { absentLists, badCursors, emptyParams, listsAgain } from "../common/list-steps.ts";
import { getPrompts, wrongGets } from "../common/prompt-steps.ts";
import { badUris, malformedRead, readResources, readTemplates, unknownResource } from "../common/resource-steps.ts";
import { promptMarkup, spoofedClient } from "../common/security-steps.ts";
import { absentCall, callTools, oddCalls, wrongCalls } from "../common/tool-steps.ts";
import { type ListedItems, listSteps } from "../lists.ts";
import type { PlanSetting } from "../plan-setting.ts";
import type { ConversationPlan } from "../step.ts";
import {
  allCapabilities,
  clientNames,
  extraParam,
  garbageState,
  noClientInfo,
  unknownCapability,
} from "./client-steps.ts";
import { loggedCalls } from "./log-calls.ts";
import { logLevels, unknownLogLevel } from "./log-steps.ts";
import { leftoverNotifications, removedMethods } from "./removed-steps.ts";
import { taskSteps } from "./task-steps.ts";

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
