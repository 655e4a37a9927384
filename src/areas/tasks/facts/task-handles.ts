import { least } from "../../../base/extremes.ts";
import { type Json, type JsonObject, member, stringMember } from "../../../base/json.ts";
import { outcomeOf } from "../../../judge/core/answer.ts";
import { answersTo } from "../../../judge/core/answers.ts";
import { cancellationOf } from "../../../judge/core/arrival.ts";
import { defineFact } from "../../../judge/core/define-fact.ts";
import { type ExchangeRecord, type Item, placesOf, type Reading, seen, type View } from "../../../judge/core/fact.ts";
import { isPlainCall } from "../../../judge/core/facts/calls.ts";
import { tools } from "../../../judge/core/facts/listed.ts";
import { groupBy } from "../../../judge/core/group-by.ts";
import { indexRecords, keyOf, ofMethod } from "../../../judge/core/record-index.ts";
import { errorCodeOf, paramsOf, resultOf } from "../../../judge/core/record-members.ts";
import { unseen } from "../../../judge/core/unseen.ts";
import type { QuestionRef } from "../../../protocol/question.ts";
import { aboutTasks, declaresTasks, handlesIn, taskCallsIn, toolOf } from "./task-log.ts";

const MAKING_TASKS: readonly QuestionRef[] = ["task:*", "unsupported-task:*"];

/** What is read of the calls that may make tasks; empty where they made none. */
export const overCalls = (view: View, items: () => readonly Item[]): Reading => {
  const calls = taskCallsIn(view);
  if (calls.length === 0) return unseen(view, MAKING_TASKS, "a call that may become a task");
  return seen(items(), placesOf(calls.slice(0, 3)));
};

export const taskHandles = defineFact({
  name: "task_handles",
  doc: "Every result of tools/call that hands over a task, in the form of either revision.",
  type: "the result: task, or the members of the task and resultType",
  questions: MAKING_TASKS,
  read: (view) => overCalls(view, () => handlesIn(view)),
});

/** The text is about how a task begins; by the time its handle is written it may have gone further. */
export const newTasks = defineFact({
  name: "new_tasks",
  doc: "The status in the handle of each new task, and whether the task says that it changed since it was created.",
  type: "object: status, updated (at creation, later, unknown)",
  derived: ["updated"],
  questions: MAKING_TASKS,
  read: (view) =>
    overCalls(view, () =>
      handlesIn(view).flatMap(({ task, exchange, at, name }) => {
        const status = member(task, "status");
        if (status === undefined) return [];
        const [created, updated] = [member(task, "createdAt"), member(task, "lastUpdatedAt")];
        const known = typeof created === "string" && typeof updated === "string";
        const word = known ? (created === updated ? "at creation" : "later") : "unknown";
        const parts = { status: `${at}/status`, updated: `${at}/lastUpdatedAt` };
        return [{ value: { status, updated: word }, exchange, pointer: at, name, parts }];
      }),
    ),
});

export const taskLongTtl = aboutTasks(
  answersTo({
    name: "task_long_ttl",
    doc: "The answers to a tools/call as a task that is to be kept for 30,000 years.",
    questions: ["task:create-long"],
  }),
);

/** Of several of one name the first. */
const toolsByName = (view: View): ReadonlyMap<string | undefined, Item> => {
  const listed = view.read(tools);
  return new Map((listed.seen ? listed.items : []).map((item) => [item.name, item] as const).reverse());
};

const supportOf = (record: ExchangeRecord, view: View): string | undefined => {
  const name = toolOf(record);
  const listed = view.read(tools);
  const tool = listed.seen ? view.once(toolsByName).get(name) : undefined;
  return tool && (stringMember(member(tool.value, "execution"), "taskSupport") ?? "forbidden");
};

const wantsTask = (record: ExchangeRecord): boolean => member(paramsOf(record), "task") !== undefined;

export const taskCalls = aboutTasks(
  answersTo({
    name: "task_calls",
    doc: "The answers to a tools/call with a task member, of a tool that is listed as running as a task.",
    questions: ["task:create-#", "task:create-second-#"],
    where: (record, view) =>
      record.method === "tools/call" &&
      wantsTask(record) &&
      ["optional", "required"].includes(supportOf(record, view) ?? ""),
  }),
);

const callsOfTool = indexRecords((record, view) => (isPlainCall(record, view) ? keyOf(toolOf(record)) : undefined));

/** Whether plain calls of the same tool get a result: "none" where there was none, "both" where it depends. */
const plainOutcome = (record: ExchangeRecord, view: View): string => {
  const outcomes = new Set(
    callsOfTool(view, keyOf(toolOf(record)))
      .filter((other) => !wantsTask(other))
      .map(({ exchange }) => outcomeOf(exchange)),
  );
  const [only, another] = outcomes;
  return another === undefined ? (only ?? "none") : "several";
};

export const taskCallsUnsupported = answersTo({
  name: "task_calls_unsupported",
  doc: "The answers to a tools/call with a task member, of a tool that is not listed as running as a task.",
  questions: ["unsupported-task:*"],
  where: (record, view) =>
    record.method === "tools/call" && wantsTask(record) && supportOf(record, view) === "forbidden",
  members: "plain (the outcome of plain calls of the same tool: one of the outcomes, none, several)",
  derived: ["plain"],
  add: (record, view) =>
    cancellationOf(record, view) === undefined
      ? { plain: { value: plainOutcome(record, view), at: "/request" } }
      : undefined,
  none: "no such call was made",
});

const isRequired = (record: ExchangeRecord, view: View): boolean =>
  !wantsTask(record) && supportOf(record, view) === "required";

/** The task of the same call failed in the same way: it says nothing about tasks. */
const failsAnyhow = (record: ExchangeRecord, view: View): boolean => {
  const ids = handlesIn(view)
    .filter(({ tool }) => tool === toolOf(record))
    .map(({ task }) => member(task, "taskId"));
  const code = errorCodeOf(record.exchange.response);
  return view.records.some(
    (other) =>
      other.method === "tasks/get" &&
      ids.includes(member(paramsOf(other), "taskId")) &&
      code !== undefined &&
      errorCodeOf(resultOf(other)) === code,
  );
};

/** 2025-11-25 lists which tools those are; later it shows only when the same call with the extension makes a task. */
export const taskOnlyCalls = aboutTasks({
  ...answersTo({
    name: "task_only_calls",
    doc: "The answers to a tools/call without any sign of tasks, of a tool listed as task-only or known to make tasks.",
    questions: ["task:undeclared-#", "call:#"],
  }),
  read(view) {
    const stateless = view.era === "stateless";
    const picked = answersTo({
      name: this.name,
      doc: this.doc,
      questions: stateless ? ["task:undeclared-#"] : ["call:#", "call:#-cancel"],
      where: (record) => !stateless && record.method === "tools/call",
      add: (record) => ((stateless ? !failsAnyhow(record, view) : isRequired(record, view)) ? {} : undefined),
      none: "no tool that was called is known to be task-only",
    });
    return picked.read(view);
  },
});

export const oldCapabilityCall = aboutTasks(
  answersTo({
    name: "old_capability_call",
    doc: "The answers to a tools/call of a tool known to make tasks, by a client that declares the old tasks capability only.",
    questions: ["task:old-capability-#"],
  }),
);

export const newTaskIds = defineFact({
  name: "new_task_ids",
  doc: "The id of every new task: to how many tasks it was given, and how many bits of it differ from one id to the next, at most.",
  type: "object: id, times, bits (an estimate, left out for an id that is no text)",
  derived: ["times", "bits"],
  questions: MAKING_TASKS,
  read: (view) => overCalls(view, () => readIds(view)),
});

const readIds = (view: View): readonly Item[] => {
  const given = handlesIn(view).flatMap((handle) => {
    const id = member(handle.task, "taskId");
    return id === undefined ? [] : [{ id, handle }];
  });
  const texts = [...new Set(given.flatMap(({ id }) => (typeof id === "string" ? [id] : [])))];
  const bits = variableBits(texts);
  return given.map(({ id, handle: { exchange, at, name } }) => {
    // A call that is made again may be given the task that runs already.
    const same = given.filter((other) => JSON.stringify(other.id) === JSON.stringify(id));
    const times = new Set(
      same.map(({ handle }) =>
        member(handle.task, "createdAt") ? `${handle.tool} ${member(handle.task, "createdAt")}` : handle,
      ),
    ).size;
    const value: JsonObject = { id, times, ...(typeof id === "string" ? { bits } : {}) };
    return { value, exchange, pointer: `${at}/taskId`, name, parts: { id: "", times: "", bits: "" } };
  });
};

/** What all ids begin and end with cannot be guessed wrongly; of the rest each character counts as if it were random. */
export const variableBits = (ids: readonly string[]): number => {
  const [first = "", ...others] = ids;
  const shortest = least(ids.map(({ length }) => length));
  let front = 0;
  let back = 0;
  if (others.length > 0) {
    while (front < shortest && others.every((id) => id[front] === first[front])) front += 1;
    while (back < shortest - front && others.every((id) => id.at(-1 - back) === first.at(-1 - back))) back += 1;
  }
  const rests = ids.map((id) => id.slice(front, id.length - back));
  return least(rests.map((rest) => Math.round(rest.length * bitsPerCharacter(rest))));
};

const bitsPerCharacter = (text: string): number => {
  if (/^[0-9]*$/.test(text)) return Math.log2(10);
  if (/^[0-9a-f-]*$/i.test(text)) return 4;
  if (/^[0-9a-z_-]*$/.test(text) || /^[0-9A-Z_-]*$/.test(text)) return Math.log2(36);
  return 6;
};

/** A plain call as slow as this shows whether the handle of a task waits for the work. */
const SLOW_MS = 300;

const durationOf = ({ exchange: { timing } }: ExchangeRecord): number | undefined =>
  timing?.response_ms === undefined ? undefined : timing.response_ms - timing.start_ms;

export const taskHandlePace = defineFact({
  name: "task_handle_pace",
  doc: "How soon the handle of a task came, for tools whose plain call takes its time.",
  type: "object: tool, handle_ms, plain_ms, pace (at once, or as slow as the plain call)",
  derived: true,
  questions: MAKING_TASKS,
  read: (view) => overCalls(view, () => readPaces(view)),
});

const plainResults = indexRecords((record) =>
  !wantsTask(record) && !declaresTasks(record) && resultOf(record) !== undefined ? toolOf(record) : undefined,
);

const readPaces = (view: View): readonly Item[] => {
  const durations = (records: readonly ExchangeRecord[]): readonly number[] =>
    records.flatMap((record) => durationOf(record) ?? []);
  const base = least(durations(ofMethod(view, "tasks/get")));
  const handles = handlesIn(view);
  const byTool = groupBy(handles, ({ tool }) => tool);
  return handles.flatMap(({ tool = "", exchange }) => {
    const plain = plainResults(view, tool);
    const plainMs = least(durations(plain));
    // The fastest of several: what a busy machine delays once says nothing about the server.
    const handleMs = least(durations((byTool.get(tool) ?? []).map(({ record }) => record)));
    if (!Number.isFinite(handleMs) || !Number.isFinite(plainMs - base) || plainMs - base < SLOW_MS) return [];
    const pace = handleMs - base >= 0.8 * (plainMs - base) ? "as slow as the plain call" : "at once";
    const value: Json = { tool, handle_ms: Math.round(handleMs), plain_ms: Math.round(plainMs), pace };
    return [{ value, exchange, pointer: "/timing", name: tool }];
  });
};
