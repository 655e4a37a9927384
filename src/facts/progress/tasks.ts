import { type Json, member, stringMember } from "../../model/json.ts";
import { isOnePipe, timeOf } from "../common/arrival.ts";
import { unseen } from "../common/gaps.ts";
import { made } from "../common/made.ts";
import { type Heard, heardIn } from "../common/messages.ts";
import { type Fact, type Item, seen } from "../fact.ts";
import { placeOf, type Seat, type View } from "../view.ts";
import { tokenOf } from "./notifications.ts";

const TERMINAL: readonly (string | undefined)[] = ["completed", "failed", "cancelled"];

interface TaskCall {
  readonly seat: Seat;
  readonly taskId: string;
  readonly token: string | number;
  /** Where the task was first seen to be over. */
  readonly end: Seat | undefined;
}

const resultOf = ({ exchange }: Seat): Json | undefined => member(exchange.response, "result");

/** Calls that run as tasks of the session (2025-11-25) and carry a token. */
const taskCalls = (view: View): readonly TaskCall[] =>
  view.seats.flatMap((seat) => {
    const taskId = stringMember(member(resultOf(seat), "task"), "taskId");
    const token = tokenOf(seat);
    if (taskId === undefined || token === undefined) return [];
    const end = view.seats
      .filter(
        (other) =>
          other.exchange.conversation === seat.exchange.conversation &&
          stringMember(resultOf(other), "taskId") === taskId &&
          TERMINAL.includes(stringMember(resultOf(other), "status")),
      )
      .sort((left, right) => (left.exchange.response_seq ?? 0) - (right.exchange.response_seq ?? 0))[0];
    return [{ seat, taskId, token, end }];
  });

export const taskProgress: Fact = {
  name: "task_progress",
  doc: "Progress notifications while or after calls ran as tasks: whose token they name, and whether the task was over.",
  kind: "list",
  type: "object: token (original, other: of no request of the session), task (running, over, unknown)",
  derived: true,
  read(view) {
    const calls = taskCalls(view);
    if (calls.length === 0) return unseen(view, ["task", "task-create"], "a call that runs as a task");
    const items = heardIn(view).flatMap((heard) => item(heard, calls, view) ?? []);
    return seen(
      items,
      calls.map(({ seat }) => placeOf(seat)),
    );
  },
};

const item = (heard: Heard, calls: readonly TaskCall[], view: View): Item | undefined => {
  if (member(heard.value, "method") !== "notifications/progress") return undefined;
  const token = member(member(heard.value, "params"), "progressToken");
  const here = calls.filter(({ seat }) => seat.exchange.conversation === heard.conversation);
  const call = here.find((entry) => entry.token === token);
  if (call) return made(heard, { token: "original", task: isOver(heard, call, view) ? "over" : "running" });
  const began = here.some(({ seat }) => (seat.exchange.response_seq ?? 0) < (heard.seq ?? 0));
  const known = view.seats.some(
    (seat) => seat.exchange.conversation === heard.conversation && String(tokenOf(seat)) === String(token),
  );
  return began && !known ? made(heard, { token: "other", task: "unknown" }) : undefined;
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
