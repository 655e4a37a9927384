// The tables of questions of all areas. Facts and plans import this file, so that the tables are known before one is read.

import { CORE_QUESTIONS } from "../probe/plan/core-questions.ts";
import { LIST_QUESTIONS } from "../probe/plan/list-questions.ts";
import { setQuestions } from "../protocol/question.ts";
import { APP_QUESTIONS } from "./apps/questions.ts";
import { AUTHORIZATION_QUESTIONS } from "./authorization/questions.ts";
import { AUTHORIZATION_SERVER_QUESTIONS } from "./authorization-server/questions.ts";
import { CANCELLATION_QUESTIONS } from "./cancellation/questions.ts";
import { COMPLETION_QUESTIONS } from "./completion/questions.ts";
import { ELICITATION_QUESTIONS } from "./elicitation/questions.ts";
import { HEADER_QUESTIONS } from "./headers/questions.ts";
import { HTTP_QUESTIONS } from "./http/questions.ts";
import { INPUT_ROUND_QUESTIONS } from "./input-rounds/questions.ts";
import { LIFECYCLE_QUESTIONS } from "./lifecycle/questions.ts";
import { LOGGING_QUESTIONS } from "./logging/questions.ts";
import { MESSAGE_QUESTIONS } from "./messages/questions.ts";
import { METADATA_QUESTIONS } from "./metadata/questions.ts";
import { PING_QUESTIONS } from "./ping/questions.ts";
import { PROMPT_QUESTIONS } from "./prompts/questions.ts";
import { RESOURCE_QUESTIONS } from "./resources/questions.ts";
import { SECURITY_QUESTIONS } from "./security/questions.ts";
import { SKILL_QUESTIONS } from "./skills/questions.ts";
import { STDIO_QUESTIONS } from "./stdio/questions.ts";
import { SUBSCRIPTIONS_QUESTIONS } from "./subscriptions/questions.ts";
import { TASK_QUESTIONS } from "./tasks/questions.ts";
import { TOOL_QUESTIONS } from "./tools/questions.ts";
import { VERSIONING_QUESTIONS } from "./versioning/questions.ts";

setQuestions([
  CORE_QUESTIONS,
  LIFECYCLE_QUESTIONS,
  VERSIONING_QUESTIONS,
  MESSAGE_QUESTIONS,
  METADATA_QUESTIONS,
  STDIO_QUESTIONS,
  HTTP_QUESTIONS,
  HEADER_QUESTIONS,
  AUTHORIZATION_QUESTIONS,
  AUTHORIZATION_SERVER_QUESTIONS,
  SECURITY_QUESTIONS,
  LIST_QUESTIONS,
  APP_QUESTIONS,
  CANCELLATION_QUESTIONS,
  COMPLETION_QUESTIONS,
  ELICITATION_QUESTIONS,
  INPUT_ROUND_QUESTIONS,
  LOGGING_QUESTIONS,
  PING_QUESTIONS,
  PROMPT_QUESTIONS,
  RESOURCE_QUESTIONS,
  SKILL_QUESTIONS,
  SUBSCRIPTIONS_QUESTIONS,
  TASK_QUESTIONS,
  TOOL_QUESTIONS,
]);
