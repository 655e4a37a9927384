import { type Json, type JsonObject, member, stringMember } from "../../model/json.ts";
import { outcomeOf } from "../common/answer.ts";
import { answersTo } from "../common/answers.ts";
import { extendAnswers } from "../common/extend-answers.ts";
import { unseen } from "../common/gaps.ts";
import { type Fact, type Item, type Reading, seen } from "../fact.ts";
import { tools } from "../tools/tools.ts";
import { placeOf, type Seat, type View } from "../view.ts";
import {
  aboutTasks,
  declaresTasks,
  handlesIn,
  paramsOf,
  resultOf,
  TASK_STEP,
  taskCallsIn,
  toolOf,
} from "./task-log.ts";

/** What is read of the calls that may make tasks; empty where they made none. */
export const overCalls = (view: View, name: string, items: () => readonly Item[]): Reading => {
  const calls = taskCallsIn(view);
  if (calls.length === 0)
    return unseen(view, [TASK_STEP, "unsupported-task"], `a call that may become a task (${name})`);
  return seen(
    items(),
    calls.slice(0, 3).map((seat) => placeOf(seat)),
  );
};

export const taskHandles: Fact = {
  name: "task_handles",
  doc: "Every result of tools/call that hands over a task, in the form of either revision.",
  kind: "list",
  type: "the result: task, or the members of the task and resultType",
  read: (view) => overCalls(view, "task_handles", () => handlesIn(view)),
};

const supportOf = (seat: Seat, view: View): string | undefined => {
  const name = toolOf(seat);
  const listed = view.read(tools);
  const tool = listed.seen ? listed.items.find((item) => item.name === name) : undefined;
  return tool && (stringMember(member(tool.value, "execution"), "taskSupport") ?? "forbidden");
};

const wantsTask = (seat: Seat): boolean => member(paramsOf(seat), "task") !== undefined;

export const taskCalls = aboutTasks(
  answersTo({
    name: "task_calls",
    doc: "The answers to a tools/call with a task member, of a tool that is listed as running as a task.",
    steps: [/^task-create/, TASK_STEP],
    where: (seat, view) =>
      seat.method === "tools/call" && wantsTask(seat) && ["optional", "required"].includes(supportOf(seat, view) ?? ""),
  }),
);

/** Whether plain calls of the same tool get a result: "none" where there was none, "both" where it depends. */
const plainOutcome = (seat: Seat, view: View): string => {
  const outcomes = new Set(
    view.seats
      .filter((other) => toolOf(other) === toolOf(seat) && !wantsTask(other) && other.exchange.deliberate !== true)
      .map(({ exchange }) => outcomeOf(exchange)),
  );
  const [only, another] = outcomes;
  return another === undefined ? (only ?? "none") : "several";
};

export const taskCallsUnsupported = extendAnswers(
  answersTo({
    name: "task_calls_unsupported",
    doc: "The answers to a tools/call with a task member, of a tool that is not listed as running as a task.",
    steps: [/^unsupported-task/],
    where: (seat, view) => seat.method === "tools/call" && wantsTask(seat) && supportOf(seat, view) === "forbidden",
  }),
  {
    members: "plain (the outcome of plain calls of the same tool: one of the outcomes, none, several)",
    derived: ["plain"],
    add: (seat, view) => ({ plain: { value: plainOutcome(seat, view), at: "/request" } }),
    none: "no such call was made",
  },
);

const isRequired = (seat: Seat, view: View): boolean => !wantsTask(seat) && supportOf(seat, view) === "required";

const codeOf = (value: Json | undefined): Json | undefined => member(member(value, "error"), "code");

/** The task of the same call failed in the same way: it says nothing about tasks. */
const failsAnyhow = (seat: Seat, view: View): boolean => {
  const ids = handlesIn(view)
    .filter(({ tool }) => tool === toolOf(seat))
    .map(({ task }) => member(task, "taskId"));
  const code = codeOf(seat.exchange.response);
  return view.seats.some(
    (other) =>
      other.method === "tasks/get" &&
      ids.includes(member(paramsOf(other), "taskId")) &&
      code !== undefined &&
      codeOf(resultOf(other)) === code,
  );
};

/** 2025-11-25 lists which tools those are; later it shows only when the same call with the extension makes a task. */
export const taskOnlyCalls = aboutTasks({
  ...answersTo({
    name: "task_only_calls",
    doc: "The answers to a tools/call without any sign of tasks, of a tool listed as task-only or known to make tasks.",
    steps: [],
  }),
  read(view) {
    const stateless = view.era === "stateless";
    const fact = answersTo({
      name: "task_only_calls",
      doc: "",
      steps: stateless ? [/^task-undeclared-/, TASK_STEP] : [/^call-\d/, "call"],
      where: (seat) => !stateless && seat.method === "tools/call",
    });
    const picked = extendAnswers(fact, {
      members: "",
      derived: [],
      add: (seat) => ((stateless ? !failsAnyhow(seat, view) : isRequired(seat, view)) ? {} : undefined),
      none: "no tool that was called is known to be task-only",
    });
    return picked.read(view);
  },
});

export const newTaskIds: Fact = {
  name: "new_task_ids",
  doc: "The id of every new task: how often it was given, and how many bits of it differ from one id to the next, at most.",
  kind: "list",
  type: "object: id, times, bits (an estimate, left out for an id that is no text)",
  derived: ["times", "bits"],
  read: (view) => overCalls(view, "new_task_ids", () => readIds(view)),
};

const readIds = (view: View): readonly Item[] => {
  const given = handlesIn(view).flatMap((handle) => {
    const id = member(handle.task, "taskId");
    return id === undefined ? [] : [{ id, handle }];
  });
  const texts = [...new Set(given.flatMap(({ id }) => (typeof id === "string" ? [id] : [])))];
  const bits = variableBits(texts);
  return given.map(({ id, handle: { exchange, at, name } }) => {
    const times = given.filter((other) => JSON.stringify(other.id) === JSON.stringify(id)).length;
    const value: JsonObject = { id, times, ...(typeof id === "string" ? { bits } : {}) };
    return { value, exchange, pointer: `${at}/taskId`, name, parts: { id: "", times: "", bits: "" } };
  });
};

/** What all ids begin and end with cannot be guessed wrongly; of the rest each character counts as if it were random. */
export const variableBits = (ids: readonly string[]): number => {
  const [first = "", ...others] = ids;
  const shortest = Math.min(...ids.map(({ length }) => length));
  let front = 0;
  let back = 0;
  if (others.length > 0) {
    while (front < shortest && others.every((id) => id[front] === first[front])) front += 1;
    while (back < shortest - front && others.every((id) => id.at(-1 - back) === first.at(-1 - back))) back += 1;
  }
  const rests = ids.map((id) => id.slice(front, id.length - back));
  return Math.min(...rests.map((rest) => Math.round(rest.length * bitsPerCharacter(rest))));
};

const bitsPerCharacter = (text: string): number => {
  if (/^[0-9]*$/.test(text)) return Math.log2(10);
  if (/^[0-9a-f-]*$/i.test(text)) return 4;
  if (/^[0-9a-z_-]*$/.test(text) || /^[0-9A-Z_-]*$/.test(text)) return Math.log2(36);
  return 6;
};

/** A plain call as slow as this shows whether the handle of a task waits for the work. */
const SLOW_MS = 300;

const durationOf = ({ exchange: { timing } }: Seat): number | undefined =>
  timing?.response_ms === undefined ? undefined : timing.response_ms - timing.start_ms;

export const taskHandlePace: Fact = {
  name: "task_handle_pace",
  doc: "How soon the handle of a task came, for tools whose plain call takes its time.",
  kind: "list",
  type: "object: tool, handle_ms, plain_ms, pace (at once, or as slow as the plain call)",
  derived: true,
  read: (view) => overCalls(view, "task_handle_pace", () => readPaces(view)),
};

const readPaces = (view: View): readonly Item[] => {
  const durations = (seats: readonly Seat[]): readonly number[] => seats.flatMap((seat) => durationOf(seat) ?? []);
  const base = Math.min(...durations(view.seats.filter(({ method }) => method === "tasks/get")));
  return handlesIn(view).flatMap(({ seat, tool = "", exchange }) => {
    const plain = view.seats.filter(
      (other) => toolOf(other) === tool && !wantsTask(other) && !declaresTasks(other) && resultOf(other) !== undefined,
    );
    const plainMs = Math.min(...durations(plain));
    const handleMs = durationOf(seat);
    if (handleMs === undefined || !Number.isFinite(plainMs - base) || plainMs - base < SLOW_MS) return [];
    const pace = handleMs - base >= 0.8 * (plainMs - base) ? "as slow as the plain call" : "at once";
    const value: Json = { tool, handle_ms: Math.round(handleMs), plain_ms: Math.round(plainMs), pace };
    return [{ value, exchange, pointer: "/timing", name: tool }];
  });
};
