// The files that hold facts about clients, each in the area of the rules that use it.

import type { Fact } from "../judge/core/fact.ts";
import * as authorizationAuthorizationRequests from "./authorization/client-facts/authorization-requests.ts";
import * as authorizationBesideStdio from "./authorization/client-facts/beside-stdio.ts";
import * as authorizationDiscovery from "./authorization/client-facts/discovery.ts";
import * as authorizationExtensions from "./authorization/client-facts/extensions.ts";
import * as authorizationRegistration from "./authorization/client-facts/registration.ts";
import * as authorizationScopes from "./authorization/client-facts/scopes.ts";
import * as authorizationTokens from "./authorization/client-facts/tokens.ts";
import * as caching from "./caching/client-facts.ts";
import * as cancellation from "./cancellation/client-facts.ts";
import * as completion from "./completion/client-facts.ts";
import * as elicitationForms from "./elicitation/client-facts/forms.ts";
import * as elicitationPages from "./elicitation/client-facts/pages.ts";
import * as elicitationQuestions from "./elicitation/client-facts/questions.ts";
import * as extensions from "./extensions/client-facts.ts";
import * as headersParamHeaders from "./headers/client-facts/param-headers.ts";
import * as headersStandardHeaders from "./headers/client-facts/standard-headers.ts";
import * as httpAnswerForms from "./http/client-facts/answer-forms.ts";
import * as httpOldTransport from "./http/client-facts/old-transport.ts";
import * as httpRequests from "./http/client-facts/requests.ts";
import * as httpSessionIds from "./http/client-facts/session-ids.ts";
import * as httpStreams from "./http/client-facts/streams.ts";
import * as inputRounds from "./input-rounds/client-facts.ts";
import * as lifecycleEras from "./lifecycle/client-facts/eras.ts";
import * as lifecycleHandshake from "./lifecycle/client-facts/handshake.ts";
import * as lifecycleStatelessVersions from "./lifecycle/client-facts/stateless-versions.ts";
import * as lifecycleVersions from "./lifecycle/client-facts/versions.ts";
import * as logging from "./logging/client-facts.ts";
import * as messagesAnswers from "./messages/client-facts/answers.ts";
import * as messagesFrames from "./messages/client-facts/frames.ts";
import * as metadata from "./metadata/client-facts.ts";
import * as pagination from "./pagination/client-facts.ts";
import * as ping from "./ping/client-facts.ts";
import * as progress from "./progress/client-facts.ts";
import * as prompts from "./prompts/client-facts.ts";
import * as resources from "./resources/client-facts.ts";
import * as roots from "./roots/client-facts.ts";
import * as sampling from "./sampling/client-facts.ts";
import * as schema from "./schema/client-facts.ts";
import * as security from "./security/client-facts.ts";
import * as stdio from "./stdio/client-facts.ts";
import * as subscriptions from "./subscriptions/client-facts.ts";
import * as tasksOwnTasks from "./tasks/client-facts/own-tasks.ts";
import * as tasksServerTasks from "./tasks/client-facts/server-tasks.ts";
import * as tasksTaskRequests from "./tasks/client-facts/task-requests.ts";
import * as tools from "./tools/client-facts.ts";

const FILES: readonly Readonly<Record<string, unknown>>[] = [
  authorizationAuthorizationRequests,
  authorizationBesideStdio,
  authorizationDiscovery,
  authorizationExtensions,
  authorizationRegistration,
  authorizationScopes,
  authorizationTokens,
  caching,
  cancellation,
  completion,
  elicitationForms,
  elicitationPages,
  elicitationQuestions,
  extensions,
  headersParamHeaders,
  headersStandardHeaders,
  httpAnswerForms,
  httpOldTransport,
  httpRequests,
  httpSessionIds,
  httpStreams,
  inputRounds,
  lifecycleEras,
  lifecycleHandshake,
  lifecycleStatelessVersions,
  lifecycleVersions,
  logging,
  messagesAnswers,
  messagesFrames,
  metadata,
  pagination,
  ping,
  progress,
  prompts,
  resources,
  roots,
  sampling,
  schema,
  security,
  stdio,
  subscriptions,
  tasksOwnTasks,
  tasksServerTasks,
  tasksTaskRequests,
  tools,
];

const isFact = (value: unknown): value is Fact => typeof value === "object" && value !== null && "read" in value;

/** Every fact about clients: what one of these files exports and is one. */
export const ALL_CLIENT_FACTS: readonly Fact[] = FILES.flatMap((file) => Object.values(file).filter(isFact));

export const CLIENT_FACTS: ReadonlyMap<string, Fact> = new Map(ALL_CLIENT_FACTS.map((fact) => [fact.name, fact]));
