import { isJsonObject, type Json, type JsonObject, member, stringMember, valueAt } from "../../../base/json.ts";
import { defineFact, type FactSource } from "../../../judge/core/define-fact.ts";
import { type ExchangeRecord, type Fact, type Item, placeOf, placesOf, type View } from "../../../judge/core/fact.ts";
import { inapplicable } from "../../../judge/core/left-out.ts";
import { collect } from "../../../judge/core/messages.ts";
import { errorCodeOf, paramsOf, resultOf } from "../../../judge/core/record-members.ts";
import { metaOf } from "../../../judge/core/stateless-requests.ts";
import { ERROR_CODE } from "../../../protocol/error-codes.ts";
import { META_KEY, TASKS_EXTENSION } from "../../../protocol/meta-keys.ts";

/** A result that hands over a task: in the form of either revision. */
export interface Handle extends Item {
  readonly record: ExchangeRecord;
  readonly tool: string | undefined;
  /** The result as it came. */
  readonly value: JsonObject;
  /** The task in it, and where. */
  readonly task: JsonObject;
  readonly at: string;
}

/** One look at the status of a task: what was seen, when it was asked for and when it was heard. */
export interface TaskSighting {
  readonly taskId: string;
  /** "gone": the server says there is no such task. */
  readonly status: Json | undefined;
  readonly record: ExchangeRecord;
  /** The time to live that was named with it. */
  readonly ttl: Json | undefined;
  readonly asked: number;
  readonly heard: number;
}

export const toolOf = (record: ExchangeRecord): string | undefined =>
  record.method === "tools/call" ? stringMember(paramsOf(record), "name") : undefined;

export const taskIdAsked = (record: ExchangeRecord): string | undefined => stringMember(paramsOf(record), "taskId");

/** Whether the request declares the extension (stateless era). */
export const declaresTasks = ({ request }: ExchangeRecord): boolean =>
  valueAt(metaOf(request), META_KEY.clientCapabilities, "extensions", TASKS_EXTENSION) !== undefined;

/** Calls that may be answered with a task, as far as the client goes. */
export const taskCallsIn = (view: View): readonly ExchangeRecord[] => view.once(taskCalls);

const taskCalls = (view: View): readonly ExchangeRecord[] =>
  view.records.filter(
    (record) =>
      record.method === "tools/call" &&
      (view.era === "stateless" ? declaresTasks(record) : member(paramsOf(record), "task") !== undefined),
  );

export const handlesIn = (view: View): readonly Handle[] => view.once(gatherHandles);

const gatherHandles = (view: View): readonly Handle[] =>
  collect(view.records, (record) => {
    const result = record.method === "tools/call" ? resultOf(record) : undefined;
    if (!isJsonObject(result)) return [];
    const found = taskIn(result);
    if (!found) return [];
    const tool = toolOf(record);
    const pointer = "/response/result";
    return [
      {
        ...placeOf(record, pointer),
        record,
        tool,
        name: tool,
        value: result,
        task: found.task,
        at: pointer + found.at,
      },
    ];
  });

const taskIn = (result: JsonObject): { task: JsonObject; at: string } | undefined => {
  const nested = member(result, "task");
  if (isJsonObject(nested) && member(nested, "taskId") !== undefined) return { task: nested, at: "/task" };
  // What a tool returns may have any member; its content tells it from a task.
  const flat =
    member(result, "resultType") === "task" ||
    (["taskId", "status"].every((key) => member(result, key) !== undefined) && member(result, "content") === undefined);
  return flat ? { task: result, at: "" } : undefined;
};

/** The ids of the tasks that were handed over. */
export const knownIds = (view: View): ReadonlySet<string> => view.once(gatherIds);

const gatherIds = (view: View): ReadonlySet<string> =>
  new Set(handlesIn(view).flatMap(({ task }) => stringMember(task, "taskId") ?? []));

export const isKnown = (record: ExchangeRecord, view: View): boolean => {
  const id = taskIdAsked(record);
  return id !== undefined && knownIds(view).has(id);
};

/** Captures of other tools may not count: then their order is all there is. */
export const askedAt = ({ exchange, index }: ExchangeRecord): number => exchange.seq ?? 2 * index;
export const heardAt = ({ exchange, index }: ExchangeRecord): number => exchange.response_seq ?? 2 * index + 1;

export const sightingsIn = (view: View): ReadonlyMap<string, readonly TaskSighting[]> => view.once(gatherSightings);

const gatherSightings = (view: View): ReadonlyMap<string, readonly TaskSighting[]> => {
  const all = new Map<string, TaskSighting[]>();
  const add = (taskId: string, status: Json | undefined, record: ExchangeRecord, task: Json | undefined): void => {
    const list = all.get(taskId) ?? [];
    const ttl = ["ttl", "ttlMs"].map((key) => member(task, key)).find((found) => found !== undefined);
    list.push({ taskId, status, record, ttl, asked: askedAt(record), heard: heardAt(record) });
    all.set(taskId, list);
  };
  for (const { task, record } of handlesIn(view)) {
    const id = stringMember(task, "taskId");
    if (id !== undefined) add(id, member(task, "status"), record, task);
  }
  for (const record of view.records) {
    const id = taskIdAsked(record);
    if (id === undefined || !knownIds(view).has(id)) continue;
    const status = seenStatus(record);
    if (status !== undefined) add(id, status, record, resultOf(record));
  }
  for (const list of all.values()) list.sort((left, right) => left.heard - right.heard);
  return all;
};

const seenStatus = (record: ExchangeRecord): Json | undefined => {
  if (record.method === "tasks/cancel") return member(resultOf(record), "status");
  if (record.method !== "tasks/get" || isTwisted(record)) return undefined;
  const code = errorCodeOf(record.exchange.response);
  return code === ERROR_CODE.invalidParams ? "gone" : member(resultOf(record), "status");
};

/** Asked wrongly on purpose: what comes back says little about the task. */
const isTwisted = ({ exchange }: ExchangeRecord): boolean => exchange.deliberate === true;

/** The last status heard before something was asked. */
export const statusBefore = (record: ExchangeRecord, view: View): Json | undefined =>
  seen(record, view).findLast(({ heard }) => heard < askedAt(record))?.status;

/** The first status that was asked for after the answer had come. */
export const statusAfter = (record: ExchangeRecord, view: View): Json | undefined =>
  seen(record, view).find(({ asked, record: { method } }) => asked > heardAt(record) && method === "tasks/get")?.status;

const seen = (record: ExchangeRecord, view: View): readonly TaskSighting[] =>
  sightingsIn(view)
    .get(taskIdAsked(record) ?? "")
    ?.filter((sighting) => sighting.record.exchange.conversation === record.exchange.conversation) ?? [];

/**
 * Whether the time to live that was last named is over, or none was: a server may shorten it. It counts from the creation,
 * of which the call that made the task is the earliest sign.
 */
export const isExpired = (handle: TaskSighting, last: TaskSighting, until: number | undefined): boolean => {
  const from = handle.record.exchange.timing?.start_ms;
  if (typeof last.ttl !== "number") return last.ttl !== null;
  return from === undefined || until === undefined || until - from >= last.ttl;
};

/** Whether it is certain that the time to live named last is over. */
export const isOver = (handle: TaskSighting, last: TaskSighting, until: number | undefined): boolean =>
  typeof last.ttl === "number" &&
  handle.record.exchange.timing !== undefined &&
  until !== undefined &&
  isExpired(handle, last, until);

/** A question about tasks that was never put because no task gave occasion to put it. */
export const aboutTasks = <T = ExchangeRecord>(source: FactSource<T>): Fact => {
  const fact = defineFact(source);
  return {
    ...fact,
    read(view) {
      const reading = fact.read(view);
      if (reading.seen || !reading.applies || reading.reason !== "not-probed") return reading;
      const calls = taskCallsIn(view);
      if (calls.length === 0) return reading;
      const detail =
        handlesIn(view).length === 0 ? "the server made no task" : "no task of the server gave occasion for it";
      return inapplicable(detail, placesOf(calls.slice(0, 3)));
    },
  };
};
