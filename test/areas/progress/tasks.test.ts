import type { Exchange, ReceivedMessage } from "../../../src/model/capture.ts";
import type { Json } from "../../../src/model/json.ts";
import { answered, leftOut, readingTable } from "../reading-table.ts";
import { arrived, conversations, message, within } from "../small-captures.ts";

const progress = (token: Json, seq: number, atMs = seq): ReceivedMessage =>
  arrived(message("notifications/progress", { progressToken: token, progress: seq }), seq, atMs);

const call: Exchange = {
  ...answered("task-create", "tools/call", { task: { taskId: "1" } }, { _meta: { progressToken: "t" } }),
  seq: 1,
  response_seq: 2,
};
const get = (status: string, responseSeq: number, responseMs = responseSeq, taskId = "1"): Exchange => ({
  ...answered("task-get", "tasks/get", { taskId, status }, { taskId }),
  seq: responseSeq - 1,
  response_seq: responseSeq,
  timing: { start_ms: 0, response_ms: responseMs, end_ms: responseMs },
});
const heard = (...messages: ReceivedMessage[]): Exchange => ({ ...answered("ping", "ping", {}), meanwhile: messages });

const http = { transport: "streamable-http" } as const;

readingTable("task_progress", [
  {
    shows: "on a pipe: while the task runs, and after it was seen to be over",
    capture: {
      exchanges: [
        call,
        get("working", 4),
        get("completed", 8),
        get("completed", 12),
        heard(progress("t", 7), progress("t", 9)),
      ],
    },
    reads: {
      values: [
        { token: "original", task: "running" },
        { token: "original", task: "over" },
      ],
      at: ["/meanwhile/0/message", "/meanwhile/1/message"],
      parts: [{ task: "/meanwhile/0/message" }, {}],
    },
  },
  {
    shows: "each way for a task to be over, and one that asks",
    capture: {
      exchanges: [call, get("input_required", 4), get("failed", 6), heard(progress("t", 5), progress("t", 7))],
    },
    reads: { partly: [{ task: "running" }, { task: "over" }] },
  },
  {
    shows: "a cancelled task, and the end of another one",
    capture: {
      exchanges: [call, get("completed", 4, 4, "2"), get("cancelled", 8), heard(progress("t", 6), progress("t", 9))],
    },
    reads: { partly: [{ task: "running" }, { task: "over" }] },
  },
  {
    shows: "two tasks of one id, of which nobody knows which is over",
    capture: {
      exchanges: [call, { ...call, seq: 3, response_seq: 4 }, get("completed", 6), heard(progress("t", 8))],
    },
    reads: { partly: [{ task: "running" }] },
  },
  {
    shows: "over HTTP two streams overtake each other by a little",
    capture: {
      ...http,
      exchanges: [call, get("completed", 8, 100), heard(progress("t", 9, 200), progress("t", 10, 201))],
    },
    reads: { partly: [{ task: "running" }, { task: "over" }] },
  },
  {
    shows: "a token of no request, one of another request, and one before the task began",
    capture: {
      exchanges: [
        call,
        answered("ping", "ping", {}, { _meta: { progressToken: 7 } }),
        heard(progress("z", 9), progress("7", 9), progress("y", 1)),
      ],
    },
    reads: { values: [{ token: "other", task: "unknown" }], at: ["/meanwhile/0/message"] },
  },
  {
    shows: "another connection, and other messages",
    capture: {
      conversations: conversations(["main", "second"]),
      exchanges: [call, within("second", heard(progress("t", 9))), heard(arrived(message("notifications/message"), 9))],
    },
    reads: { values: [], lookedAt: [""] },
  },
  {
    shows: "a task whose call had no token",
    capture: { exchanges: [answered("task-create", "tools/call", { task: { taskId: "1" } }, {})] },
    reads: { unseen: "not-probed" },
  },
  {
    shows: "tasks that are not on offer",
    capture: { exchanges: [], not_probed: [leftOut("task-create", "not-offered")] },
    reads: { inapplicable: "not-offered" },
  },
]);
