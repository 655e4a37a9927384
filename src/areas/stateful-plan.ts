import { ListedItems } from "../probe/plan/lists.ts";
import type { PlanSetting } from "../probe/plan/plan-setting.ts";
import type { RevisionPlan } from "../probe/plan/run-plan.ts";
import { type StatefulConversation, since } from "../probe/plan/stateful-step.ts";
import type { StatefulTalk } from "../probe/talk/stateful-talk.ts";
import { appsConversation } from "./apps/steps/stateful.ts";
import { cancellationConversation } from "./cancellation/steps/stateful.ts";
import { Elicitors } from "./elicitation/steps/elicitors.ts";
import { urlElicitationConversation } from "./elicitation/steps/url-elicitation.ts";
import { versionHeaderConversations } from "./headers/steps/version-header.ts";
import { abruptCloseConversation } from "./http/steps/stateful-abrupt-close.ts";
import { clientConversations, secondClientConversation } from "./http/steps/stateful-clients.ts";
import { httpMethodsConversation } from "./http/steps/stateful-http-methods.ts";
import { originsConversation } from "./http/steps/stateful-origins.ts";
import { resumptionConversation } from "./http/steps/stateful-resumption.ts";
import { sessionsConversation } from "./http/steps/stateful-sessions.ts";
import { clientFeaturesConversation } from "./input-rounds/steps/client-features.ts";
import { earlyConversation, emptyInitializeConversation, silenceConversation } from "./lifecycle/steps.ts";
import { highLevel, usualLevel } from "./logging/steps/stateful.ts";
import { batchInitializeConversations } from "./messages/steps/batches.ts";
import { malformedConversation } from "./messages/steps/malformed.ts";
import { badUris, nulUri } from "./resources/steps/reading.ts";
import { mainConversation } from "./stateful-main-conversation.ts";
import { halfLineConversation } from "./stdio/steps/shutdown.ts";
import { taskGroups } from "./tasks/steps/stateful.ts";
import { oddVersionConversations } from "./versioning/steps/stateful.ts";

/** The plan of a stateful revision over one transport. */
export const statefulPlan = (setting: PlanSetting): RevisionPlan<StatefulTalk> => {
  const listed = new ListedItems();
  return {
    listed,
    main: mainConversation(listed, setting),
    others: [...everywhere(setting), ...overTransport(setting)],
  };
};

/** On stdio conversations of one process follow each other in this order. */
const everywhere = (setting: PlanSetting): readonly StatefulConversation[] => {
  const elicitors = new Elicitors();
  return [
    silenceConversation(setting),
    earlyConversation(setting),
    ...oddVersionConversations,
    emptyInitializeConversation,
    malformedConversation(setting, [badUris, nulUri]),
    ...batchInitializeConversations(setting),
    clientFeaturesConversation(setting, {
      onAnswer: (choice, draft) => elicitors.note(choice, draft),
      before: [highLevel],
      afterCalls: taskGroups(setting),
      last: [usualLevel],
    }),
    appsConversation(setting),
    ...(since(setting, "2025-11-25") ? [urlElicitationConversation(setting, elicitors)] : []),
    // What it cancels may go on, so nothing else can be asked in its process.
    cancellationConversation,
  ];
};

const overTransport = (setting: PlanSetting): readonly StatefulConversation[] => {
  switch (setting.transport) {
    case "stdio":
      return [halfLineConversation];
    case "http+sse":
      return [secondClientConversation, originsConversation(setting), ...clientConversations()];
    case "streamable-http":
      return [
        secondClientConversation,
        originsConversation(setting),
        ...clientConversations(),
        sessionsConversation,
        ...versionHeaderConversations(setting),
        httpMethodsConversation,
        abruptCloseConversation,
        resumptionConversation,
      ];
  }
};
