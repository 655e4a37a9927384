import { member, stringMember, valueAt } from "../../../base/json.ts";
import { isOnePipe, timeOf } from "../../../judge/core/arrival.ts";
import { defineFact } from "../../../judge/core/define-fact.ts";
import { derivedItem } from "../../../judge/core/derived-item.ts";
import { type ExchangeRecord, type Item, placeOf, seen, type View } from "../../../judge/core/fact.ts";
import { collect, type Heard, heardIn } from "../../../judge/core/messages.ts";
import { indexRecords, keyOf } from "../../../judge/core/record-index.ts";
import { resultOf } from "../../../judge/core/record-members.ts";
import { unseen } from "../../../judge/core/unseen.ts";
import { tokenOf } from "./notifications.ts";

const TERMINAL: readonly (string | undefined)[] = ["completed", "failed", "cancelled"];

interface TaskCall {
  readonly record: ExchangeRecord;
  readonly taskId: string;
  readonly token: string | number;
  /** Where the task was first seen to be over. */
  readonly end: ExchangeRecord | undefined;
}

/** Calls that run as tasks of the session (2025-11-25) and carry a token. */
const taskCalls = (view: View): readonly TaskCall[] =>
  collect(view.records, (record) => {
    const taskId = stringMember(member(resultOf(record), "task"), "taskId");
    const token = tokenOf(record);
    if (taskId === undefined || token === undefined) return [];
    const key = keyOf(record.exchange.conversation, taskId);
    const end = [...ends(view, key)].sort(
      (left, right) => (left.exchange.response_seq ?? 0) - (right.exchange.response_seq ?? 0),
    )[0];
    // Where two tasks have one id, nobody knows which of them is over.
    return [{ record, taskId, token, end: begun(view, key).length > 1 ? undefined : end }];
  });

/** Where a task was begun. */
const begun = indexRecords((record) => {
  const taskId = stringMember(member(resultOf(record), "task"), "taskId");
  return taskId === undefined ? undefined : keyOf(record.exchange.conversation, taskId);
});

/** Where a task was seen to be over. */
const ends = indexRecords((record) => {
  const result = resultOf(record);
  return TERMINAL.includes(stringMember(result, "status"))
    ? keyOf(record.exchange.conversation, stringMember(result, "taskId"))
    : undefined;
});

const withToken = indexRecords((record) => keyOf(record.exchange.conversation, String(tokenOf(record))));

export const taskProgress = defineFact({
  name: "task_progress",
  doc: "Progress notifications while or after calls ran as tasks: whose token they name, and whether the task was over.",
  type: "object: token (original, other: of no request of the session), task (running, over, unknown)",
  derived: true,
  words: { other: "a token that no request of the session supplied", over: "the task had ended before" },
  questions: ["task:create-#"],
  read(view) {
    const calls = taskCalls(view);
    if (calls.length === 0) return unseen(view, this.questions, "a call that runs as a task");
    const items = collect(heardIn(view), (heard) => item(heard, calls, view) ?? []);
    return seen(
      items,
      calls.map(({ record }) => placeOf(record)),
    );
  },
});

const item = (heard: Heard, calls: readonly TaskCall[], view: View): Item | undefined => {
  if (member(heard.value, "method") !== "notifications/progress") return undefined;
  const token = valueAt(heard.value, "params", "progressToken");
  view.spend(calls.length);
  const here = calls.filter(({ record }) => record.exchange.conversation === heard.conversation);
  const call = here.find((entry) => entry.token === token);
  if (call) return derivedItem(heard, { token: "original", task: isOver(heard, call, view) ? "over" : "running" });
  const began = here.some(({ record }) => (record.exchange.response_seq ?? 0) < (heard.seq ?? 0));
  const known = withToken(view, keyOf(heard.conversation, String(token))).length > 0;
  return began && !known ? derivedItem(heard, { token: "other", task: "unknown" }) : undefined;
};

/** Two streams overtake each other by a little. */
const CROSSING_MS = 100;

const isOver = (heard: Heard, { end }: TaskCall, view: View): boolean => {
  if (!end || heard.seq === undefined) return false;
  if ((end.exchange.response_seq ?? Number.POSITIVE_INFINITY) > heard.seq) return false;
  const at = timeOf(heard, view);
  const over = end.exchange.timing?.response_ms;
  return isOnePipe(view) || (at !== undefined && over !== undefined && at - over > CROSSING_MS);
};
