import { type Question, stepName } from "../protocol/question.ts";
import type { Era } from "../protocol/revision-table.ts";
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

/** Everything the plan can ask. */
export const QUESTIONS = {
  ...HANDSHAKE_QUESTIONS,
  ...MESSAGE_QUESTIONS,
  ...METADATA_QUESTIONS,
  ...HTTP_QUESTIONS,
  ...HEADER_QUESTIONS,
  ...AUTHORIZATION_QUESTIONS,
  ...AUTHORIZATION_SERVER_QUESTIONS,
  ...IDENTITY_QUESTIONS,
  ...LIST_QUESTIONS,
  ...TOOL_QUESTIONS,
  ...RESOURCE_QUESTIONS,
  ...PROMPT_QUESTIONS,
  ...LOGGING_QUESTIONS,
  ...CANCELLATION_QUESTIONS,
  ...CLIENT_QUESTIONS,
  ...TASK_QUESTIONS,
  ...SKILL_QUESTIONS,
  ...APP_QUESTIONS,
} as const satisfies Record<string, Question>;

type Table = typeof QUESTIONS;

export type QuestionName = keyof Table;

type Declared<Row, Key extends "sends" | "besides", Otherwise> =
  Row extends Record<Key, readonly (infer Name)[]> ? Name : Otherwise;

/** The names of the messages that are filed under a question, `""` for its own name. */
type MessageName<Name extends QuestionName> = (
  | Declared<Table[Name], "sends", "">
  | Declared<Table[Name], "besides", never>
) &
  string;

/**
 * What a fact reads: a question's own message (`ping`), another one that is filed under it (`unknown-task:get`), or
 * everything that carries the question (`unknown-task:*`).
 */
export type QuestionRef = {
  [Name in QuestionName]: Name | `${Name}:*` | `${Name}:${Exclude<MessageName<Name>, "">}`;
}[QuestionName];

export const QUESTION_NAMES = Object.keys(QUESTIONS) as QuestionName[];

export const isQuestion = (name: string): name is QuestionName => Object.hasOwn(QUESTIONS, name);

export const questionRow = (name: QuestionName): Question => QUESTIONS[name];

/** The question that a reference names, and the names its messages have in captures (`#` for a number). */
export const resolveRef = (ref: QuestionRef): ResolvedRef => {
  const known = RESOLVED.get(ref);
  if (known) return known;
  const found = resolve(ref);
  RESOLVED.set(ref, found);
  return found;
};

interface ResolvedRef {
  readonly question: QuestionName;
  readonly steps: readonly string[];
}

/** References stand in the source, so they are few, and facts resolve the same ones for every exchange. */
const RESOLVED = new Map<QuestionRef, ResolvedRef>();

const resolve = (ref: QuestionRef): ResolvedRef => {
  const at = ref.indexOf(":");
  const question = (at < 0 ? ref : ref.slice(0, at)) as QuestionName;
  const messages = at < 0 ? [""] : ref.endsWith(":*") ? ["", ...sendsOf(question)] : [ref.slice(at + 1)];
  return { question, steps: messages.flatMap((message) => namesOf(stepName(question, message))) };
};

/** A number at the end may be missing: of several alike, the first may go without. */
const namesOf = (step: string): readonly string[] => (step.endsWith("-#") ? [step, step.slice(0, -2)] : [step]);

const OWN_NAME: readonly string[] = [""];

export const sendsOf = (question: QuestionName): readonly string[] => questionRow(question).sends ?? OWN_NAME;

/** Whether a reference names a message that does not carry its question. */
export const isBeside = (ref: QuestionRef): boolean => {
  const { question } = resolveRef(ref);
  return questionRow(question).besides?.includes(ref.slice(question.length + 1)) === true;
};

export const isAskedIn = (question: QuestionName, era: Era): boolean => {
  const asked = questionRow(question).era;
  return asked === "both" || asked === era;
};
