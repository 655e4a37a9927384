import type { Fact } from "../fact.ts";
import {
  repeatedResourceUris,
  resourceListDifferences,
  resourceListNotifications,
  resources,
  resourcesList,
  resourceTemplates,
  templatesList,
  unadvertisedResources,
  unadvertisedTemplates,
} from "./lists.ts";
import { badUri, malformedRead, missingResource, readContents, resourceReads } from "./reading.ts";
import { templatePages, templateReads, unrealExpansions } from "./templates.ts";
import {
  removedSubscriptions,
  resourceUpdates,
  subscribe,
  subscribeAbsent,
  unsubscribe,
  unsubscribedUpdates,
} from "./watching.ts";

export const RESOURCES_FACTS: readonly Fact[] = [
  resources,
  resourcesList,
  repeatedResourceUris,
  resourceListDifferences,
  resourceListNotifications,
  unadvertisedResources,
  resourceReads,
  readContents,
  missingResource,
  badUri,
  malformedRead,
  subscribe,
  unsubscribe,
  subscribeAbsent,
  removedSubscriptions,
  resourceUpdates,
  unsubscribedUpdates,
  resourceTemplates,
  templatesList,
  templatePages,
  templateReads,
  unrealExpansions,
  unadvertisedTemplates,
];
