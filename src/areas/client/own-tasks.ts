import { isJsonObject, type Json, type JsonObject, listMember, member, stringMember } from "../../base/json.ts";
import type { View } from "../../judge/core/fact.ts";
import { META_KEY } from "../../protocol/meta-keys.ts";
import { type ServerQuestion, serverQuestionsIn } from "./answers.ts";
import { clientFact, derivedAt } from "./sent.ts";

// The tasks of a client of 2025-11-25: what a server asks for as a task, and what it asks about tasks.

type Answer = NonNullable<ServerQuestion["answer"]>;

interface Answered extends ServerQuestion {
  readonly answer: Answer;
}

const isAnswered = (question: ServerQuestion): question is Answered => question.answer !== undefined;

const answeredIn = (view: View): readonly Answered[] =>
  serverQuestionsIn(view).filter((question): question is Answered => isAnswered(question));

const seqOf = ({ answer }: Answered): number => answer.sent.record.exchange.seq ?? answer.sent.record.index;
const placeOf = ({ answer, method }: Answered) => ({ ...answer.sent, name: method });
const codeOf = ({ answer }: Answered): Json | undefined =>
  answer.kind === "error" ? member(answer.value, "code") : undefined;
const resultOf = ({ answer }: Answered): Json | undefined => (answer.kind === "result" ? answer.value : undefined);

/** Requests of the server that are to be a task. */
const asTasks = (view: View): readonly Answered[] =>
  answeredIn(view).filter(({ params, session }) => session.era === "stateful" && member(params, "task") !== undefined);

const isDeclared = ({ method, declared }: ServerQuestion): boolean => {
  const [feature = "", operation = ""] = method.split("/");
  return member(member(member(member(declared, "tasks"), "requests"), feature), operation) !== undefined;
};

const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/;
const STATUSES: ReadonlySet<string> = new Set(["working", "input_required", "completed", "failed", "cancelled"]);
const FINAL: ReadonlySet<string> = new Set(["completed", "failed", "cancelled"]);

/** What a description of a task lacks. */
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

const hasPlainAnswer = (question: Answered, view: View): boolean =>
  answeredIn(view).some(
    ({ method, params, session, answer }) =>
      session === question.session &&
      method === question.method &&
      member(params, "task") === undefined &&
      answer.kind === "result",
  );

export const taskRequests = clientFact(
  {
    name: "task_requests",
    doc: "Every request of the server that is to be a task and was answered: how, and whether the client had declared it.",
    type: "object: declared (declared, undeclared), answered (task, plain, error), flaws (members of the task that are missing or odd), begins (the first status), plainly (answered: without a task the same client answers)",
    derived: true,
    scenarios: ["client-task-work", "client-tasks"],
    words: { plain: "the result itself in place of a task" },
  },
  asTasks,
  (question, view) => {
    const task = member(resultOf(question), "task");
    const value: JsonObject = {
      declared: isDeclared(question) ? "declared" : "undeclared",
      answered: question.answer.kind === "error" ? "error" : task === undefined ? "plain" : "task",
      flaws: task === undefined ? [] : [...flawsOf(task)],
      ...(task === undefined ? {} : { begins: stringMember(task, "status") ?? "nothing" }),
      ...(hasPlainAnswer(question, view) ? { plainly: "answered" } : {}),
    };
    return derivedAt(placeOf(question), value);
  },
  "the server asks a client for a task",
);

/** A task that the client handed out. */
interface OwnTask extends Answered {
  readonly taskId: Json;
}

const ownTasks = (view: View): readonly OwnTask[] =>
  asTasks(view).flatMap((question): OwnTask[] => {
    const taskId = member(member(resultOf(question), "task"), "taskId");
    return taskId === undefined ? [] : [{ ...question, taskId }];
  });

export const ownTaskIds = clientFact(
  {
    name: "own_task_ids",
    doc: "The id of every task that the client handed out.",
    type: "object: type (a JSON type), used (once, again)",
    derived: true,
    scenarios: ["client-task-work"],
    words: { again: "the id of another task" },
  },
  ownTasks,
  (task, view) => {
    const earlier = ownTasks(view).some(
      (one) => one.session === task.session && one.taskId === task.taskId && seqOf(one) < seqOf(task),
    );
    return derivedAt(placeOf(task), { type: typeof task.taskId, used: earlier ? "again" : "once" });
  },
  "the client hands out a task",
);

/** Everything that was answered about a task, in the order of the answers. */
const aboutTask = (task: OwnTask, view: View): readonly Answered[] =>
  answeredIn(view)
    .filter(
      ({ method, params, session }) =>
        session === task.session && method.startsWith("tasks/") && member(params, "taskId") === task.taskId,
    )
    .toSorted((left, right) => seqOf(left) - seqOf(right));

/** The status that an answer shows. */
const statusIn = (question: Answered): string | undefined => {
  if (question.method === "tasks/get" || question.method === "tasks/cancel")
    return stringMember(resultOf(question), "status");
  return question.method === "tasks/result" && question.answer.kind === "result" ? "over" : undefined;
};

/** The last status that was known before an answer. */
const statusBefore = (question: Answered, task: OwnTask, view: View): string | undefined => {
  const earlier = aboutTask(task, view).filter((one) => seqOf(one) < seqOf(question));
  const shown = earlier.flatMap((one) => statusIn(one) ?? []);
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

export const ownTaskStates = clientFact(
  {
    name: "own_task_states",
    doc: "Every task of the client's as tasks/get shows it.",
    type: "object: flaws (members that are missing or odd), move (legal, illegal: from the status before)",
    derived: true,
    scenarios: ["client-task-work"],
    words: { illegal: "another status after one that is final" },
  },
  (view) => askedAbout(view, "tasks/get").filter(({ answer }) => answer.kind === "result"),
  (question, view) => {
    const status = statusIn(question) ?? "";
    const before = statusBefore(question, question.task, view);
    return derivedAt(placeOf(question), {
      flaws: [...flawsOf(resultOf(question))],
      move: isMove(before, status) ? "legal" : "illegal",
    });
  },
  "the server asks after a task of the client's",
);

/** The member that makes a value the result of a method. */
const MAIN: Readonly<Record<string, string>> = { "elicitation/create": "action", "sampling/createMessage": "content" };

export const ownTaskResults = clientFact(
  {
    name: "own_task_results",
    doc: "Every answer to tasks/result about a task of the client's.",
    type: "object: came (over, early: the task still ran after it), is (plain, other, error), related (same, other, missing)",
    derived: true,
    scenarios: ["client-task-work"],
    words: {
      early: "an answer before the task was over",
      other: "something that is not the result of the request",
      missing: "a result that does not name its task",
    },
  },
  (view) => askedAbout(view, "tasks/result"),
  (question, view) => {
    const { task } = question;
    const later = aboutTask(task, view).find((one) => one.method === "tasks/get" && seqOf(one) > seqOf(question));
    const status = later ? statusIn(later) : undefined;
    const result = resultOf(question);
    const named = member(member(member(result, "_meta"), META_KEY.relatedTask), "taskId");
    const main = MAIN[task.method];
    const isPlain = main === undefined || member(result, main) !== undefined;
    return derivedAt(placeOf(question), {
      came: status === "working" || status === "input_required" ? "early" : "over",
      is: result === undefined ? "error" : isPlain ? "plain" : "other",
      related: result === undefined || named === task.taskId ? "same" : named === undefined ? "missing" : "other",
    });
  },
  "the server asks for the result of a task of the client's",
);

export const unknownTaskAnswers = clientFact(
  {
    name: "unknown_task_answers",
    doc: "How the client answered requests about a task that it never handed out, where it has tasks.",
    type: "object: method, code, if it is an error",
    derived: ["method"],
    scenarios: ["client-task-work"],
  },
  (view) =>
    answeredIn(view).filter(
      ({ method, params, session, declared }) =>
        session.era === "stateful" &&
        ["tasks/get", "tasks/result", "tasks/cancel"].includes(method) &&
        member(declared, "tasks") !== undefined &&
        (method !== "tasks/cancel" || member(member(declared, "tasks"), "cancel") !== undefined) &&
        !ownTasks(view).some((task) => task.taskId === member(params, "taskId")),
    ),
  (question) => {
    const code = codeOf(question);
    return derivedAt(placeOf(question), { method: question.method, ...(code === undefined ? {} : { code }) });
  },
  "the server asks about a task that the client does not have",
);

export const ownTaskCancellations = clientFact(
  {
    name: "own_task_cancellations",
    doc: "How the client answered tasks/cancel about a task of its own.",
    type: "object: before (running, final), answered (cancelled, refused, other), code, if it is an error",
    derived: ["before", "answered"],
    scenarios: ["client-task-work"],
    words: { other: "another status than cancelled" },
  },
  (view) => askedAbout(view, "tasks/cancel"),
  (question, view) => {
    const before = statusBefore(question, question.task, view) ?? "";
    const code = codeOf(question);
    const isCancelled = stringMember(resultOf(question), "status") === "cancelled";
    return derivedAt(placeOf(question), {
      before: before === "over" || FINAL.has(before) ? "final" : "running",
      answered: question.answer.kind === "error" ? "refused" : isCancelled ? "cancelled" : "other",
      ...(code === undefined ? {} : { code }),
    });
  },
  "the server cancels a task of the client's",
);

export const ownTaskLists = clientFact(
  {
    name: "own_task_lists",
    doc: "How the client answered tasks/list: without a cursor, or with one that it never gave.",
    type: "object: cursor (none, invented), missing (tasks that tasks/get still shows), code, if it is an error",
    derived: ["cursor", "missing"],
    scenarios: ["client-task-work"],
  },
  (view) => answeredIn(view).filter(({ method, session }) => method === "tasks/list" && session.era === "stateful"),
  (question, view) => {
    const code = codeOf(question);
    const isInvented = member(question.params, "cursor") !== undefined;
    const result = resultOf(question);
    const isWhole = isJsonObject(result) && member(result, "nextCursor") === undefined;
    const listed = listMember(result, "tasks").map((task) => member(task, "taskId"));
    const shown = askedAbout(view, "tasks/get").filter(
      (one) => one.session === question.session && one.answer.kind === "result" && seqOf(one) > seqOf(question),
    );
    const known = [...new Set(shown.map(({ task }) => task))].filter((task) => seqOf(task) < seqOf(question));
    const missing = isWhole ? known.filter(({ taskId }) => !listed.includes(taskId)).map(({ taskId }) => taskId) : [];
    return derivedAt(placeOf(question), {
      cursor: isInvented ? "invented" : "none",
      missing: isInvented ? [] : [...new Set(missing)],
      ...(code === undefined ? {} : { code }),
    });
  },
  "the server asks for the list of the client's tasks",
);

/** Questions that a task of the server's asks. */
const taskBound = (view: View): readonly ServerQuestion[] =>
  serverQuestionsIn(view).filter(
    ({ params, session }) =>
      session.era === "stateful" && member(member(params, "_meta"), META_KEY.relatedTask) !== undefined,
  );

export const taskBoundAnswers = clientFact(
  {
    name: "task_bound_answers",
    doc: "Of every result for what a task of the server's asked: whether it names the task.",
    type: "same, other or missing",
    derived: true,
    scenarios: ["asking-task"],
    words: { missing: "an answer that does not name the task it belongs to" },
  },
  (view) => taskBound(view).filter((question) => question.answer?.kind === "result"),
  ({ params, answer, ...question }) => {
    const asked = member(member(member(params, "_meta"), META_KEY.relatedTask), "taskId");
    const named = member(member(member(answer?.value, "_meta"), META_KEY.relatedTask), "taskId");
    const place = answer ? { ...answer.sent, name: question.method } : question;
    return derivedAt(place, named === asked ? "same" : named === undefined ? "missing" : "other");
  },
  "a task of the server's asks something and the client answers",
);

export const taskQuestions = clientFact(
  {
    name: "task_questions",
    doc: "Of every question of a task over HTTP: whether it was answered, on whatever stream it came; one that was not only where a later one was.",
    type: "answered or ignored",
    derived: true,
    scenarios: ["asking-task"],
    words: { ignored: "no answer to a question that came on another stream" },
  },
  (view) =>
    taskBound(view).filter((question) => {
      const { session, answer } = question;
      if (session.transport !== "streamable-http") return false;
      return answer !== undefined || (session.clientEnd === "itself" && isPassedOver(question, view));
    }),
  ({ answer, ...question }) => derivedAt(question, answer ? "answered" : "ignored"),
  "a task of the server's asks something over HTTP",
);

const isPassedOver = (question: ServerQuestion, view: View): boolean =>
  taskBound(view).some(
    (one) =>
      one.session === question.session &&
      one.method === question.method &&
      one.answer !== undefined &&
      (one.seq ?? 0) > (question.seq ?? 0),
  );
