import type { Limits } from "../../../model/limits.ts";
import type { StatelessTalk } from "../../talk/stateless-talk.ts";
import { ListedItems } from "../lists.ts";
import type { RevisionPlan } from "../run-plan.ts";
import { bothErasConversation } from "./both-eras.ts";
import { cancellationConversation } from "./cancellation.ts";
import { freshConversation, parallelConversation } from "./connections.ts";
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
export const statelessPlan = (limits: Limits): RevisionPlan<StatelessTalk> => {
  const listed = new ListedItems();
  return {
    listed,
    main: mainConversation(listed, limits),
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
      freshConversation(limits, listed),
      subscriptionsConversation,
      cancellationConversation,
      inputConversation(),
      paramHeadersConversation,
      tasksConversation,
    ],
  };
};
