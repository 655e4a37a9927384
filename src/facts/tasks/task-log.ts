import { isJsonObject, type Json, type JsonObject, member, stringMember } from "../../model/json.ts";
import { inapplicable } from "../common/gaps.ts";
import { META_KEYS, metaOf } from "../common/modern.ts";
import type { Fact, Item } from "../fact.ts";
import { placeOf, type Seat, type View } from "../view.ts";

export const TASKS_EXTENSION = "io.modelcontextprotocol/tasks";
export const RELATED_TASK = "io.modelcontextprotocol/related-task";

/** The plan's steps that make tasks; what it did not send is filed under the step's own name. */
export const TASK_STEP = "task";

/** A result that hands over a task: in the form of either revision. */
export interface Handle extends Item {
  readonly seat: Seat;
  readonly tool: string | undefined;
  /** The result as it came. */
  readonly value: JsonObject;
  /** The task in it, and where. */
  readonly task: JsonObject;
  readonly at: string;
}

/** One look at the status of a task: what was seen, when it was asked for and when it was heard. */
export interface Sighting {
  readonly taskId: string;
  /** "gone": the server says there is no such task. */
  readonly status: Json | undefined;
  readonly seat: Seat;
  readonly asked: number;
  readonly heard: number;
}

export const resultOf = ({ exchange }: Seat): Json | undefined => member(exchange.response, "result");

export const paramsOf = ({ request }: Seat): Json | undefined => member(request, "params");

export const toolOf = (seat: Seat): string | undefined =>
  seat.method === "tools/call" ? stringMember(paramsOf(seat), "name") : undefined;

export const taskIdAsked = (seat: Seat): string | undefined => stringMember(paramsOf(seat), "taskId");

/** Whether the request declares the extension (stateless era). */
export const declaresTasks = ({ request }: Seat): boolean =>
  member(member(member(metaOf(request), META_KEYS.clientCapabilities), "extensions"), TASKS_EXTENSION) !== undefined;

/** Calls that may be answered with a task, as far as the client goes. */
export const taskCallsIn = (view: View): readonly Seat[] => view.once(taskCalls);

const taskCalls = (view: View): readonly Seat[] =>
  view.seats.filter(
    (seat) =>
      seat.method === "tools/call" &&
      (view.era === "stateless" ? declaresTasks(seat) : member(paramsOf(seat), "task") !== undefined),
  );

export const handlesIn = (view: View): readonly Handle[] => view.once(gatherHandles);

const gatherHandles = (view: View): readonly Handle[] =>
  view.seats.flatMap((seat) => {
    const result = seat.method === "tools/call" ? resultOf(seat) : undefined;
    if (!isJsonObject(result)) return [];
    const found = taskIn(result);
    if (!found) return [];
    const tool = toolOf(seat);
    const pointer = "/response/result";
    return [
      { ...placeOf(seat, pointer), seat, tool, name: tool, value: result, task: found.task, at: pointer + found.at },
    ];
  });

const taskIn = (result: JsonObject): { task: JsonObject; at: string } | undefined => {
  const nested = member(result, "task");
  if (isJsonObject(nested) && member(nested, "taskId") !== undefined) return { task: nested, at: "/task" };
  const flat =
    member(result, "resultType") === "task" ||
    (member(result, "taskId") !== undefined && member(result, "status") !== undefined);
  return flat ? { task: result, at: "" } : undefined;
};

/** The ids of the tasks that were handed over. */
export const knownIds = (view: View): ReadonlySet<string> => view.once(gatherIds);

const gatherIds = (view: View): ReadonlySet<string> =>
  new Set(handlesIn(view).flatMap(({ task }) => stringMember(task, "taskId") ?? []));

export const isKnown = (seat: Seat, view: View): boolean => {
  const id = taskIdAsked(seat);
  return id !== undefined && knownIds(view).has(id);
};

/** Captures of other tools may not count: then their order is all there is. */
export const askedAt = ({ exchange, index }: Seat): number => exchange.seq ?? 2 * index;
export const heardAt = ({ exchange, index }: Seat): number => exchange.response_seq ?? 2 * index + 1;

export const sightingsIn = (view: View): ReadonlyMap<string, readonly Sighting[]> => view.once(gatherSightings);

const gatherSightings = (view: View): ReadonlyMap<string, readonly Sighting[]> => {
  const all = new Map<string, Sighting[]>();
  const add = (taskId: string, status: Json | undefined, seat: Seat): void => {
    const list = all.get(taskId) ?? [];
    list.push({ taskId, status, seat, asked: askedAt(seat), heard: heardAt(seat) });
    all.set(taskId, list);
  };
  for (const { task, seat } of handlesIn(view)) {
    const id = stringMember(task, "taskId");
    if (id !== undefined) add(id, member(task, "status"), seat);
  }
  for (const seat of view.seats) {
    const id = taskIdAsked(seat);
    if (id === undefined || !knownIds(view).has(id)) continue;
    const status = seenStatus(seat);
    if (status !== undefined) add(id, status, seat);
  }
  for (const list of all.values()) list.sort((left, right) => left.heard - right.heard);
  return all;
};

const NOT_FOUND = -32602;

const seenStatus = (seat: Seat): Json | undefined => {
  if (seat.method === "tasks/cancel") return member(resultOf(seat), "status");
  if (seat.method !== "tasks/get" || isTwisted(seat)) return undefined;
  const code = member(member(seat.exchange.response, "error"), "code");
  return code === NOT_FOUND ? "gone" : member(resultOf(seat), "status");
};

/** Asked wrongly on purpose: what comes back says little about the task. */
const isTwisted = ({ exchange }: Seat): boolean => exchange.deliberate === true;

/** The last status heard before something was asked. */
export const statusBefore = (seat: Seat, view: View): Json | undefined =>
  seen(seat, view).findLast(({ heard }) => heard < askedAt(seat))?.status;

/** The first status that was asked for after the answer had come. */
export const statusAfter = (seat: Seat, view: View): Json | undefined =>
  seen(seat, view).find(({ asked, seat: { method } }) => asked > heardAt(seat) && method === "tasks/get")?.status;

const seen = (seat: Seat, view: View): readonly Sighting[] =>
  sightingsIn(view)
    .get(taskIdAsked(seat) ?? "")
    ?.filter((sighting) => sighting.seat.exchange.conversation === seat.exchange.conversation) ?? [];

/** A question about tasks that was never put because no task gave occasion to put it. */
export const aboutTasks = (fact: Fact): Fact => ({
  ...fact,
  read(view) {
    const reading = fact.read(view);
    if (reading.seen || !reading.applies || reading.reason !== "not-probed") return reading;
    const calls = taskCallsIn(view);
    if (calls.length === 0) return reading;
    const detail =
      handlesIn(view).length === 0 ? "the server made no task" : "no task of the server gave occasion for it";
    return inapplicable(
      detail,
      calls.slice(0, 3).map((seat) => placeOf(seat)),
    );
  },
});
