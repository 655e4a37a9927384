import type { StatefulTalk } from "../../talk/stateful-talk.ts";
import { ListedItems } from "../lists.ts";
import type { PlanSetting } from "../plan-setting.ts";
import type { RevisionPlan } from "../run-plan.ts";
import { abruptCloseConversation } from "./abrupt-close.ts";
import { batchInitializeConversations } from "./batches.ts";
import { cancellationConversation } from "./cancellation.ts";
import { clientFeaturesConversation } from "./client-features.ts";
import { clientConversations } from "./clients.ts";
import { httpMethodsConversation } from "./http-methods.ts";
import { earlyConversation, emptyInitializeConversation, silenceConversation } from "./lifecycle.ts";
import { mainConversation } from "./main-conversation.ts";
import { malformedConversation } from "./malformed.ts";
import { originsConversation } from "./origins.ts";
import { resumptionConversation } from "./resumption.ts";
import { sessionsConversation } from "./sessions.ts";
import type { StatefulConversation } from "./stateful-step.ts";
import { versionHeaderConversations } from "./version-header.ts";
import { oddVersionConversations } from "./versions.ts";

/** The plan of a stateful revision over one transport. */
export const statefulPlan = (setting: PlanSetting): RevisionPlan<StatefulTalk> => {
  const listed = new ListedItems();
  return {
    listed,
    main: mainConversation(listed, setting),
    others: [...everywhere(setting), ...overHttp(setting)],
  };
};

/** On stdio each of these is a process, so what fits together shares one. */
const everywhere = (setting: PlanSetting): readonly StatefulConversation[] => [
  silenceConversation(setting),
  earlyConversation(setting),
  ...oddVersionConversations(setting),
  emptyInitializeConversation,
  malformedConversation(setting),
  ...batchInitializeConversations(setting),
  clientFeaturesConversation(setting),
  cancellationConversation,
];

const overHttp = (setting: PlanSetting): readonly StatefulConversation[] => {
  switch (setting.transport) {
    case "stdio":
      return [];
    case "http+sse":
      return [originsConversation(setting), ...clientConversations()];
    case "streamable-http":
      return [
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
