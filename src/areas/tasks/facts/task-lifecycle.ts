import { isJsonObject, type Json, type JsonObject, member, stringMember, valueAt } from "../../../base/json.ts";
import { isAsked } from "../../../judge/core/answers.ts";
import { defineFact } from "../../../judge/core/define-fact.ts";
import { resultItem } from "../../../judge/core/derived-item.ts";
import { distinct } from "../../../judge/core/distinct.ts";
import { type ExchangeRecord, type Item, placeOf, placesOf, seen, type View } from "../../../judge/core/fact.ts";
import { pagesOf } from "../../../judge/core/lists.ts";
import { collect, type Heard, heardIn, part } from "../../../judge/core/messages.ts";
import { paramsOf, resultOf } from "../../../judge/core/record-members.ts";
import { metaOf } from "../../../judge/core/stateless-requests.ts";
import { unseen } from "../../../judge/core/unseen.ts";
import { META_KEY } from "../../../protocol/meta-keys.ts";
import { overCalls } from "./task-handles.ts";
import {
  aboutTasks,
  askedAt,
  handlesIn,
  heardAt,
  isExpired,
  isKnown,
  isOver,
  sightingsIn,
  type TaskSighting,
} from "./task-log.ts";

const PUSHED = new Set(["notifications/tasks/status", "notifications/tasks"]);

/** The status notifications of the server, at the place of their params. */
const pushedIn = (view: View): readonly { readonly heard: Heard; readonly params: JsonObject }[] =>
  collect(heardIn(view), (heard) => {
    const params = member(heard.value, "params");
    return PUSHED.has(stringMember(heard.value, "method") ?? "") && isJsonObject(params) ? [{ heard, params }] : [];
  });

/** tasks/cancel gives the task back in 2025-11-25 only. */
export const taskObjects = defineFact({
  name: "task_objects",
  doc: "Every task as the server describes it: in handles, in the results of tasks/get, tasks/list and tasks/cancel, in status notifications.",
  type: "Task, as described",
  questions: ["task:*"],
  read: (view) =>
    overCalls(view, () =>
      distinct([
        ...handlesIn(view).map((handle) => ({ ...handle, value: handle.task, pointer: handle.at, name: "tools/call" })),
        ...pagesOf(view, "tasks/get")
          .filter((record) => isKnown(record, view))
          .map((record) => resultItem(record)),
        ...(view.era === "stateful" ? pagesOf(view, "tasks/cancel").map((record) => resultItem(record)) : []),
        ...pagesOf(view, "tasks/list").flatMap(listed),
        ...pushedIn(view).map(({ heard, params }) => part(heard, params, "/params", "notification")),
      ]),
    ),
});

const listed = (record: ExchangeRecord): readonly Item[] => {
  const tasks = member(resultOf(record), "tasks");
  if (!Array.isArray(tasks)) return [];
  return tasks.map((value, index) => ({
    ...placeOf(record, `/response/result/tasks/${index}`),
    value,
    name: "tasks/list",
  }));
};

/** The messages that are about tasks and name them in their own members. */
export const taskManagement = defineFact({
  name: "task_management",
  doc: "The results of tasks/get, tasks/list and tasks/cancel, and the params of status notifications.",
  type: "object: the result or the params",
  questions: ["task:*"],
  read: (view) =>
    overCalls(view, () =>
      distinct([
        ...["tasks/get", "tasks/list", "tasks/cancel"].flatMap((method) =>
          pagesOf(view, method).map((record) => resultItem(record)),
        ),
        ...pushedIn(view).map(({ heard, params }) => part(heard, params, "/params", "notification")),
      ]),
    ),
});

export const taskTransitions = defineFact({
  name: "task_transitions",
  doc: "What the status of a task was and what it was at the next look, over all tasks.",
  type: "object: from, to (gone: the server denies a task that it had found before, although its time to live is not over)",
  derived: ["from"],
  questions: ["task:*"],
  read: (view) => overCalls(view, () => distinct([...sightingsIn(view).values()].flatMap(pairs))),
});

/** Only looks that were taken after the one before had been heard: else their order says nothing. */
const pairs = (sightings: readonly TaskSighting[]): readonly Item[] => {
  const [handle] = sightings;
  return sightings.flatMap((later) => {
    const earlier = sightings.findLast(({ heard }) => heard < later.asked);
    if (!earlier || !handle || earlier.status === undefined || later.status === undefined) return [];
    if (earlier.status === "gone" || (later.status === "gone" && !isMissed(handle, earlier, later))) return [];
    const value = { from: earlier.status, to: later.status };
    return [{ ...placeOf(later.record, "/response"), value, parts: { from: "/response", to: "/response" } }];
  });
};

/** A task that was never found is not yet there; one that was found is missed until its time to live is over. */
const isMissed = (handle: TaskSighting, earlier: TaskSighting, later: TaskSighting): boolean =>
  earlier.record.method === "tasks/get" && !isExpired(handle, earlier, later.record.exchange.timing?.end_ms);

/** Whether what tasks/get returned is in a complete reading of tasks/list that began afterwards. */
export const taskListings = aboutTasks({
  name: "task_listings",
  doc: "For each task that tasks/get returned: whether a full walk over tasks/list afterwards has it.",
  type: "object: status, listed (listed, missing)",
  derived: ["listed"],
  questions: ["list-tasks", "task"],
  read(view) {
    const pages = pagesOf(view, "tasks/list").filter(
      (record) => record.step === undefined || isAsked(record, ["task:list-#"]),
    );
    const [first] = pages;
    const last = pages.at(-1);
    if (!first || !last || member(resultOf(last), "nextCursor") !== undefined)
      return unseen(view, this.questions, "a full walk over tasks/list");
    const ids = new Set(pages.flatMap(listed).flatMap(({ value }) => stringMember(value, "taskId") ?? []));
    const items = [...sightingsIn(view)].flatMap(([taskId, sightings]) => {
      const got = sightings.findLast(
        ({ record, heard }) => record.method === "tasks/get" && heard < askedAt(first) && isTogether(record, first),
      );
      // A cancelled task may be deleted at any time.
      if (!got || got.status === "gone" || got.status === "cancelled" || got.status === undefined) return [];
      const [handle = got] = sightings;
      if (isOver(handle, got, last.exchange.timing?.end_ms)) return [];
      const value: Json = { status: got.status, listed: ids.has(taskId) ? "listed" : "missing" };
      return [{ ...placeOf(last, "/response/result"), value, parts: { status: "", listed: "" } }];
    });
    return seen(distinct(items), placesOf(pages));
  },
});

const isTogether = (left: ExchangeRecord, right: ExchangeRecord): boolean =>
  left.exchange.conversation === right.exchange.conversation;

export const pushedTasks = defineFact({
  name: "pushed_tasks",
  doc: "The status notifications: the task, and whether the server had agreed to tell of it.",
  type: "object: task (the params), subscription (acknowledged, not acknowledged, none)",
  derived: ["subscription"],
  questions: ["task:listen"],
  read: (view) =>
    overCalls(view, () =>
      pushedIn(view).map(({ heard, params }) => ({
        value: { task: params, subscription: subscriptionOf(heard, params, view) },
        exchange: heard.exchange,
        pointer: heard.pointer,
        parts: { task: `${heard.pointer}/params`, subscription: `${heard.pointer}/params` },
      })),
    ),
});

const acknowledgments = (view: View): readonly Heard[] =>
  heardIn(view).filter(({ value }) => stringMember(value, "method") === "notifications/subscriptions/acknowledged");

const subscriptionOf = (heard: Heard, params: JsonObject, view: View): string => {
  const id = valueAt(params, "_meta", META_KEY.subscriptionId);
  const agreed = acknowledgments(view).find(({ value, conversation, record }) =>
    id === undefined
      ? record !== undefined && record === heard.record
      : conversation === heard.conversation && metaOf(value)?.[META_KEY.subscriptionId] === id,
  );
  if (!agreed) return "none";
  const ids = valueAt(agreed.value, "params", "notifications", "taskIds");
  return Array.isArray(ids) && ids.includes(member(params, "taskId") ?? null) ? "acknowledged" : "not acknowledged";
};

/** Regular subscriptions to tasks. */
const taskListens = (view: View): readonly ExchangeRecord[] =>
  view.records.filter(
    (record) =>
      record.method === "subscriptions/listen" &&
      Array.isArray(valueAt(paramsOf(record), "notifications", "taskIds")) &&
      record.exchange.deliberate !== true,
  );

export const taskSubscriptions = aboutTasks({
  name: "task_subscriptions",
  doc: "The task ids a server acknowledges on subscriptions/listen, and those among them that were not asked for.",
  type: "object: acknowledged, not_asked_for",
  derived: ["not_asked_for"],
  questions: ["task:listen"],
  among: taskListens,
  missing: "a subscription to tasks",
  each: (record, view) => {
    const asked = valueAt(paramsOf(record), "notifications", "taskIds");
    const id = member(record.request, "id");
    const agreed = acknowledgments(view).find(
      ({ value, conversation }) =>
        conversation === record.exchange.conversation && metaOf(value)?.[META_KEY.subscriptionId] === id,
    );
    const ids = valueAt(agreed?.value, "params", "notifications", "taskIds") ?? [];
    if (!agreed || !Array.isArray(ids) || !Array.isArray(asked)) return undefined;
    const value = { acknowledged: ids, not_asked_for: ids.filter((entry) => !asked.includes(entry)) };
    const item = part(agreed, value, "/params/notifications");
    const at = `${item.pointer}/taskIds`;
    return { ...item, parts: { acknowledged: at, not_asked_for: at } };
  },
  looked: placesOf,
});

export const taskStreamMessages = aboutTasks({
  name: "task_stream_messages",
  doc: "The methods of what came on streams of subscriptions/listen for tasks.",
  type: "object: method",
  questions: ["task:listen"],
  read(view) {
    const records = taskListens(view);
    if (records.length === 0) return unseen(view, this.questions, "a subscription to tasks");
    const streams = new Set(records);
    const items = collect(heardIn(view), ({ value, exchange, pointer, record, conversation }) => {
      const method = stringMember(value, "method");
      if (method === undefined) return [];
      const id = valueAt(value, "params", "_meta", META_KEY.subscriptionId);
      const tagged = records.some(
        ({ request, exchange: own }) => own.conversation === conversation && member(request, "id") === id,
      );
      // On one pipe everything that comes meanwhile is filed somewhere; there only the tag counts.
      const onStream = view.transport === "stdio" ? tagged : record !== undefined && streams.has(record);
      return onStream ? [{ value: { method }, exchange, pointer, parts: { method: `${pointer}/method` } }] : [];
    });
    return seen(distinct(items), placesOf(records));
  },
});

/** What became of tasks whose original call was "cancelled" after it had been answered. */
export const tasksAfterCancelledCall = aboutTasks({
  name: "tasks_after_cancelled_call",
  doc: "The last status of each task whose tools/call was named in notifications/cancelled after its answer.",
  type: "object: status",
  questions: ["task:cancel-request-#"],
  missing: "a cancelled call that made a task",
  each: (record, view) => {
    const id = member(paramsOf(record), "requestId");
    const handle = handlesIn(view).find(
      ({ record: call }) => isTogether(call, record) && member(call.request, "id") === id,
    );
    const taskId = stringMember(handle?.task, "taskId") ?? "";
    const next = sightingsIn(view)
      .get(taskId)
      ?.find(({ asked, record: { method } }) => asked > askedAt(record) && method === "tasks/get");
    if (!next || next.status === undefined || heardAt(next.record) < askedAt(record)) return undefined;
    return { ...placeOf(next.record, "/response/result"), value: { status: next.status } };
  },
  looked: placesOf,
});
