import { progressTokens, unknownMeta, unknownMethod, unknownNotification } from "../common/base-steps.ts";
import { absentComplete, complete, malformedComplete, unknownRef } from "../common/completion-steps.ts";
import { absentLists, badCursors, emptyParams, listsAgain } from "../common/list-steps.ts";
import { getPrompts, wrongGets } from "../common/prompt-steps.ts";
import { malformedRead, readResources, readTemplates, unknownResource } from "../common/resource-steps.ts";
import { promptMarkup } from "../common/security-steps.ts";
import { absentCall, callTools, oddCalls, wrongCalls } from "../common/tool-steps.ts";
import { type ListedItems, listSteps } from "../lists.ts";
import type { PlanSetting } from "../plan-setting.ts";
import type { Step } from "../step.ts";
import { busyPing, concurrent, ids, ping } from "./base-requests.ts";
import { cancelAnswered, cancelMalformed, cancelUnknown } from "./cancellation.ts";
import { jointWrite, splitWrite } from "./framing.ts";
import { absentLevel, badLevels, setLevels, usualLevel } from "./logging.ts";
import { openStream } from "./open-stream.ts";
import { closeInFlight } from "./shutdown.ts";
import { type StatefulConversation, since, unconditional } from "./stateful-step.ts";
import { absentSubscribe, subscribe, unsubscribe } from "./subscriptions.ts";

/** The capability came with 2025-03-26; before that only asking shows whether a server completes. */
const completionSteps = (setting: PlanSetting): readonly Step[] => {
  const steps = [complete, unknownRef, malformedComplete];
  return since(setting, "2025-03-26") ? [...steps, absentComplete] : steps.map(unconditional);
};

/** Everything that can be asked in one polite conversation, as much as possible side by side. */
export const mainConversation = (listed: ListedItems, setting: PlanSetting): StatefulConversation => ({
  name: "stateful",
  purpose: "does it answer initialize? Then everything a client may ask",
  transport: "any",
  groups: [
    // The stream is only opened here, not waited for, so that the lists are as quick without it.
    [...(setting.transport === "streamable-http" ? [openStream] : []), ...listSteps(listed, setting.limits)],
    [
      ping,
      ids,
      concurrent,
      unknownMethod,
      unknownNotification,
      unknownMeta("ping"),
      progressTokens("ping"),
      ...emptyParams,
      ...absentLists,
      absentCall,
      absentLevel,
      absentSubscribe,
      ...badCursors,
      ...wrongCalls,
      unknownResource,
      malformedRead,
      ...wrongGets,
      ...completionSteps(setting),
      readResources,
      readTemplates,
      getPrompts,
      setLevels,
      subscribe,
      cancelUnknown,
      cancelAnswered,
      promptMarkup,
    ],
    [callTools, busyPing],
    [...oddCalls, badLevels, unsubscribe],
    ...(setting.transport === "stdio" ? [[splitWrite], [jointWrite]] : []),
    // A second pass shows whether pages are stable, and whether a list that changed was announced.
    [...listsAgain(setting.limits, listed), usualLevel],
    // A server that cannot take this one takes nothing else with it.
    [cancelMalformed],
    // The process has nothing else to do then, so its end is looked at too.
    ...(setting.transport === "stdio" ? [[closeInFlight]] : []),
  ],
});
