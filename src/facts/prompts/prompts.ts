import { type Json, member, stringMember } from "../../model/json.ts";
import { answersTo } from "../common/answers.ts";
import { encodingOf } from "../common/base64.ts";
import { unseen } from "../common/gaps.ts";
import { listChanged, listNotifications } from "../common/list-notifications.ts";
import { listFact } from "../common/lists.ts";
import { distinct } from "../common/messages.ts";
import { listDifferences, repeatedNames } from "../common/passes.ts";
import { unadvertised } from "../common/unadvertised.ts";
import { cursorOf, entriesOn } from "../common/walks.ts";
import { type Fact, type Item, seen } from "../fact.ts";
import { placeOf, type Seat, type View } from "../view.ts";

const LIST = "prompts/list";
const GET = "prompts/get";

export const prompts = listFact({
  name: "prompts",
  doc: "Every prompt the server lists, over all pages.",
  type: "Prompt, as listed",
  method: LIST,
  key: "prompts",
  label: "name",
});

export const promptsList = answersTo({
  name: "prompts_list",
  doc: "The answers to prompts/list for the first page.",
  steps: [/^(?:fresh-)?prompts\/list(?:-again|-empty-params)?$/],
  where: (seat) => seat.method === LIST && seat.exchange.deliberate !== true && cursorOf(seat) === undefined,
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
  steps: ["prompts/list-absent"],
  served: entriesOn,
});

const askedName = (seat: Seat): string | undefined => stringMember(member(seat.request, "params"), "name");

const GET_STEPS = [/^get(?:-\d+|-arguments)?$/, "fresh-read-prompt"];

const isRegularGet = (seat: Seat): boolean => seat.method === GET && seat.exchange.deliberate !== true;

export const promptGets = answersTo({
  name: "prompt_gets",
  doc: "The answers to prompts/get of listed prompts, with arguments where they need some.",
  steps: GET_STEPS,
  where: isRegularGet,
  label: askedName,
});

/** The messages of every prompt that was given. */
export const promptMessages: Fact = {
  name: "prompt_messages",
  doc: "Every message of every prompt that prompts/get returned.",
  kind: "list",
  type: "message (as sent), data_encoding and blob_encoding (of an image or audio block, of an embedded resource: base64, data-uri or other)",
  derived: ["data_encoding", "blob_encoding"],
  read(view) {
    const seats = view.seats.filter((seat) => isRegularGet(seat) && messagesIn(seat) !== undefined);
    if (seats.length === 0) return unseen(view, GET_STEPS, "an answered prompts/get");
    return seen(distinct(seats.flatMap(itemsOf)), looked(seats));
  },
};

const looked = (seats: readonly Seat[]) => seats.map((seat) => placeOf(seat, "/response/result"));

const messagesIn = ({ exchange }: Seat): readonly Json[] | undefined => {
  const messages = member(member(exchange.response, "result"), "messages");
  return Array.isArray(messages) ? messages : undefined;
};

const itemsOf = (seat: Seat): readonly Item[] =>
  (messagesIn(seat) ?? []).map((message, index) => {
    const pointer = `/response/result/messages/${index}`;
    return {
      value: { message, ...encodings(member(message, "content")) },
      exchange: seat.id,
      pointer,
      parts: {
        message: pointer,
        data_encoding: `${pointer}/content/data`,
        blob_encoding: `${pointer}/content/resource/blob`,
      },
      name: askedName(seat),
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

export const unknownPrompt = answersTo({
  name: "unknown_prompt",
  doc: "The answers to prompts/get of a prompt that does not exist.",
  steps: ["unknown-prompt"],
});

export const missingPromptArgument = answersTo({
  name: "missing_prompt_argument",
  doc: "The answers to prompts/get that leaves out an argument the prompt declares as required.",
  steps: ["missing-prompt-argument"],
  where: (seat, view) => isRegularGet(seat) && leavesOut(seat, view),
  label: askedName,
});

const leavesOut = (seat: Seat, view: View): boolean => {
  const reading = view.read(prompts);
  if (!reading.seen) return false;
  const listed = reading.items.find(({ name }) => name !== undefined && name === askedName(seat));
  const declared = member(listed?.value, "arguments");
  const given = member(member(seat.request, "params"), "arguments");
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
  steps: [/^odd-prompt-arguments/],
  label: askedName,
});
