import { toPointer } from "../../json/pointer.ts";
import { isJsonObject, type Json, type JsonObject, member, stringMember } from "../../model/json.ts";
import { unseen } from "../common/gaps.ts";
import { distinct, type Heard, heardIn, part } from "../common/messages.ts";
import { type Fact, type Item, seen } from "../fact.ts";
import { placeOf, type Seat, type View } from "../view.ts";
import { overCalls } from "./handles.ts";
import {
  aboutTasks,
  askedAt,
  handlesIn,
  heardAt,
  isKnown,
  resultOf,
  type Sighting,
  sightingsIn,
  TASK_STEP,
} from "./task-log.ts";

const PUSHED = new Set(["notifications/tasks/status", "notifications/tasks"]);

/** The status notifications of the server, at the place of their params. */
const pushedIn = (view: View): readonly { readonly heard: Heard; readonly params: JsonObject }[] =>
  heardIn(view).flatMap((heard) => {
    const params = member(heard.value, "params");
    return PUSHED.has(stringMember(heard.value, "method") ?? "") && isJsonObject(params) ? [{ heard, params }] : [];
  });

const answered = (view: View, method: string): readonly Seat[] =>
  view.seats.filter(
    (seat) => seat.method === method && isJsonObject(resultOf(seat)) && seat.exchange.deliberate !== true,
  );

const whole = (seat: Seat, name: string): Item => ({
  ...placeOf(seat, "/response/result"),
  value: resultOf(seat) ?? null,
  name,
});

/** tasks/cancel gives the task back in 2025-11-25 only. */
export const taskObjects: Fact = {
  name: "task_objects",
  doc: "Every task as the server describes it: in handles, in the results of tasks/get, tasks/list and tasks/cancel, in status notifications.",
  kind: "list",
  type: "Task, as described",
  read: (view) =>
    overCalls(view, "task_objects", () =>
      distinct([
        ...handlesIn(view).map(({ task, exchange, at }) => ({
          value: task,
          exchange,
          pointer: at,
          name: "tools/call",
        })),
        ...answered(view, "tasks/get")
          .filter((seat) => isKnown(seat, view))
          .map((seat) => whole(seat, "tasks/get")),
        ...(view.era === "stateful" ? answered(view, "tasks/cancel").map((seat) => whole(seat, "tasks/cancel")) : []),
        ...answered(view, "tasks/list").flatMap(listed),
        ...pushedIn(view).map(({ heard, params }) => part(heard, params, "/params", "notification")),
      ]),
    ),
};

const listed = (seat: Seat): readonly Item[] => {
  const tasks = member(resultOf(seat), "tasks");
  if (!Array.isArray(tasks)) return [];
  return tasks.map((value, index) => ({
    value,
    exchange: seat.id,
    pointer: toPointer(["response", "result", "tasks", index]),
    name: "tasks/list",
  }));
};

/** The messages that are about tasks and name them in their own members. */
export const taskManagement: Fact = {
  name: "task_management",
  doc: "The results of tasks/get, tasks/list and tasks/cancel, and the params of status notifications.",
  kind: "list",
  type: "object: the result or the params",
  read: (view) =>
    overCalls(view, "task_management", () =>
      distinct([
        ...["tasks/get", "tasks/list", "tasks/cancel"].flatMap((method) =>
          answered(view, method).map((seat) => whole(seat, method)),
        ),
        ...pushedIn(view).map(({ heard, params }) => part(heard, params, "/params", "notification")),
      ]),
    ),
};

export const taskTransitions: Fact = {
  name: "task_transitions",
  doc: "What the status of a task was and what it was at the next look, over all tasks.",
  kind: "list",
  type: "object: from, to (gone: the server denies the task although its time to live is not over)",
  derived: ["from"],
  read: (view) => overCalls(view, "task_transitions", () => distinct([...sightingsIn(view).values()].flatMap(pairs))),
};

/** Only looks that were taken after the one before had been heard: else their order says nothing. */
const pairs = (sightings: readonly Sighting[]): readonly Item[] => {
  const [handle] = sightings;
  return sightings.flatMap((later) => {
    const earlier = sightings.findLast(({ heard }) => heard < later.asked);
    if (!earlier || !handle || earlier.status === undefined || later.status === undefined) return [];
    if (earlier.status === "gone" || (later.status === "gone" && isExpired(handle.seat, later.seat))) return [];
    return [
      {
        ...placeOf(later.seat, "/response"),
        value: { from: earlier.status, to: later.status },
        parts: { from: "", to: "" },
      },
    ];
  });
};

const isExpired = (handle: Seat, later: Seat): boolean => {
  const result = resultOf(handle);
  const task = member(result, "task") ?? result;
  const ttl = member(task, "ttl") ?? member(task, "ttlMs");
  const from = handle.exchange.timing?.start_ms;
  const until = later.exchange.timing?.end_ms;
  if (typeof ttl !== "number") return ttl !== null;
  return from === undefined || until === undefined || until - from >= ttl;
};

/** Whether what tasks/get returned is in a complete walk over tasks/list that began afterwards. */
export const taskListings: Fact = aboutTasks({
  name: "task_listings",
  doc: "For each task that tasks/get returned: whether a full walk over tasks/list afterwards has it.",
  kind: "list",
  type: "object: status, listed (listed, missing)",
  derived: ["listed"],
  read(view) {
    const pages = answered(view, "tasks/list").filter(({ step }) => step === undefined || step.startsWith("task-list"));
    const [first] = pages;
    const last = pages.at(-1);
    if (!first || !last || member(resultOf(last), "nextCursor") !== undefined)
      return unseen(view, ["list-tasks", TASK_STEP], "a full walk over tasks/list");
    const ids = new Set(pages.flatMap(listed).flatMap(({ value }) => stringMember(value, "taskId") ?? []));
    const items = [...sightingsIn(view)].flatMap(([taskId, sightings]) => {
      const got = sightings.findLast(
        ({ seat, heard }) => seat.method === "tasks/get" && heard < askedAt(first) && isTogether(seat, first),
      );
      // A cancelled task may be deleted at any time.
      if (!got || got.status === "gone" || got.status === "cancelled" || got.status === undefined) return [];
      const value: Json = { status: got.status, listed: ids.has(taskId) ? "listed" : "missing" };
      return [{ ...placeOf(last, "/response/result"), value, parts: { status: "", listed: "" } }];
    });
    return seen(
      distinct(items),
      pages.map((seat) => placeOf(seat)),
    );
  },
});

const isTogether = (left: Seat, right: Seat): boolean => left.exchange.conversation === right.exchange.conversation;

export const pushedTasks: Fact = {
  name: "pushed_tasks",
  doc: "The status notifications: the task, and whether the server had agreed to tell of it.",
  kind: "list",
  type: "object: task (the params), subscription (acknowledged, not acknowledged, none)",
  derived: ["subscription"],
  read: (view) =>
    overCalls(view, "pushed_tasks", () =>
      pushedIn(view).map(({ heard, params }) => ({
        value: { task: params, subscription: subscriptionOf(heard, params, view) },
        exchange: heard.exchange,
        pointer: heard.pointer,
        parts: { task: "/params", subscription: "/params" },
      })),
    ),
};

const SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId";

const acknowledgments = (view: View): readonly Heard[] =>
  heardIn(view).filter(({ value }) => stringMember(value, "method") === "notifications/subscriptions/acknowledged");

const subscriptionOf = (heard: Heard, params: JsonObject, view: View): string => {
  const id = member(member(params, "_meta"), SUBSCRIPTION);
  const agreed = acknowledgments(view).find(({ value, conversation, seat }) =>
    id === undefined
      ? seat !== undefined && seat === heard.seat
      : conversation === heard.conversation && member(member(member(value, "params"), "_meta"), SUBSCRIPTION) === id,
  );
  if (!agreed) return "none";
  const ids = member(member(member(agreed.value, "params"), "notifications"), "taskIds");
  return Array.isArray(ids) && ids.includes(member(params, "taskId") ?? null) ? "acknowledged" : "not acknowledged";
};

const listensToTasks = ({ method, request }: Seat): boolean =>
  method === "subscriptions/listen" &&
  Array.isArray(member(member(member(request, "params"), "notifications"), "taskIds"));

export const taskSubscriptions: Fact = aboutTasks({
  name: "task_subscriptions",
  doc: "The task ids a server acknowledges on subscriptions/listen, and those among them that were not asked for.",
  kind: "list",
  type: "object: acknowledged, not_asked_for",
  derived: ["not_asked_for"],
  read(view) {
    const seats = view.seats.filter((seat) => listensToTasks(seat) && seat.exchange.deliberate !== true);
    if (seats.length === 0) return unseen(view, ["task-listen", TASK_STEP], "a subscription to tasks");
    const items = seats.flatMap((seat) => {
      const asked = member(member(member(seat.request, "params"), "notifications"), "taskIds");
      const id = member(seat.request, "id");
      const agreed = acknowledgments(view).find(
        ({ value, conversation }) =>
          conversation === seat.exchange.conversation &&
          member(member(member(value, "params"), "_meta"), SUBSCRIPTION) === id,
      );
      const ids = member(member(member(agreed?.value, "params"), "notifications"), "taskIds") ?? [];
      if (!agreed || !Array.isArray(ids) || !Array.isArray(asked)) return [];
      return [
        {
          value: { acknowledged: ids, not_asked_for: ids.filter((entry) => !asked.includes(entry)) },
          exchange: agreed.exchange,
          pointer: `${agreed.pointer}/params/notifications`,
          parts: { acknowledged: "/taskIds", not_asked_for: "/taskIds" },
        },
      ];
    });
    return seen(
      items,
      seats.map((seat) => placeOf(seat)),
    );
  },
});

export const taskStreamMessages: Fact = aboutTasks({
  name: "task_stream_messages",
  doc: "The methods of what came on streams of subscriptions/listen for tasks.",
  kind: "list",
  type: "object: method",
  read(view) {
    const seats = view.seats.filter((seat) => listensToTasks(seat) && seat.exchange.deliberate !== true);
    if (seats.length === 0) return unseen(view, ["task-listen", TASK_STEP], "a subscription to tasks");
    const streams = new Set(seats);
    const items = heardIn(view).flatMap(({ value, exchange, pointer, seat, conversation }) => {
      const method = stringMember(value, "method");
      if (method === undefined) return [];
      const id = member(member(member(value, "params"), "_meta"), SUBSCRIPTION);
      const tagged = seats.some(
        ({ request, exchange: own }) => own.conversation === conversation && member(request, "id") === id,
      );
      // On one pipe everything that comes meanwhile is filed somewhere; there only the tag counts.
      const onStream = view.transport === "stdio" ? tagged : seat !== undefined && streams.has(seat);
      return onStream ? [{ value: { method }, exchange, pointer, parts: { method: "/method" } }] : [];
    });
    return seen(
      distinct(items),
      seats.map((seat) => placeOf(seat)),
    );
  },
});

/** What became of tasks whose original call was "cancelled" after it had been answered. */
export const tasksAfterCancelledCall: Fact = aboutTasks({
  name: "tasks_after_cancelled_call",
  doc: "The last status of each task whose tools/call was named in notifications/cancelled after its answer.",
  kind: "list",
  type: "object: status",
  read(view) {
    const cancels = view.seats.filter(({ step }) => step?.startsWith("task-cancel-request") === true);
    if (cancels.length === 0)
      return unseen(view, ["task-cancel-request", TASK_STEP], "a cancelled call that made a task");
    const items = cancels.flatMap((seat) => {
      const id = member(member(seat.request, "params"), "requestId");
      const handle = handlesIn(view).find(
        ({ seat: call }) => isTogether(call, seat) && member(call.request, "id") === id,
      );
      const taskId = stringMember(handle?.task, "taskId") ?? "";
      const next = sightingsIn(view)
        .get(taskId)
        ?.find(({ asked, seat: { method } }) => asked > askedAt(seat) && method === "tasks/get");
      if (!next || next.status === undefined || heardAt(next.seat) < askedAt(seat)) return [];
      return [
        { ...placeOf(next.seat, "/response/result"), value: { status: next.status }, parts: { status: "/status" } },
      ];
    });
    return seen(
      items,
      cancels.map((seat) => placeOf(seat)),
    );
  },
});
