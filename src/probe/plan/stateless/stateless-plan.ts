import type { StatelessTalk } from "../../talk/stateless-talk.ts";
import { ListedItems } from "../lists.ts";
import type { PlanSetting } from "../plan-setting.ts";
import type { RevisionPlan } from "../run-plan.ts";
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
    others: [
      versionsConversation,
      metadataConversation,
      malformedConversation,
      headersConversation,
      originsConversation,
      httpMethodsConversation,
      parallelConversation,
      bothErasConversation,
      nameHeadersConversation,
      freshConversation(listed, setting),
      subscriptionsConversation,
      cancellationConversation,
      inputConversation(),
      paramHeadersConversation,
      tasksConversation,
      laterConversation(listed, again, setting),
    ],
  };
};
