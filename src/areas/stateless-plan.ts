import { ListedItems } from "../probe/plan/lists.ts";
import type { PlanSetting } from "../probe/plan/plan-setting.ts";
import type { RevisionPlan } from "../probe/plan/run-plan.ts";
import type { StatelessTalk } from "../probe/talk/stateless-talk.ts";
import { appsConversation } from "./apps/steps/stateless.ts";
import { cancellationConversation } from "./cancellation/steps/stateless.ts";
import { headersConversation } from "./headers/steps/http-headers.ts";
import { nameHeadersConversation } from "./headers/steps/name-headers.ts";
import { paramHeadersConversation } from "./headers/steps/param-headers.ts";
import { httpMethodsConversation } from "./http/steps/stateless-http-methods.ts";
import { originsConversation } from "./http/steps/stateless-origins.ts";
import { inputConversation } from "./input-rounds/steps/rounds.ts";
import { malformedConversation } from "./messages/steps/stateless-malformed.ts";
import { metadataConversation } from "./metadata/steps/metadata.ts";
import { nulUri } from "./resources/steps/reading.ts";
import { skillsConversation } from "./skills/steps.ts";
import { mainConversation } from "./stateless-main-conversation.ts";
import { subscriptionsConversation } from "./subscriptions/steps.ts";
import { tasksConversation } from "./tasks/steps/task-run.ts";
import { bothErasConversation } from "./versioning/steps/both-eras.ts";
import { freshConversation, laterConversation, parallelConversation } from "./versioning/steps/connections.ts";
import { versionsConversation } from "./versioning/steps/stateless.ts";

/** The plan of a stateless revision. */
export const statelessPlan = (setting: PlanSetting): RevisionPlan<StatelessTalk> => {
  const listed = new ListedItems();
  const again = new ListedItems();
  return {
    listed,
    main: mainConversation(listed, again, setting),
    // On stdio conversations of one process follow each other in this order: the first in it needs a fresh one, and what may
    // leave traces comes late.
    others: [
      freshConversation(listed, setting),
      versionsConversation,
      metadataConversation,
      parallelConversation,
      malformedConversation([nulUri]),
      bothErasConversation,
      headersConversation,
      originsConversation,
      httpMethodsConversation,
      nameHeadersConversation,
      inputConversation(),
      subscriptionsConversation(setting),
      paramHeadersConversation,
      skillsConversation(setting),
      appsConversation(setting),
      tasksConversation,
      cancellationConversation,
      laterConversation(listed, again, setting),
    ],
  };
};
