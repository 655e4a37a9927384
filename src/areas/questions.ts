// The tables of questions of all areas. Facts and plans import this file, so that the tables are known before one is read.

import { setQuestions } from "../protocol/question.ts";
import { APP_QUESTIONS } from "./apps/questions.ts";
import { AUTHORIZATION_QUESTIONS } from "./authorization/questions.ts";
import { AUTHORIZATION_SERVER_QUESTIONS } from "./authorization-server/questions.ts";
import { CANCELLATION_QUESTIONS } from "./cancellation/questions.ts";
import { HEADER_QUESTIONS } from "./headers/questions.ts";
import { HTTP_QUESTIONS } from "./http/questions.ts";
import { CLIENT_QUESTIONS } from "./input-rounds/questions.ts";
import { HANDSHAKE_QUESTIONS } from "./lifecycle/questions.ts";
import { LOGGING_QUESTIONS } from "./logging/questions.ts";
import { MESSAGE_QUESTIONS } from "./messages/questions.ts";
import { METADATA_QUESTIONS } from "./metadata/questions.ts";
import { LIST_QUESTIONS } from "./pagination/questions.ts";
import { PROMPT_QUESTIONS } from "./prompts/questions.ts";
import { RESOURCE_QUESTIONS } from "./resources/questions.ts";
import { IDENTITY_QUESTIONS } from "./security/questions.ts";
import { SKILL_QUESTIONS } from "./skills/questions.ts";
import { TASK_QUESTIONS } from "./tasks/questions.ts";
import { TOOL_QUESTIONS } from "./tools/questions.ts";

setQuestions([
  HANDSHAKE_QUESTIONS,
  MESSAGE_QUESTIONS,
  METADATA_QUESTIONS,
  HTTP_QUESTIONS,
  HEADER_QUESTIONS,
  AUTHORIZATION_QUESTIONS,
  AUTHORIZATION_SERVER_QUESTIONS,
  IDENTITY_QUESTIONS,
  LIST_QUESTIONS,
  TOOL_QUESTIONS,
  RESOURCE_QUESTIONS,
  PROMPT_QUESTIONS,
  LOGGING_QUESTIONS,
  CANCELLATION_QUESTIONS,
  CLIENT_QUESTIONS,
  TASK_QUESTIONS,
  SKILL_QUESTIONS,
  APP_QUESTIONS,
]);
