// Tasks that clients make of what a server asks.

import { answered, asks, clientTable, told } from "../client-table.ts";

const TASK = {
  taskId: "t1",
  status: "working",
  createdAt: "2025-11-25T10:30:00Z",
  lastUpdatedAt: "2025-11-25T10:30:00Z",
};
const WORK = {
  capabilities: { sampling: {}, tasks: { cancel: {}, list: {}, requests: { sampling: { createMessage: {} } } } },
};
const create = asks(10, 100, "a", "sampling/createMessage", { messages: [], task: {} });
const created = answered(12, 150, "a", { result: { task: { ...TASK, ttl: null } } });

clientTable("task_requests", [
  told("a task", [create, created], WORK).reads([
    { declared: "declared", answered: "task", flaws: [], begins: "working" },
  ]),
  told(
    "a task without its time",
    [create, answered(12, 150, "a", { result: { task: { ...TASK, createdAt: "now" } } })],
    WORK,
  ).reads([{ declared: "declared", answered: "task", flaws: ["createdAt", "ttl"], begins: "working" }]),
  told("no answer", [create], WORK).reads("open"),
]);

const shown = (seq: number, id: string, status: string) =>
  answered(seq, 100 + seq, id, { result: { ...TASK, ttl: 1, status } });
/** The server looks at the task once for each id. */
const looks = (...ids: string[]) =>
  ids.map((id, index) => asks(14 + 4 * index, 100, id, "tasks/get", { taskId: "t1" }));

clientTable("own_task_states", [
  told(
    "a task that comes to its end and stays there",
    [
      ...[create, ...looks("b", "c", "d")],
      ...[created, shown(16, "b", "input_required"), shown(20, "c", "completed"), shown(24, "d", "completed")],
    ],
    WORK,
  ).reads([{ flaws: [], move: "legal" }]),
  told(
    "a task that fails after it was complete",
    [create, ...looks("b", "c"), created, shown(16, "b", "completed"), shown(20, "c", "failed")],
    WORK,
  ).reads([
    { flaws: [], move: "legal" },
    { flaws: [], move: "illegal" },
  ]),
]);
