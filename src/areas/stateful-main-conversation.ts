import { absentLists, badCursors, emptyParams, listsAgain } from "../probe/plan/list-steps.ts";
import { type ListedItems, listSteps } from "../probe/plan/lists.ts";
import { openStream } from "../probe/plan/open-stream.ts";
import type { PlanSetting } from "../probe/plan/plan-setting.ts";
import { type StatefulConversation, since, unconditional } from "../probe/plan/stateful-step.ts";
import type { Step } from "../probe/plan/step.ts";
import { cancelAnswered, cancelMalformed, cancelUnknown } from "./cancellation/steps/stateful.ts";
import { absentComplete, complete, malformedComplete, unknownRef } from "./completion/steps.ts";
import { absentLevel, badLevels, setLevels, usualLevel } from "./logging/steps/stateful.ts";
import { progressTokens, unknownMeta, unknownMethod, unknownNotification } from "./messages/steps/base.ts";
import { busyPing, concurrent, ids, ping } from "./ping/steps.ts";
import { getPrompts, wrongGets } from "./prompts/steps.ts";
import { malformedRead, readResources, readTemplates, unknownResource } from "./resources/steps/reading.ts";
import { absentSubscribe, subscribe, unsubscribe } from "./resources/steps/watching.ts";
import { promptMarkup } from "./security/steps/prompt-markup.ts";
import { jointWrite, splitWrite } from "./stdio/steps/framing.ts";
import { closeInFlight } from "./stdio/steps/shutdown.ts";
import { absentCall, callTools, oddCalls, wrongCalls } from "./tools/steps/calls.ts";

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
