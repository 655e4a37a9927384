import { isJsonObject, type Json, member, stringMember } from "../../model/json.ts";
import { answersTo } from "../common/answers.ts";
import { type Added, extendAnswers } from "../common/extend-answers.ts";
import type { Fact } from "../fact.ts";
import type { Seat, View } from "../view.ts";
import {
  aboutTasks,
  handlesIn,
  isKnown,
  paramsOf,
  RELATED_TASK,
  resultOf,
  statusAfter,
  statusBefore,
  TASK_STEP,
  taskIdAsked,
} from "./task-log.ts";

const compare = (found: Json | undefined, wanted: Json | undefined): string =>
  found === undefined ? "absent" : found === wanted ? "same" : "other";

const sameId = (seat: Seat): Added => ({
  value: compare(member(resultOf(seat), "taskId"), taskIdAsked(seat)),
  at: "/response",
});

/** Of the polls of one task, the first comes right after the handle. */
const pollOf = (seat: Seat, view: View): string => {
  const id = taskIdAsked(seat);
  const first = view.seats.find((other) => other.method === "tasks/get" && taskIdAsked(other) === id);
  const handle = handlesIn(view).find(({ task }) => member(task, "taskId") === id);
  const together = handle?.seat.exchange.conversation === seat.exchange.conversation;
  return first === seat && together ? "first" : "later";
};

const GET_STEPS = [/^task-get(-(after|late|cancelled|late-cancelled|unknown|partial|asking))?(-\d+)?$/, /^task-poll-/];

export const taskGet = aboutTasks(
  extendAnswers(
    answersTo({
      name: "task_get",
      doc: "The answers to tasks/get of a task that the server made.",
      steps: [...GET_STEPS, TASK_STEP],
      where: ({ method }) => method === "tasks/get",
    }),
    {
      members: "task_id (same as asked for, other, absent), poll (first after the handle, later)",
      derived: ["task_id", "poll"],
      add: (seat, view) =>
        isKnown(seat, view)
          ? { task_id: sameId(seat), poll: { value: pollOf(seat, view), at: "/request" } }
          : undefined,
      none: "no task of the server's was polled",
    },
  ),
);

export const taskGetOtherMeta = aboutTasks(
  extendAnswers(
    answersTo({
      name: "task_get_other_meta",
      doc: "The answers to tasks/get whose metadata names another task than its params.",
      steps: ["task-get-other-meta", TASK_STEP],
    }),
    {
      members: "task_id (same as in the params, other, absent)",
      derived: ["task_id"],
      add: (seat) => ({ task_id: sameId(seat) }),
      none: "no such question was asked",
    },
  ),
);

export const taskGetWhileAsked = aboutTasks(
  answersTo({
    name: "task_get_while_asked",
    doc: "The answers to tasks/get while a request of that task waits for the client.",
    steps: [/^task-get-asking/, TASK_STEP],
  }),
);

/** The statuses around a question; absent where nobody looked. */
const around = (seat: Seat, view: View): Readonly<Record<string, Added>> => {
  const before = statusBefore(seat, view);
  const after = statusAfter(seat, view);
  return {
    ...(before === undefined ? {} : { status_before: { value: before, at: "/request" } }),
    ...(after === undefined ? {} : { status_after: { value: after, at: "/response" } }),
  };
};

const AROUND =
  "status_before (the last status heard before), status_after (the first status asked for afterwards; gone: no such task)";

const followed = (fact: Fact, more: (seat: Seat) => Readonly<Record<string, Added>>, members: string): Fact =>
  aboutTasks(
    extendAnswers(fact, {
      members: `${members}${AROUND}`,
      derived: ["status_before", "status_after", ...(members === "" ? [] : ["related_task"])],
      add: (seat, view) => (isKnown(seat, view) ? { ...around(seat, view), ...more(seat) } : undefined),
      none: "no such request named a task of the server's",
    }),
  );

const relatedTask = (seat: Seat): Readonly<Record<string, Added>> => {
  const related = member(member(resultOf(seat), "_meta"), RELATED_TASK);
  return { related_task: { value: compare(member(related, "taskId"), taskIdAsked(seat)), at: "/response" } };
};

export const taskResult = followed(
  answersTo({
    name: "task_result",
    doc: "The answers to tasks/result of a task that the server made.",
    steps: [/^task-result/, TASK_STEP],
    where: ({ method }) => method === "tasks/result",
  }),
  relatedTask,
  "related_task (the metadata names the same task, another, or is absent), ",
);

export const taskCancel = followed(
  answersTo({
    name: "task_cancel",
    doc: "The answers to tasks/cancel of a task that the server made.",
    steps: [/^task-cancel(-after)?(-\d+)?$/, TASK_STEP],
    where: ({ method }) => method === "tasks/cancel",
  }),
  () => ({}),
  "",
);

export const taskUpdate = followed(
  answersTo({
    name: "task_update",
    doc: "The answers to tasks/update with answers to what the task asked for.",
    steps: [/^task-update-(partial|\d)/, TASK_STEP],
    where: ({ method }) => method === "tasks/update",
  }),
  () => ({}),
  "",
);

export const taskUpdateUnknownKey = followed(
  answersTo({
    name: "task_update_unknown_key",
    doc: "The answers to tasks/update under a key that the task never asked with.",
    steps: [/^task-update-unknown/, TASK_STEP],
  }),
  () => ({}),
  "",
);

export const unknownTask = answersTo({
  name: "unknown_task",
  doc: "The answers to tasks/get, and where there is one tasks/result, of a task that does not exist.",
  steps: ["unknown-task-get", "unknown-task-result", "unknown-task", "tasks/get-unknown"],
});

export const unknownTaskCancel = answersTo({
  name: "unknown_task_cancel",
  doc: "The answers to tasks/cancel of a task that does not exist.",
  steps: ["unknown-task-cancel", "unknown-task", "tasks/cancel-unknown"],
});

export const unknownTaskUpdate = answersTo({
  name: "unknown_task_update",
  doc: "The answers to tasks/update of a task that does not exist.",
  steps: ["tasks/update-unknown"],
});

export const taskBadCursor = answersTo({
  name: "task_bad_cursor",
  doc: "The answers to tasks/list with a cursor that was never issued.",
  steps: ["task-bad-cursor"],
});

export const taskList = answersTo({
  name: "task_list",
  doc: "The answers to tasks/list, page by page.",
  steps: ["list-tasks", /^task-list/],
  where: ({ method, exchange }) => method === "tasks/list" && exchange.deliberate !== true,
});

export const unadvertisedTaskMethods = answersTo({
  name: "unadvertised_task_methods",
  doc: "The answers to tasks/list and tasks/cancel where the server does not advertise them (2025-11-25).",
  steps: ["tasks-absent-list", "tasks-absent-cancel", "tasks-absent"],
});

export const undeclaredTaskMethods = answersTo({
  name: "undeclared_task_methods",
  doc: "The answers to tasks/get, tasks/update and tasks/cancel without the extension declared.",
  steps: [/^tasks-undeclared-tasks/, "tasks-undeclared"],
});

export const oldTaskCapability = answersTo({
  name: "old_task_capability",
  doc: "The answers to tasks/get of a client that declares the tasks capability of 2025-11-25 instead of the extension.",
  steps: ["tasks-undeclared-old-capability", "tasks-undeclared"],
});

export const undeclaredTaskListen = answersTo({
  name: "undeclared_task_listen",
  doc: "The answers to subscriptions/listen for a task without the extension declared.",
  steps: ["tasks-listen-undeclared"],
});

export const removedTaskMethods = answersTo({
  name: "removed_task_methods",
  doc: "The answers to tasks/result and tasks/list in a revision that no longer has them.",
  steps: ["removed-tasks/result", "removed-tasks/list"],
});

export const taskOtherName = aboutTasks(
  answersTo({
    name: "task_other_name",
    doc: "The answers to tasks/get whose Mcp-Name header names something else than the task.",
    steps: ["task-other-name", TASK_STEP],
  }),
);

/** The plain call of the same tool with the same arguments and capabilities, to compare with. */
const plainTwin = (seat: Seat, view: View): Seat | undefined =>
  view.seats.find(
    (other) =>
      other !== seat &&
      other.method === "tools/call" &&
      other.exchange.deliberate !== true &&
      stringMember(paramsOf(other), "name") === stringMember(paramsOf(seat), "name") &&
      JSON.stringify(member(paramsOf(other), "arguments")) === JSON.stringify(member(paramsOf(seat), "arguments")) &&
      other.step?.startsWith("call-") === true,
  );

export const oldTaskParam = extendAnswers(
  answersTo({
    name: "old_task_param",
    doc: "The answers to a tools/call with the task param of 2025-11-25 and without the extension declared (stateless era).",
    steps: ["old-task-param"],
  }),
  {
    members: "plain (what the same call without it is answered with: result, error, other)",
    derived: ["plain"],
    add: (seat, view) => {
      const twin = plainTwin(seat, view);
      if (!twin) return undefined;
      const { response } = twin.exchange;
      const word = isJsonObject(member(response, "result"))
        ? "result"
        : member(response, "error") !== undefined
          ? "error"
          : "other";
      return { plain: { value: word, at: "/request" } };
    },
    none: "there is no call without it to compare with",
  },
);
