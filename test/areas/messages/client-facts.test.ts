// How clients answer what a server asks: silence is a failure only after a while, and never where a person or a model has to answer.

import { answered, asks, clientTable, said } from "../client-table.ts";

const LIST = { method: "tools/list" };
const OK = { result: { tools: [] } };
const ping = asks(10, 100, "srv-1", "ping");

clientTable("server_request_echoes", [
  {
    shows: "an answer under the id",
    exchanges: [answered(12, 150, "srv-1", { result: {} })],
    asked: [ping],
    reads: ["same-id"],
  },
  {
    shows: "an answer under the id as another type",
    exchanges: [answered(12, 150, "7", { result: {} }), said(14, 1500, LIST, OK)],
    asked: [asks(10, 100, 7, "ping")],
    reads: ["other-type"],
  },
  {
    shows: "no answer, and the client went on long after",
    exchanges: [said(12, 1500, LIST, OK)],
    asked: [ping],
    reads: ["nothing"],
  },
  {
    shows: "no answer yet when the client went on",
    exchanges: [said(12, 200, LIST, OK)],
    asked: [ping],
    reads: "open",
  },
  { shows: "no answer, and the client is gone", exchanges: [], asked: [ping], reads: "open" },
  {
    shows: "a user who has not answered yet",
    exchanges: [said(12, 9000, LIST, OK)],
    asked: [asks(10, 100, "srv-1", "elicitation/create", { message: "?" })],
    capabilities: { elicitation: {} },
    reads: "open",
  },
]);

clientTable("roots_answers", [
  {
    shows: "roots that were not declared",
    exchanges: [answered(12, 150, "srv-1", { result: { roots: [{ uri: "file:///a" }] } })],
    asked: [asks(10, 100, "srv-1", "roots/list")],
    reads: [
      { answered: "result", declared: "undeclared", shows: "support", result: { roots: [{ uri: "file:///a" }] } },
    ],
  },
  {
    shows: "no roots, which shows nothing",
    exchanges: [answered(12, 150, "srv-1", { result: { roots: [] } })],
    asked: [asks(10, 100, "srv-1", "roots/list")],
    reads: [{ answered: "result", declared: "undeclared", result: { roots: [] } }],
  },
]);

clientTable("stray_responses", [
  {
    shows: "an answer that nobody asked for",
    exchanges: [answered(12, 150, "nobody", { result: {} })],
    reads: [{ jsonrpc: "2.0", id: "nobody", result: {} }],
  },
  {
    shows: "an error about something that could not be read",
    exchanges: [answered(12, 150, null, { error: { code: -32700, message: "Parse error" } })],
    reads: [],
  },
]);

const TASK = {
  taskId: "t1",
  status: "working",
  createdAt: "2025-11-25T10:30:00Z",
  lastUpdatedAt: "2025-11-25T10:30:00Z",
};
const WORK = { sampling: {}, tasks: { cancel: {}, list: {}, requests: { sampling: { createMessage: {} } } } };
const create = asks(10, 100, "a", "sampling/createMessage", { messages: [], task: {} });
const created = answered(12, 150, "a", { result: { task: { ...TASK, ttl: null } } });

clientTable("task_requests", [
  {
    shows: "a task",
    exchanges: [created],
    asked: [create],
    capabilities: WORK,
    reads: [{ declared: "declared", answered: "task", flaws: [], begins: "working" }],
  },
  {
    shows: "a task without its time",
    exchanges: [answered(12, 150, "a", { result: { task: { ...TASK, createdAt: "now" } } })],
    asked: [create],
    capabilities: WORK,
    reads: [{ declared: "declared", answered: "task", flaws: ["createdAt", "ttl"], begins: "working" }],
  },
  { shows: "no answer", exchanges: [], asked: [create], capabilities: WORK, reads: "open" },
]);

const shown = (seq: number, id: string, status: string) =>
  answered(seq, 100 + seq, id, { result: { ...TASK, ttl: 1, status } });

clientTable("own_task_states", [
  {
    shows: "a task that comes to its end and stays there",
    exchanges: [created, shown(16, "b", "input_required"), shown(20, "c", "completed"), shown(24, "d", "completed")],
    asked: [
      create,
      ...["b", "c", "d"].map((id, index) => asks(14 + 4 * index, 100, id, "tasks/get", { taskId: "t1" })),
    ],
    capabilities: WORK,
    reads: [{ flaws: [], move: "legal" }],
  },
  {
    shows: "a task that fails after it was complete",
    exchanges: [created, shown(16, "b", "completed"), shown(20, "c", "failed")],
    asked: [create, ...["b", "c"].map((id, index) => asks(14 + 4 * index, 100, id, "tasks/get", { taskId: "t1" }))],
    capabilities: WORK,
    reads: [
      { flaws: [], move: "legal" },
      { flaws: [], move: "illegal" },
    ],
  },
]);
