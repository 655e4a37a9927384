import { progressTokens, unknownMeta, unknownMethod, unknownNotification } from "../common/base-steps.ts";
import { absentComplete, complete, malformedComplete, unknownRef } from "../common/completion-steps.ts";
import { absentLists, badCursors, emptyParams, LIST_SERVES, listsAgain } from "../common/list-steps.ts";
import {
  getPrompts,
  malformedGet,
  missingPromptArgument,
  oddPromptArguments,
  unknownPrompt,
} from "../common/prompt-steps.ts";
import { malformedRead, readResources, readTemplates, unknownResource } from "../common/resource-steps.ts";
import { promptMarkup } from "../common/security-steps.ts";
import {
  absentCall,
  callTools,
  callWithoutArguments,
  flippedCase,
  invalidCall,
  malformedCall,
  unknownTool,
} from "../common/tool-steps.ts";
import { type ListedItems, listSteps } from "../lists.ts";
import type { Step } from "../step.ts";
import { busyPing, concurrent, ids, ping } from "./base-requests.ts";
import { cancelAnswered, cancelMalformed, cancelUnknown } from "./cancellation.ts";
import { jointWrite, splitWrite } from "./framing.ts";
import { absentLevel, badLevels, setLevels, usualLevel } from "./logging.ts";
import { openStream } from "./open-stream.ts";
import { type PlanSetting, type StatefulConversation, serving, since, unconditional } from "./stateful-step.ts";
import { absentSubscribe, subscribe, unsubscribe } from "./subscriptions.ts";

/** The capability came with 2025-03-26; before that only asking shows whether a server completes. */
const completionSteps = (setting: PlanSetting): readonly Step[] => {
  const steps = [serving(complete, "COMPL-010"), unknownRef, serving(malformedComplete, "COMPL-013")];
  return since(setting, "2025-03-26") ? [...steps, absentComplete] : steps.map(unconditional);
};

/** A second pass shows whether pages are stable, and whether a list that changed was announced. */
const AGAIN = ["PAGE-005", "PAGE-006", "PAGE-008", "TOOL-017", "RES-021", "PROMPT-018"];

/** Everything that can be asked in one polite conversation, as much as possible side by side. */
export const mainConversation = (listed: ListedItems, setting: PlanSetting): StatefulConversation => ({
  name: "stateful",
  purpose: "does it answer initialize? Then everything a client may ask",
  transport: "any",
  groups: [
    // The stream is only opened here, not waited for, so that the lists are as quick without it.
    [
      ...(setting.transport === "streamable-http" ? [openStream] : []),
      ...listSteps(listed, setting.limits, LIST_SERVES).map((step) => serving(step, "PAGE-010")),
    ],
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
      unknownTool,
      malformedCall,
      unknownResource,
      malformedRead,
      unknownPrompt,
      malformedGet,
      missingPromptArgument,
      oddPromptArguments,
      ...completionSteps(setting),
      serving(readResources, "RES-012", "RES-026"),
      readTemplates,
      serving(getPrompts, "SCHEMA-014", "SCHEMA-015", "SCHEMA-016", "SCHEMA-018", "PROMPT-016"),
      setLevels,
      subscribe,
      cancelUnknown,
      cancelAnswered,
      promptMarkup,
    ],
    [serving(callTools, "LOG-007", "TASK-004", "TASK-007", "ELICIT-001", "SAMPLE-001", "ROOTS-001"), busyPing],
    [serving(invalidCall, "SEC-001"), callWithoutArguments, flippedCase, badLevels, unsubscribe],
    ...(setting.transport === "stdio" ? [[splitWrite], [jointWrite]] : []),
    [...listsAgain(setting.limits).map((step) => serving(step, ...AGAIN)), usualLevel],
    // A server that cannot take this one takes nothing else with it.
    [cancelMalformed],
  ],
});
