import type { ScenarioName } from "../../protocol/scenarios.ts";
import type { Scenario } from "../scenario.ts";
import { ANSWER_FORMS } from "./answer-forms.ts";
import { AUTH_SCENARIOS } from "./auth-scenarios.ts";
import { CACHES } from "./caches.ts";
import { CANCELLATION } from "./cancellation.ts";
import { CONTENTS } from "./contents.ts";
import { ELICITATION } from "./elicitation.ts";
import { ERAS } from "./eras.ts";
import { HANDSHAKES } from "./handshakes.ts";
import { HTTP_HEADERS } from "./http-headers.ts";
import { HTTP_SESSIONS } from "./http-sessions.ts";
import { HTTP_STREAMS } from "./http-streams.ts";
import { INPUT_ROUNDS } from "./input-rounds.ts";
import { LIFECYCLE } from "./life.ts";
import { LISTS } from "./lists.ts";
import { NEUTRAL } from "./neutral.ts";
import { PAGES } from "./page.ts";
import { MESSAGES } from "./proto.ts";
import { SAMPLING } from "./sampling.ts";
import { SCHEMAS } from "./schemas.ts";
import { SERVER_REQUESTS } from "./server-requests.ts";
import { SUBSCRIPTIONS } from "./subscriptions.ts";
import { CLIENT_TASKS, SERVER_TASKS, TASK_HANDLES } from "./tasks.ts";

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
