import { isJsonObject, type Json, member, stringMember, valueAt } from "../../../base/json.ts";
import { answersTo } from "../../../judge/core/answers.ts";
import { encodingOf } from "../../../judge/core/base64.ts";
import { defineFact } from "../../../judge/core/define-fact.ts";
import { type ExchangeRecord, type Item, placesOf, type View } from "../../../judge/core/fact.ts";
import { prompts } from "../../../judge/core/facts/listed.ts";
import { listChangedFact } from "../../../judge/core/list-changes.ts";
import { listDifferences, repeatedNames } from "../../../judge/core/list-consistency.ts";
import { listChanged, listNotifications } from "../../../judge/core/list-notifications.ts";
import { cursorOf, entriesOn } from "../../../judge/core/listings.ts";
import { paramsOf } from "../../../judge/core/record-members.ts";
import { repeatedFailures } from "../../../judge/core/repeated-failures.ts";
import { unadvertised } from "../../../judge/core/unadvertised.ts";
import type { QuestionRef } from "../../../protocol/question.ts";

const LIST = "prompts/list";
const GET = "prompts/get";

export const promptsList = answersTo({
  name: "prompts_list",
  doc: "The answers to prompts/list for the first page.",
  questions: ["prompts/list", "prompts/list-again", "prompts/list-empty-params", "fresh-prompts/list"],
  where: (record) => record.method === LIST && record.exchange.deliberate !== true && cursorOf(record) === undefined,
});

export const repeatedPromptNames = repeatedNames(
  { name: "repeated_prompt_names", doc: "The names that one listing of the prompts holds more than once." },
  LIST,
  "name",
);

export const promptListDifferences = listDifferences(
  { name: "prompt_list_differences", doc: "The prompts that one full listing holds and another one does not." },
  [LIST],
  listChanged("prompt"),
);

export const promptListNotifications = listNotifications("prompt_list_notifications", "prompt");

export const unadvertisedPrompts = unadvertised({
  name: "unadvertised_prompts",
  doc: "The prompts listed by a server that does not advertise prompts.",
  type: "Prompt, as listed",
  capability: "prompts",
  methods: [LIST],
  questions: ["prompts/list-absent"],
  served: entriesOn,
});

const askedName = (record: ExchangeRecord): string | undefined => stringMember(paramsOf(record), "name");

const GET_STEPS: readonly QuestionRef[] = ["get:*", "fresh-read:prompt"];

const isRegularGet = (record: ExchangeRecord): boolean => record.method === GET && record.exchange.deliberate !== true;

export const promptGets = answersTo({
  name: "prompt_gets",
  doc: "The answers to prompts/get of listed prompts, with arguments where they need some.",
  questions: GET_STEPS,
  where: isRegularGet,
  label: askedName,
});

/** Made-up values may well be what a prompt fails at; those that need none leave no such doubt. */
const isBareGet = (record: ExchangeRecord): boolean => {
  const given = member(paramsOf(record), "arguments");
  return isRegularGet(record) && (given === undefined || (isJsonObject(given) && Object.keys(given).length === 0));
};

export const failingGets = repeatedFailures({
  name: "failing_gets",
  doc: "The prompts that failed with the same code every time they were asked for without arguments, at least twice.",
  questions: ["get:*", "fresh-read:prompt"],
  where: (record, view) => isBareGet(record) && !leavesOut(record, view),
  label: askedName,
  missing: "an answered prompts/get without arguments",
});

/** The messages of every prompt that was given. */
export const promptMessages = defineFact({
  name: "prompt_messages",
  doc: "Every message of every prompt that prompts/get returned.",
  type: "message (as sent), data_encoding and blob_encoding (of an image or audio block, of an embedded resource: base64, unpadded, spaced, url-safe, data-url or other)",
  derived: ["data_encoding", "blob_encoding"],
  questions: GET_STEPS,
  among: (view) => view.records.filter((record) => isRegularGet(record) && messagesIn(record) !== undefined),
  missing: "an answered prompts/get",
  each: (record) => itemsOf(record),
  distinct: true,
  looked: (records) => placesOf(records, "/response/result"),
});

const messagesIn = ({ exchange }: ExchangeRecord): readonly Json[] | undefined => {
  const messages = valueAt(exchange.response, "result", "messages");
  return Array.isArray(messages) ? messages : undefined;
};

const itemsOf = (record: ExchangeRecord): readonly Item[] =>
  (messagesIn(record) ?? []).map((message, index) => {
    const pointer = `/response/result/messages/${index}`;
    return {
      value: { message, ...encodings(member(message, "content")) },
      exchange: record.id,
      pointer,
      parts: {
        message: pointer,
        data_encoding: `${pointer}/content/data`,
        blob_encoding: `${pointer}/content/resource/blob`,
      },
      name: askedName(record),
    };
  });

const encodings = (content: Json | undefined): Record<string, Json> => {
  const data = stringMember(content, "data");
  const blob = stringMember(member(content, "resource"), "blob");
  return {
    ...(data === undefined ? {} : { data_encoding: encodingOf(data) }),
    ...(blob === undefined ? {} : { blob_encoding: encodingOf(blob) }),
  };
};

export const missingPromptArgument = answersTo({
  name: "missing_prompt_argument",
  doc: "The answers to prompts/get that leaves out an argument the prompt declares as required.",
  questions: ["missing-prompt-argument"],
  where: (record, view) => isRegularGet(record) && leavesOut(record, view),
  label: askedName,
});

const leavesOut = (record: ExchangeRecord, view: View): boolean => {
  const reading = view.read(prompts);
  if (!reading.seen) return false;
  const listed = reading.items.find(({ name }) => name !== undefined && name === askedName(record));
  const declared = member(listed?.value, "arguments");
  const given = member(paramsOf(record), "arguments");
  return (
    Array.isArray(declared) &&
    declared.some((argument) => {
      const name = stringMember(argument, "name");
      return member(argument, "required") === true && name !== undefined && member(given, name) === undefined;
    })
  );
};

export const oddPromptArguments = answersTo({
  name: "odd_prompt_arguments",
  doc: "The answers to prompts/get with a number as argument value, or with an argument the prompt does not declare.",
  questions: ["odd-prompt-arguments:*"],
  label: askedName,
});

export const promptListChanged = listChangedFact("prompt_list_changed", "prompts");
