import type { StatefulTalk } from "../../talk/stateful-talk.ts";
import { ListedItems } from "../lists.ts";
import type { PlanSetting } from "../plan-setting.ts";
import type { RevisionPlan } from "../run-plan.ts";
import { abruptCloseConversation } from "./abrupt-close.ts";
import { appsConversation } from "./apps.ts";
import { batchInitializeConversations } from "./batches.ts";
import { cancellationConversation } from "./cancellation.ts";
import { clientFeaturesConversation } from "./client-features.ts";
import { clientConversations, secondClientConversation } from "./clients.ts";
import { Elicitors } from "./elicitors.ts";
import { httpMethodsConversation } from "./http-methods.ts";
import { earlyConversation, emptyInitializeConversation, silenceConversation } from "./lifecycle.ts";
import { mainConversation } from "./main-conversation.ts";
import { malformedConversation } from "./malformed.ts";
import { originsConversation } from "./origins.ts";
import { resumptionConversation } from "./resumption.ts";
import { sessionsConversation } from "./sessions.ts";
import { halfLineConversation } from "./shutdown.ts";
import { type StatefulConversation, since } from "./stateful-step.ts";
import { urlElicitationConversation } from "./url-elicitation.ts";
import { versionHeaderConversations } from "./version-header.ts";
import { oddVersionConversations } from "./versions.ts";

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
    malformedConversation(setting),
    ...batchInitializeConversations(setting),
    clientFeaturesConversation(setting, elicitors),
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
