import { canonicalJson } from "../../../base/canonical.ts";
import { isJsonObject, type Json, type JsonObject, member, stringMember, valueAt } from "../../../base/json.ts";
import { isAsked } from "../../../judge/core/answers.ts";
import { defineFact } from "../../../judge/core/define-fact.ts";
import { type ExchangeRecord, type Item, placeOf, placesOf, seen, type View } from "../../../judge/core/fact.ts";
import { capabilities } from "../../../judge/core/facts/handshake.ts";
import { unknownMethod } from "../../../judge/core/facts/responses.ts";
import { collect, heardIn } from "../../../judge/core/messages.ts";
import { errorCodeOf, paramsOf, resultOf } from "../../../judge/core/record-members.ts";
import { isOfEra, requestHeader } from "../../../judge/core/stateless-requests.ts";
import { ERROR_CODE } from "../../../protocol/error-codes.ts";
import { META_KEY, TASKS_EXTENSION } from "../../../protocol/meta-keys.ts";
import { overCalls } from "./task-handles.ts";
import { aboutTasks, declaresTasks, handlesIn, isKnown, knownIds, taskIdAsked, toolOf } from "./task-log.ts";

/** What shows that a server has tasks, and whether it says so. */
export const signsOfTasks = defineFact({
  name: "signs_of_tasks",
  doc: "What shows that the server has tasks (a task handed over, a method of tasks that is known), and whether it advertises them.",
  type: "object: sign (task, method), advertised (advertised, not advertised)",
  derived: true,
  read(view) {
    const offer = view.read(capabilities);
    if (!offer.seen) return offer;
    const advertised = offer.items.some(({ value }) => offers(value, view)) ? "advertised" : "not advertised";
    const known = view.records.filter((record) => isAsked(record, ["tasks-absent"]) && isKnownMethod(record, view));
    const items = [
      ...handlesIn(view).map(({ exchange, pointer, name }) => ({ sign: "task", exchange, pointer, name })),
      ...known.map((record) => ({ sign: "method", ...placeOf(record, "/response"), name: undefined })),
    ];
    return seen(
      items.map(({ sign, exchange, pointer, name }) => ({ value: { sign, advertised }, exchange, pointer, name })),
      offer.items,
    );
  },
});

const offers = (value: Json, view: View): boolean =>
  view.era === "stateless"
    ? valueAt(value, "extensions", TASKS_EXTENSION) !== undefined
    : member(value, "tasks") !== undefined;

/** A server that tells unknown methods from others and knows this one. */
const isKnownMethod = ({ exchange: { response } }: ExchangeRecord, view: View): boolean => {
  if (member(response, "result") !== undefined) return true;
  const unknown = view.read(unknownMethod);
  // An unknown method that got no answer, on a busy machine say, speaks neither for nor against the others.
  const answered = unknown.seen ? unknown.items.filter(({ open }) => open === undefined) : [];
  const tells = answered.length > 0 && answered.every(({ value }) => errorCodeOf(value) === ERROR_CODE.methodNotFound);
  return tells && errorCodeOf(response) === ERROR_CODE.invalidParams;
};

/** What a server asks of its client for a task; nothing else runs while the plan waits for the result of one. */
export const taskRequests = aboutTasks({
  name: "task_requests",
  doc: "The elicitation and sampling requests that came while the result of a task was waited for, and the task they name.",
  type: "object: method, related_task (known, unknown, absent)",
  derived: ["related_task"],
  read: (view) =>
    overCalls(view, () =>
      collect(heardIn(view), (heard) => {
        const method = stringMember(heard.value, "method") ?? "";
        const waiting =
          heard.record?.method === "tasks/result" && (heard.record.step !== undefined || view.transport !== "stdio");
        if (heard.kind !== "request" || !waiting || !ASKING.has(method)) return [];
        const related = valueAt(heard.value, "params", "_meta", META_KEY.relatedTask, "taskId");
        const word = related === undefined ? "absent" : isKnownId(related, view) ? "known" : "unknown";
        const { exchange, pointer } = heard;
        const parts = { related_task: `${pointer}/params` };
        return [{ value: { method, related_task: word }, exchange, pointer, name: method, parts }];
      }),
    ),
});

const ASKING = new Set(["elicitation/create", "sampling/createMessage"]);

const isKnownId = (id: Json, view: View): boolean => typeof id === "string" && knownIds(view).has(id);

/** The resultType of every result, method by method. */
export const resultTypesByMethod = defineFact({
  name: "result_types_by_method",
  doc: "The resultType of the results of each method (stateless era).",
  type: "object: method, resultType",
  questions: ["server/discover"],
  among: (view) => view.records.filter((record) => isJsonObject(resultOf(record)) && isOfEra(record, view)),
  missing: "a result",
  each: (record) => {
    const { method } = record;
    const resultType = member(resultOf(record), "resultType");
    if (method === undefined || resultType === undefined) return undefined;
    const parts = { method: "/request/method" };
    return { ...placeOf(record, "/response/result"), value: { method, resultType }, name: method, parts };
  },
  distinct: true,
  looked: (records) => placesOf(records.slice(0, 1)),
});

export const callsWithoutExtension = defineFact({
  name: "calls_without_extension",
  doc: "The resultType of what tools/call is answered with when the request does not declare the tasks extension.",
  type: "object: resultType",
  questions: ["call", "old-task-param"],
  among: (view) =>
    view.records.filter(
      (record) =>
        toolOf(record) !== undefined &&
        !declaresTasks(record) &&
        isOfEra(record, view) &&
        isJsonObject(resultOf(record)),
    ),
  missing: "an answered tools/call",
  each: (record) => {
    const resultType = member(resultOf(record), "resultType");
    if (resultType === undefined) return undefined;
    return { ...placeOf(record, "/response/result"), value: { resultType }, name: toolOf(record) };
  },
  distinct: true,
  looked: (records) => placesOf(records.slice(0, 1)),
});

const inputRequestsOf = (record: ExchangeRecord): JsonObject | undefined => {
  const requests = member(resultOf(record), "inputRequests");
  return isJsonObject(requests) ? requests : undefined;
};

const pollsIn = (view: View): readonly ExchangeRecord[] =>
  view.records.filter(
    (record) => record.method === "tasks/get" && isKnown(record, view) && record.exchange.deliberate !== true,
  );

export const taskInputKeys = aboutTasks({
  name: "task_input_keys",
  doc: "The keys of what tasks asked for: how many different requests each stood for within its task, and how often it came up.",
  type: "object: key, requests, times (more than once: it was answered, was no longer asked for, and came back)",
  derived: ["requests", "times"],
  questions: ["task:*"],
  read: (view) =>
    overCalls(view, () =>
      readKeys(view).map(({ item, requests, times }) => ({
        ...item,
        value: { key: item.value, requests, times },
        parts: { key: item.pointer, requests: item.pointer, times: item.pointer },
      })),
    ),
});

interface KeyUse {
  readonly task: string | undefined;
  readonly item: Item;
  readonly questions: Question[];
  /** How many different requests the questions were. */
  requests: number;
  times: number;
  /** Answered, and left out of what was asked for afterwards. */
  isOver: boolean;
}

const readKeys = (view: View): readonly KeyUse[] => {
  const uses = new Map<string, KeyUse>();
  for (const record of pollsIn(view)) {
    const task = taskIdAsked(record);
    const requests = inputRequestsOf(record) ?? {};
    for (const use of uses.values()) {
      const key = String(use.item.value);
      if (use.task === task && !Object.hasOwn(requests, key) && resultOf(record) !== undefined)
        use.isOver ||= isAnswered(view, record, key);
    }
    for (const [key, request] of Object.entries(requests)) {
      const item = { ...placeOf(record, "/response/result/inputRequests"), value: key };
      const use = uses.get(`${task} ${key}`) ?? newUse(task, item);
      noteQuestion(use, readQuestion(request), isAnswered(view, record, key));
      if (use.isOver) use.times += 1;
      use.isOver = false;
      uses.set(`${task} ${key}`, use);
    }
  }
  return [...uses.values()];
};

const newUse = (task: string | undefined, item: Item): KeyUse => ({
  task,
  item,
  questions: [],
  requests: 0,
  times: 1,
  isOver: false,
});

/** Until it is answered, a question may be put in other words: a reminder, the time that is left. */
const noteQuestion = (use: KeyUse, question: Question, answered: boolean): void => {
  const isSame = use.questions.some(
    ({ essence, wording }) => essence === question.essence && (!answered || wording === question.wording),
  );
  if (!isSame) use.requests += 1;
  use.questions.push(question);
};

interface Question {
  readonly essence: string;
  readonly wording: string;
}

/** What a question asks for, and how it is worded; what is attached to it is not part of it. */
const readQuestion = (request: Json): Question => {
  const { _meta: _, params, ...rest } = isJsonObject(request) ? request : { request };
  const { _meta: __, message, ...asked } = isJsonObject(params) ? params : { params: params ?? null };
  return { essence: canonicalJson({ ...rest, params: asked }), wording: canonicalJson(message ?? null) };
};

/** Whether the client had answered the question of this task before it looked again. */
const isAnswered = (view: View, poll: ExchangeRecord, key: string): boolean =>
  view.records.some((record) => {
    const answers = member(paramsOf(record), "inputResponses");
    return (
      record.method === "tasks/update" &&
      record.index < poll.index &&
      taskIdAsked(record) === taskIdAsked(poll) &&
      isJsonObject(answers) &&
      Object.hasOwn(answers, key)
    );
  });

/** Some questions of a task were answered, others were not: those are still open. */
export const taskOpenQuestions = aboutTasks({
  name: "task_open_questions",
  doc: "After some of a task's questions were answered and it waits for no other: the unanswered ones that tasks/get leaves out.",
  type: "object: left_out (keys)",
  derived: ["left_out"],
  questions: ["task:*"],
  read: (view) => overCalls(view, () => collect(view.records, (record) => leftOut(record, view))),
});

const leftOut = (record: ExchangeRecord, view: View): readonly Item[] => {
  const answers = member(paramsOf(record), "inputResponses");
  if (record.method !== "tasks/update" || !isJsonObject(answers) || !isJsonObject(resultOf(record))) return [];
  const polls = pollsIn(view).filter(
    (poll) => taskIdAsked(poll) === taskIdAsked(record) && poll.index !== record.index,
  );
  const before = polls.findLast(({ index }) => index < record.index);
  const after = polls.find(({ index }) => index > record.index);
  const asked = before && inputRequestsOf(before);
  if (!asked || !after || member(resultOf(after), "status") !== "input_required") return [];
  const unanswered = Object.keys(asked).filter((key) => !Object.hasOwn(answers, key));
  if (unanswered.length === 0) return [];
  const still = inputRequestsOf(after) ?? {};
  // A new question may have taken the place of the old one, which then is no longer open.
  if (Object.keys(still).some((key) => !Object.hasOwn(asked, key))) return [];
  const value = { left_out: unanswered.filter((key) => !Object.hasOwn(still, key)) };
  return [{ ...placeOf(after, "/response/result/inputRequests"), value, parts: { left_out: "" } }];
};

/** Without credentials nobody knows whose tasks a list shows. */
export const taskListOffer = defineFact({
  name: "task_list_offer",
  doc: "The tasks capability, and whether the client sent credentials.",
  type: "object: tasks, credentials (sent, none)",
  derived: ["credentials"],
  questions: ["initialize"],
  read(view) {
    const offer = view.read(capabilities);
    if (!offer.seen) return offer;
    const sent = view.records.some((record) => CREDENTIALS.some((name) => requestHeader(record, name) !== undefined));
    const configured = view.capture.target?.kind === "http" && view.capture.target.header_names.length > 0;
    const credentials = sent || configured ? "sent" : "none";
    return seen(
      offer.items.map((item) => {
        const tasks = member(item.value, "tasks");
        const value: JsonObject = { credentials, ...(tasks === undefined ? {} : { tasks }) };
        return { ...item, value, parts: { credentials: "" } };
      }),
    );
  },
});

const CREDENTIALS = ["authorization", "cookie", "x-api-key"];
