import type { StatelessTalk } from "../../talk/stateless-talk.ts";
import { ListedItems } from "../lists.ts";
import type { PlanSetting } from "../plan-setting.ts";
import type { RevisionPlan } from "../run-plan.ts";
import { appsConversation } from "./apps.ts";
import { bothErasConversation } from "./both-eras.ts";
import { cancellationConversation } from "./cancellation.ts";
import { freshConversation, laterConversation, parallelConversation } from "./connections.ts";
import { headersConversation } from "./http-headers.ts";
import { httpMethodsConversation } from "./http-methods.ts";
import { inputConversation } from "./input-rounds.ts";
import { mainConversation } from "./main-conversation.ts";
import { malformedConversation } from "./malformed.ts";
import { metadataConversation } from "./metadata.ts";
import { nameHeadersConversation } from "./name-headers.ts";
import { originsConversation } from "./origins.ts";
import { paramHeadersConversation } from "./param-headers.ts";
import { skillsConversation } from "./skill-steps.ts";
import { subscriptionsConversation } from "./subscriptions.ts";
import { tasksConversation } from "./task-run.ts";
import { versionsConversation } from "./versions.ts";

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
      malformedConversation,
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
