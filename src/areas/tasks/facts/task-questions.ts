import { isJsonObject, type Json, member, stringMember, valueAt } from "../../../base/json.ts";
import { type AnswersSource, answersTo, isAsked } from "../../../judge/core/answers.ts";
import type { Added } from "../../../judge/core/extend-answers.ts";
import type { ExchangeRecord, Fact, View } from "../../../judge/core/fact.ts";
import { indexRecords, keyOf } from "../../../judge/core/record-index.ts";
import { errorCodeOf, paramsOf, resultOf } from "../../../judge/core/record-members.ts";
import { ERROR_CODE } from "../../../protocol/error-codes.ts";
import { META_KEY } from "../../../protocol/meta-keys.ts";
import type { QuestionRef } from "../../../protocol/question.ts";
import {
  aboutTasks,
  askedAt,
  handlesIn,
  isKnown,
  isOver,
  sightingsIn,
  statusAfter,
  statusBefore,
  taskIdAsked,
} from "./task-log.ts";

const compare = (found: Json | undefined, wanted: Json | undefined): string =>
  found === undefined ? "absent" : found === wanted ? "same" : "other";

const sameId = (record: ExchangeRecord): Added => ({
  value: compare(member(resultOf(record), "taskId"), taskIdAsked(record)),
  at: "/response",
});

const taskKey = (id: Json | undefined): string => `${typeof id} ${JSON.stringify(id)}`;

const aboutTask = indexRecords((record) => taskKey(taskIdAsked(record)));

/** Of the polls of one task, the first comes right after the handle. */
const pollOf = (record: ExchangeRecord, view: View): string => {
  const id = taskIdAsked(record);
  const first = aboutTask(view, taskKey(id)).find(({ method }) => method === "tasks/get");
  const handle = handlesIn(view).find(({ task }) => member(task, "taskId") === id);
  const together = handle?.record.exchange.conversation === record.exchange.conversation;
  return first === record && together ? "first" : "later";
};

/** Whether the client had answered a question of this task before it looked. */
const answersSent = (record: ExchangeRecord, view: View): string => {
  const id = taskIdAsked(record);
  const earlier = aboutTask(view, taskKey(id)).filter(({ index }) => index < record.index);
  const asked = new Set(earlier.flatMap((other) => keysOf(member(resultOf(other), "inputRequests"))));
  const answered = earlier.flatMap((other) => keysOf(member(paramsOf(other), "inputResponses")));
  return answered.some((key) => asked.has(key)) ? "sent" : "none";
};

const keysOf = (value: Json | undefined): string[] => (isJsonObject(value) ? Object.keys(value) : []);

const GET_STEPS: readonly QuestionRef[] = [
  "task:get-#",
  "task:get-after-#",
  "task:get-late-#",
  "task:get-cancelled-#",
  "task:get-late-cancelled-#",
  "task:get-unknown-#",
  "task:get-partial-#",
  "task:get-asking-#",
  "task:poll-#-#",
];

export const taskGet = aboutTasks(
  answersTo({
    name: "task_get",
    doc: "The answers to tasks/get of a task that the server made.",
    questions: [...GET_STEPS],
    where: ({ method }) => method === "tasks/get",
    members:
      "task_id (same as asked for, other, absent), poll (first after the handle, later), answers (to questions of the task, before this look: none, sent)",
    derived: ["task_id", "poll", "answers"],
    add: (record, view) =>
      isKnown(record, view)
        ? {
            task_id: sameId(record),
            poll: { value: pollOf(record, view), at: "/request" },
            answers: { value: answersSent(record, view), at: "/request" },
          }
        : undefined,
    none: "no task of the server's was polled",
  }),
);

/** A task that is denied when its time is over may have been looked for rightly. */
const isForgotten = (record: ExchangeRecord, view: View): boolean => {
  const sightings = sightingsIn(view).get(taskIdAsked(record) ?? "") ?? [];
  const [handle] = sightings;
  const last = sightings.findLast(({ heard, ttl }) => heard < askedAt(record) && ttl !== undefined);
  const denied = errorCodeOf(record.exchange.response) === ERROR_CODE.invalidParams;
  return denied && handle !== undefined && last !== undefined && isOver(handle, last, record.exchange.timing?.end_ms);
};

export const taskGetOtherMeta = aboutTasks(
  answersTo({
    name: "task_get_other_meta",
    doc: "The answers to tasks/get whose metadata names another task than its params.",
    questions: ["task:get-other-meta"],
    members: "task_id (same as in the params, other, absent)",
    derived: ["task_id"],
    add: (record, view) => (isForgotten(record, view) ? undefined : { task_id: sameId(record) }),
    none: "the task was no longer there",
  }),
);

export const taskGetWhileAsked = aboutTasks(
  answersTo({
    name: "task_get_while_asked",
    doc: "The answers to tasks/get while a request of that task waits for the client.",
    questions: ["task:get-asking-#"],
  }),
);

/** The statuses around a question; absent where nobody looked. */
const around = (record: ExchangeRecord, view: View): Readonly<Record<string, Added>> => {
  const before = statusBefore(record, view);
  const after = statusAfter(record, view);
  return {
    ...(before === undefined ? {} : { status_before: { value: before, at: "/request" } }),
    ...(after === undefined ? {} : { status_after: { value: after, at: "/response" } }),
  };
};

const AROUND =
  "status_before (the last status heard before), status_after (the first status asked for afterwards; gone: no such task)";

const followed = (question: AnswersSource, related?: string): Fact =>
  aboutTasks(
    answersTo({
      ...question,
      members: `${related === undefined ? "" : `${related}, `}${AROUND}`,
      derived: ["status_before", "status_after", ...(related === undefined ? [] : ["related_task"])],
      add: (record, view) => {
        if (!isKnown(record, view)) return undefined;
        return { ...around(record, view), ...(related === undefined ? {} : relatedTask(record)) };
      },
      none: "no such request named a task of the server's",
    }),
  );

const relatedTask = (record: ExchangeRecord): Readonly<Record<string, Added>> => {
  const related = valueAt(resultOf(record), "_meta", META_KEY.relatedTask);
  return { related_task: { value: compare(member(related, "taskId"), taskIdAsked(record)), at: "/response" } };
};

export const taskResult = followed(
  {
    name: "task_result",
    doc: "The answers to tasks/result of a task that the server made.",
    questions: ["task:result-#"],
    where: ({ method }) => method === "tasks/result",
  },
  "related_task (the metadata names the same task, another, or is absent)",
);

export const taskCancel = followed({
  name: "task_cancel",
  doc: "The answers to tasks/cancel of a task that the server made.",
  questions: ["task:cancel-#", "task:cancel-after-#"],
  where: ({ method }) => method === "tasks/cancel",
});

export const taskUpdate = followed({
  name: "task_update",
  doc: "The answers to tasks/update with answers to what the task asked for.",
  questions: ["task:update-#-#", "task:update-partial-#"],
  where: ({ method }) => method === "tasks/update",
});

export const taskUpdateUnknownKey = followed({
  name: "task_update_unknown_key",
  doc: "The answers to tasks/update under a key that the task never asked with.",
  questions: ["task:update-unknown-#"],
});

export const unknownTask = answersTo({
  name: "unknown_task",
  doc: "The answers to tasks/get, and where there is one tasks/result, of a task that does not exist.",
  questions: ["unknown-task:get", "unknown-task:result", "tasks/get-unknown"],
});

export const unknownTaskCancel = answersTo({
  name: "unknown_task_cancel",
  doc: "The answers to tasks/cancel of a task that does not exist.",
  questions: ["unknown-task:cancel", "tasks/cancel-unknown"],
});

export const taskList = answersTo({
  name: "task_list",
  doc: "The answers to tasks/list, page by page.",
  questions: ["list-tasks", "task:list-#"],
  where: ({ method, exchange }) => method === "tasks/list" && exchange.deliberate !== true,
});

export const removedTaskMethods = answersTo({
  name: "removed_task_methods",
  doc: "The answers to tasks/result and tasks/list in a revision that no longer has them.",
  questions: ["removed-tasks/result", "removed-tasks/list"],
});

export const taskOtherName = aboutTasks(
  answersTo({
    name: "task_other_name",
    doc: "The answers to tasks/get whose Mcp-Name header names something else than the task.",
    questions: ["task:other-name"],
  }),
);

export const undeclaredTaskRequests = aboutTasks(
  answersTo({
    name: "undeclared_task_requests",
    doc: "The answers to tasks/get, tasks/update and tasks/cancel of a task that exists, by a client that does not declare the extension.",
    questions: ["task:undeclared-get", "task:undeclared-update", "task:undeclared-cancel"],
  }),
);

/** The plain call of the same tool with the same arguments and capabilities, to compare with. */
const plainTwin = (record: ExchangeRecord, view: View): ExchangeRecord | undefined =>
  plainCalls(view, callKey(record)).find((other) => other !== record);

const plainCalls = indexRecords((record) =>
  record.method === "tools/call" && record.exchange.deliberate !== true && isAsked(record, ["call:#"])
    ? callKey(record)
    : undefined,
);

const callKey = (record: ExchangeRecord): string =>
  `${keyOf(stringMember(paramsOf(record), "name"))}${JSON.stringify(member(paramsOf(record), "arguments"))}`;

export const oldTaskParam = answersTo({
  name: "old_task_param",
  doc: "The answers to a tools/call with the task param of 2025-11-25 and without the extension declared (stateless era).",
  questions: ["old-task-param"],
  members: "plain (what the same call without it is answered with: result, error, other)",
  derived: ["plain"],
  add: (record, view) => {
    const twin = plainTwin(record, view);
    if (!twin) return undefined;
    const failed = member(twin.exchange.response, "error") !== undefined;
    const word = isJsonObject(resultOf(twin)) ? "result" : failed ? "error" : "other";
    return { plain: { value: word, at: "/request" } };
  },
  none: "there is no call without it to compare with",
});
