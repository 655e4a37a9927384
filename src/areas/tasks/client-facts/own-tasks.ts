// The tasks of a client of 2025-11-25: what a server asks for as a task, and what it asks about tasks.

import { groupBy } from "../../../base/group-by.ts";
import { isJsonObject, type Json, listMember, member, stringMember, valueAt } from "../../../base/json.ts";
import { derivedFact } from "../../../judge/core/client/fact.ts";
import { answerPlace, type ClientQuestion, codeOf, questionsIn } from "../../../judge/core/client/questions.ts";
import { bySession, type Message, type Session, type View } from "../../../judge/core/client/view.ts";
import { META_KEY } from "../../../protocol/meta-keys.ts";

interface Answered extends ClientQuestion {
  readonly answer: Message;
}

const answeredIn = (view: View): readonly Answered[] => view.once(gatherAnswered);

const gatherAnswered = (view: View): readonly Answered[] =>
  questionsIn(view).filter((question): question is Answered => question.answer !== undefined);

const resultOf = ({ answered, given }: ClientQuestion): Json | undefined => (answered === "result" ? given : undefined);

const isBefore = (one: Answered, other: Answered): boolean => one.answer.sentAt < other.answer.sentAt;

/** Requests of the server that are to be a task. */
const asTasks = (view: View): readonly Answered[] =>
  answeredIn(view).filter(({ params, session }) => session.era === "stateful" && member(params, "task") !== undefined);

const isDeclared = ({ method, declared }: ClientQuestion): boolean => {
  const [feature = "", operation = ""] = method.split("/");
  return valueAt(declared, "tasks", "requests", feature, operation) !== undefined;
};

export const acceptedTasks = derivedFact("accepted_tasks", {
  doc: "Every request of the server that asks for a task and that the client answered with one: whether it had declared it.",
  type: "object: method, declared (declared, undeclared)",
  missing: "the server asks the client for a task",
  among: questionsIn,
  at: ({ answer, source, method }) => answer ?? { source, method },
  say: (question) => {
    const { method, params, given } = question;
    if (member(params, "task") === undefined || member(given, "task") === undefined) return undefined;
    return { method, declared: isDeclared(question) ? "declared" : "undeclared" };
  },
});

const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/;
const STATUSES: ReadonlySet<string> = new Set(["working", "input_required", "completed", "failed", "cancelled"]);
const FINAL: ReadonlySet<string> = new Set(["completed", "failed", "cancelled"]);

/** The members of a task that are missing or odd. */
const flawsOf = (task: Json | undefined): readonly string[] => {
  const ttl = member(task, "ttl");
  return [
    ...(typeof member(task, "taskId") === "string" ? [] : ["taskId"]),
    ...(STATUSES.has(stringMember(task, "status") ?? "") ? [] : ["status"]),
    ...(DATE.test(stringMember(task, "createdAt") ?? "") ? [] : ["createdAt"]),
    ...(DATE.test(stringMember(task, "lastUpdatedAt") ?? "") ? [] : ["lastUpdatedAt"]),
    ...(ttl === null || typeof ttl === "number" ? [] : ["ttl"]),
  ];
};

const hasPlainAnswer = ({ session, method }: Answered, view: View): boolean =>
  view.once(groupPlainAnswers).get(session)?.has(method) ?? false;

const groupPlainAnswers = (view: View): ReadonlyMap<Session, ReadonlyMap<string, readonly Answered[]>> =>
  bySession(
    answeredIn(view).filter(({ params, answered }) => member(params, "task") === undefined && answered === "result"),
    ({ method }) => method,
  );

export const taskRequests = derivedFact("task_requests", {
  doc: "Every request of the server that is to be a task and was answered: how, and whether the client had declared it.",
  type: "object: declared (declared, undeclared), answered (task, plain, error), flaws (members of the task that are missing or odd), begins (the first status), plainly (answered: without a task the same client answers)",
  scenarios: ["client-task-work", "client-tasks"],
  words: { plain: "the result itself in place of a task" },
  missing: "the server asks a client for a task",
  among: asTasks,
  at: answerPlace,
  say: (question, view) => {
    const task = member(resultOf(question), "task");
    return {
      declared: isDeclared(question) ? "declared" : "undeclared",
      answered: question.answered === "error" ? "error" : task === undefined ? "plain" : "task",
      flaws: task === undefined ? [] : [...flawsOf(task)],
      ...(task === undefined ? {} : { begins: stringMember(task, "status") ?? "nothing" }),
      ...(hasPlainAnswer(question, view) ? { plainly: "answered" } : {}),
    };
  },
});

/** A task that the client handed out. */
interface OwnTask extends Answered {
  readonly taskId: Json;
}

const ownTasks = (view: View): readonly OwnTask[] => view.once(gatherTasks);

const gatherTasks = (view: View): readonly OwnTask[] =>
  asTasks(view).flatMap((question): OwnTask[] => {
    const taskId = valueAt(resultOf(question), "task", "taskId");
    return taskId === undefined ? [] : [{ ...question, taskId }];
  });

export const ownTaskIds = derivedFact("own_task_ids", {
  doc: "The id of every task that the client handed out.",
  type: "object: type (a JSON type), used (once, again)",
  scenarios: ["client-task-work"],
  words: { again: "the id of another task" },
  missing: "the client hands out a task",
  among: ownTasks,
  at: answerPlace,
  say: (task, view) => {
    const same = view.once(groupTasks).get(task.session)?.get(task.taskId) ?? [];
    view.spend(same.length);
    const isUsed = same.some((one) => isBefore(one, task));
    return { type: typeof task.taskId, used: isUsed ? "again" : "once" };
  },
});

const groupTasks = (view: View): ReadonlyMap<Session, ReadonlyMap<Json, readonly OwnTask[]>> =>
  bySession(ownTasks(view), ({ taskId }) => taskId);

/** Everything that was answered about a task, in the order of the answers. */
const aboutTask = ({ session, taskId }: OwnTask, view: View): readonly Answered[] => {
  const found = view.once(groupAbout).get(session)?.get(taskId) ?? [];
  view.spend(found.length);
  return found;
};

const groupAbout = (view: View): ReadonlyMap<Session, ReadonlyMap<Json | undefined, readonly Answered[]>> =>
  bySession(
    answeredIn(view)
      .filter(({ method }) => method.startsWith("tasks/"))
      .toSorted((left, right) => left.answer.sentAt - right.answer.sentAt),
    ({ params }) => member(params, "taskId"),
  );

/** The status that an answer shows. */
const statusIn = (question: Answered): string | undefined => {
  if (question.method === "tasks/get" || question.method === "tasks/cancel")
    return stringMember(resultOf(question), "status");
  return question.method === "tasks/result" && question.answered === "result" ? "over" : undefined;
};

/** The last status that was known before an answer. */
const statusBefore = ({ task, ...question }: Asked, view: View): string | undefined => {
  const shown = aboutTask(task, view).flatMap((one) => (isBefore(one, question) ? (statusIn(one) ?? []) : []));
  const last = shown.findLast((status) => FINAL.has(status)) ?? shown.at(-1);
  return last ?? stringMember(member(resultOf(task), "task"), "status");
};

interface Asked extends Answered {
  readonly task: OwnTask;
}

const askedAbout = (view: View, method: string): readonly Asked[] =>
  ownTasks(view).flatMap((task) =>
    aboutTask(task, view).flatMap((question) => (question.method === method ? [{ ...question, task }] : [])),
  );

const isMove = (before: string | undefined, after: string): boolean => {
  if (before === undefined || before === after) return true;
  return before === "over" ? FINAL.has(after) : !FINAL.has(before);
};

export const ownTaskStates = derivedFact("own_task_states", {
  doc: "Every task of the client's as tasks/get shows it.",
  type: "object: flaws (members that are missing or odd), move (legal, illegal: from the status before)",
  scenarios: ["client-task-work"],
  words: { illegal: "another status after one that is final" },
  missing: "the server asks after a task of the client's",
  among: (view) => askedAbout(view, "tasks/get").filter(({ answered }) => answered === "result"),
  at: answerPlace,
  say: (question, view) => ({
    flaws: [...flawsOf(resultOf(question))],
    move: isMove(statusBefore(question, view), statusIn(question) ?? "") ? "legal" : "illegal",
  }),
});

/** The member that makes a value the result of a method. */
const MAIN: Readonly<Record<string, string>> = { "elicitation/create": "action", "sampling/createMessage": "content" };

export const ownTaskResults = derivedFact("own_task_results", {
  doc: "Every answer to tasks/result about a task of the client's.",
  type: "object: came (over, early: the task still ran after it), is (plain, other, error), related (same, other, missing)",
  scenarios: ["client-task-work"],
  words: {
    early: "an answer before the task was over",
    other: "something that is not the result of the request",
    missing: "a result that does not name its task",
  },
  missing: "the server asks for the result of a task of the client's",
  among: (view) => askedAbout(view, "tasks/result"),
  at: answerPlace,
  say: (question, view) => {
    const { task } = question;
    const later = aboutTask(task, view).find((one) => one.method === "tasks/get" && isBefore(question, one));
    const status = later && statusIn(later);
    const result = resultOf(question);
    const named = valueAt(result, "_meta", META_KEY.relatedTask, "taskId");
    const main = MAIN[task.method];
    const isPlain = main === undefined || member(result, main) !== undefined;
    return {
      came: status === "working" || status === "input_required" ? "early" : "over",
      is: result === undefined ? "error" : isPlain ? "plain" : "other",
      related: result === undefined || named === task.taskId ? "same" : named === undefined ? "missing" : "other",
    };
  },
});

const gatherTaskIds = (view: View): ReadonlySet<Json | undefined> =>
  new Set(ownTasks(view).map(({ taskId }) => taskId));

export const unknownTaskAnswers = derivedFact("unknown_task_answers", {
  doc: "How the client answered requests about a task that it never handed out, where it has tasks.",
  type: "object: method, code, if it is an error",
  scenarios: ["client-task-work"],
  derived: ["method"],
  missing: "the server asks about a task that the client does not have",
  among: answeredIn,
  only: ({ method, params, session, declared }, view) =>
    session.era === "stateful" &&
    ["tasks/get", "tasks/result", "tasks/cancel"].includes(method) &&
    member(declared, "tasks") !== undefined &&
    (method !== "tasks/cancel" || valueAt(declared, "tasks", "cancel") !== undefined) &&
    !view.once(gatherTaskIds).has(member(params, "taskId")),
  at: answerPlace,
  say: (question) => ({ method: question.method, ...codeOf(question) }),
});

export const ownTaskCancellations = derivedFact("own_task_cancellations", {
  doc: "How the client answered tasks/cancel about a task of its own.",
  type: "object: before (running, final), answered (cancelled, refused, other), code, if it is an error",
  scenarios: ["client-task-work"],
  words: { other: "another status than cancelled" },
  derived: ["before", "answered"],
  missing: "the server cancels a task of the client's",
  among: (view) => askedAbout(view, "tasks/cancel"),
  at: answerPlace,
  say: (question, view) => {
    const before = statusBefore(question, view) ?? "";
    const isCancelled = stringMember(resultOf(question), "status") === "cancelled";
    return {
      before: before === "over" || FINAL.has(before) ? "final" : "running",
      answered: question.answered === "error" ? "refused" : isCancelled ? "cancelled" : "other",
      ...codeOf(question),
    };
  },
});

export const ownTaskLists = derivedFact("own_task_lists", {
  doc: "How the client answered tasks/list: without a cursor, or with one that it never gave.",
  type: "object: cursor (none, invented), missing (tasks that tasks/get still shows), code, if it is an error",
  scenarios: ["client-task-work"],
  derived: ["cursor", "missing"],
  missing: "the server asks for the list of the client's tasks",
  among: answeredIn,
  only: ({ method, session }) => method === "tasks/list" && session.era === "stateful",
  at: answerPlace,
  say: (question, view) => {
    const isInvented = member(question.params, "cursor") !== undefined;
    const result = resultOf(question);
    const isWhole = isJsonObject(result) && member(result, "nextCursor") === undefined;
    const listed = listMember(result, "tasks").map((task) => member(task, "taskId"));
    const asked = view.once(groupShown).get(question.session) ?? [];
    view.spend(asked.length);
    const shown = asked.filter((one) => isBefore(question, one) && isBefore(one.task, question));
    const missing = shown.flatMap(({ task }) => (listed.includes(task.taskId) ? [] : [task.taskId]));
    return {
      cursor: isInvented ? "invented" : "none",
      missing: isInvented || !isWhole ? [] : [...new Set(missing)],
      ...codeOf(question),
    };
  },
});

/** What tasks/get shows of tasks. */
const groupShown = (view: View): ReadonlyMap<Session, readonly Asked[]> =>
  groupBy(
    askedAbout(view, "tasks/get").filter(({ answered }) => answered === "result"),
    ({ session }) => session,
  );

/** Questions that a task of the server's asks. */
const taskBound = (view: View): readonly ClientQuestion[] =>
  questionsIn(view).filter(
    ({ params, session }) => session.era === "stateful" && valueAt(params, "_meta", META_KEY.relatedTask) !== undefined,
  );

export const taskBoundAnswers = derivedFact("task_bound_answers", {
  doc: "Of every result for what a task of the server's asked: whether it names the task.",
  type: "same, other or missing",
  scenarios: ["asking-task"],
  words: { missing: "an answer that does not name the task it belongs to" },
  missing: "a task of the server's asks something and the client answers",
  among: taskBound,
  only: ({ answered }) => answered === "result",
  at: answerPlace,
  say: ({ params, given }) => {
    const asked = valueAt(params, "_meta", META_KEY.relatedTask, "taskId");
    const named = valueAt(given, "_meta", META_KEY.relatedTask, "taskId");
    return named === asked ? "same" : named === undefined ? "missing" : "other";
  },
});

export const taskQuestions = derivedFact("task_questions", {
  doc: "Of every question of a task over HTTP: whether it was answered, on whatever stream it came; one that was not only where a later one was.",
  type: "answered or ignored",
  scenarios: ["asking-task"],
  words: { ignored: "no answer to a question that came on another stream" },
  missing: "a task of the server's asks something over HTTP",
  among: taskBound,
  only: (question, view) => {
    const { session, answer } = question;
    if (session.transport !== "streamable-http") return false;
    return answer !== undefined || (session.end === "itself" && isPassedOver(question, view));
  },
  say: ({ answer }) => (answer ? "answered" : "ignored"),
});

const isPassedOver = ({ session, method, sentAt }: ClientQuestion, view: View): boolean =>
  (view.once(groupBound).get(session)?.get(method)?.at(-1)?.sentAt ?? 0) > sentAt;

/** Questions of tasks that were answered. */
const groupBound = (view: View): ReadonlyMap<Session, ReadonlyMap<string, readonly ClientQuestion[]>> =>
  bySession(
    taskBound(view).filter(({ answer }) => answer !== undefined),
    ({ method }) => method,
  );
