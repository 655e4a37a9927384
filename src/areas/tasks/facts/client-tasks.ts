import { greatest } from "../../../base/extremes.ts";
import { type JsonObject, member, stringMember, valueAt } from "../../../base/json.ts";
import { timeOf } from "../../../judge/core/arrival.ts";
import { questionsIn, type ServerQuestion } from "../../../judge/core/client-questions.ts";
import { defineFact } from "../../../judge/core/define-fact.ts";
import { derivedItem } from "../../../judge/core/derived-item.ts";
import { distinct } from "../../../judge/core/distinct.ts";
import { type ExchangeRecord, type Item, seen, type View } from "../../../judge/core/fact.ts";
import { type Heard, heardIn } from "../../../judge/core/messages.ts";
import { isLongAnswered, taskIn } from "../../../judge/core/open-requests.ts";
import { unseen } from "../../../judge/core/unseen.ts";

/** Answers of the client that hand a task to the server. */
const handedOut = (view: View): readonly ExchangeRecord[] =>
  view.records.filter((record) => record.method === undefined && taskIn(record) !== undefined);

const isHere = (record: ExchangeRecord, heard: Heard): boolean => record.exchange.conversation === heard.conversation;

const withdrawal = (heard: Heard, view: View): Item | undefined => {
  const { value } = heard;
  const params = member(value, "params");
  const by = stringMember(value, "method");
  const tasks = view.once(handedOut).filter((record) => isHere(record, heard));
  const isOfTask =
    by === "tasks/cancel"
      ? tasks.some((record) => stringMember(taskIn(record), "taskId") === stringMember(params, "taskId"))
      : by === "notifications/cancelled" &&
        tasks.some(
          (record) =>
            JSON.stringify(member(record.request, "id")) === JSON.stringify(member(params, "requestId")) &&
            isLongAnswered(record, heard, view),
        );
  if (!isOfTask || by === undefined) return undefined;
  return derivedItem(heard, { by, params: params ?? null });
};

export const taskWithdrawals = defineFact({
  name: "task_withdrawals",
  doc: "Every message with which the server withdrew a request that the client had answered with a task.",
  type: "object: by (tasks/cancel, notifications/cancelled), params",
  derived: true,
  among: heardIn,
  missing: "a message of the server's",
  each: withdrawal,
  looked: (heard) => heard.slice(0, 1),
});

/** With fewer, a pause or its absence may be chance. */
const POLLS = 4;

/**
 * From our answer to the last poll: if we are late to read them, that span only grows, so polls that were sent in time
 * never look hasty.
 */
const pollsOf = (record: ExchangeRecord, view: View): Item | undefined => {
  const task = taskIn(record);
  const interval = member(task, "pollInterval");
  if (typeof interval !== "number" || interval <= 0) return undefined;
  const polls = heardIn(view).filter(
    (heard) =>
      isHere(record, heard) &&
      member(heard.value, "method") === "tasks/get" &&
      stringMember(member(heard.value, "params"), "taskId") === stringMember(task, "taskId"),
  );
  const times = polls.flatMap((heard) => timeOf(heard, view) ?? []);
  const [first] = polls;
  const from = record.exchange.timing?.start_ms;
  if (!first || from === undefined || times.length < POLLS) return undefined;
  const pause = (greatest(times) - from) / times.length / interval;
  const value: JsonObject = { polls: times.length, mean_pause: Math.round(pause * 100) / 100 };
  return derivedItem(first, value);
};

export const clientPolls = defineFact({
  name: "client_polls",
  doc: "How the server polled a task of the client, where it did at least four times.",
  type: "object: polls (tasks/get requests), mean_pause (from the answer that handed the task out to the last of them, as a share of the pollInterval)",
  derived: true,
  read(view) {
    const heard = heardIn(view);
    if (heard.length === 0) return unseen(view, this.questions, "a message of the server's (client_polls)");
    return seen(
      view.once(handedOut).flatMap((record) => pollsOf(record, view) ?? []),
      heard.slice(0, 1),
    );
  },
});

/** Whether the client declared that it runs requests of this method as tasks. */
const takesTasks = ({ method, declared }: ServerQuestion): boolean => {
  const [feature = "", verb = ""] = method.split("/");
  return valueAt(declared, "tasks", "requests", feature, verb) !== undefined;
};

export const clientTaskRequests = defineFact({
  name: "client_task_requests",
  doc: "Every request of the server for sampling or elicitation, and whether the client had declared that it runs such requests as tasks.",
  type: "object: method, tasks (declared, undeclared), params",
  derived: ["tasks"],
  words: { undeclared: "the client had not declared tasks for it" },
  read(view) {
    const heard = heardIn(view);
    if (heard.length === 0) return unseen(view, this.questions, "a message of the server's (client_task_requests)");
    const asked = questionsIn(view).filter(
      ({ method, declared }) => AUGMENTABLE.includes(method) && declared !== undefined,
    );
    return seen(distinct(asked.map(requestItem)), heard.slice(0, 1));
  },
});

const AUGMENTABLE: readonly string[] = ["sampling/createMessage", "elicitation/create"];

const requestItem = (question: ServerQuestion): Item => {
  const { method, params, exchange, pointer } = question;
  const value: JsonObject = {
    method,
    tasks: takesTasks(question) ? "declared" : "undeclared",
    ...(params === undefined ? {} : { params }),
  };
  return { value, exchange, pointer, name: method, parts: { tasks: pointer } };
};
