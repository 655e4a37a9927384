import type { ScenarioName } from "../capture/scenario-names.ts";
import { NEUTRAL } from "../probe/scenario/neutral.ts";
import type { Scenario } from "../probe/scenario/scenario.ts";
import { AUTH_SCENARIOS } from "./authorization/scenarios/scenarios.ts";
import { CACHES } from "./caching/scenarios.ts";
import { CANCELLATION } from "./cancellation/scenarios.ts";
import { ELICITATION } from "./elicitation/scenarios.ts";
import { ANSWER_FORMS } from "./http/scenarios/answer-forms.ts";
import { HTTP_HEADERS } from "./http/scenarios/headers.ts";
import { HTTP_SESSIONS } from "./http/scenarios/sessions.ts";
import { HTTP_STREAMS } from "./http/scenarios/streams.ts";
import { INPUT_ROUNDS } from "./input-rounds/scenarios.ts";
import { HANDSHAKES } from "./lifecycle/scenarios/handshakes.ts";
import { LIFECYCLE } from "./lifecycle/scenarios/life.ts";
import { MESSAGES } from "./messages/scenarios/proto.ts";
import { SERVER_REQUESTS } from "./messages/scenarios/server-requests.ts";
import { PAGES } from "./pagination/scenarios.ts";
import { SAMPLING } from "./sampling/scenarios.ts";
import { SCHEMAS } from "./schema/scenarios.ts";
import { SUBSCRIPTIONS } from "./subscriptions/scenarios.ts";
import { CLIENT_TASKS, SERVER_TASKS, TASK_HANDLES } from "./tasks/scenarios.ts";
import { CONTENTS } from "./tools/scenarios/contents.ts";
import { LISTS } from "./tools/scenarios/lists.ts";
import { ERAS } from "./versioning/scenarios.ts";

/** Every scenario, in the order in which they are listed and run. A file here holds those of one subject. */
export const ALL_SCENARIOS: readonly Scenario[] = [
  ...NEUTRAL,
  ...HANDSHAKES,
  ...LIFECYCLE,
  ...ERAS,
  ...MESSAGES,
  ...PAGES,
  ...SERVER_REQUESTS,
  ...HTTP_SESSIONS,
  ...HTTP_STREAMS,
  ...ANSWER_FORMS,
  ...HTTP_HEADERS,
  ...LISTS,
  ...CONTENTS,
  ...SCHEMAS,
  ...SUBSCRIPTIONS,
  ...CACHES,
  ...AUTH_SCENARIOS,
  ...INPUT_ROUNDS,
  ...SAMPLING,
  ...ELICITATION,
  ...CANCELLATION,
  ...SERVER_TASKS,
  ...CLIENT_TASKS,
  ...TASK_HANDLES,
];

export const scenarioNamed = (name: ScenarioName): Scenario => {
  const found = ALL_SCENARIOS.find((scenario) => scenario.name === name);
  if (!found) throw new Error(`there is no scenario ${name}`);
  return found;
};
