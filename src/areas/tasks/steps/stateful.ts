import { type Json, type JsonObject, member, stringMember, valueAt } from "../../../base/json.ts";
import type { ExchangeDraft } from "../../../probe/exchange-draft.ts";
import type { ToolChoice } from "../../../probe/plan/choose-tools.ts";
import { type Known, skipUnless, unlessOffered } from "../../../probe/plan/known.ts";
import type { PlanSetting } from "../../../probe/plan/plan-setting.ts";
import { endOpen, settle } from "../../../probe/plan/silence.ts";
import type { Skip } from "../../../probe/plan/skip.ts";
import { type StatefulIO, type StatefulStep, since } from "../../../probe/plan/stateful-step.ts";
import type { AskOptions } from "../../../probe/plan/step.ts";
import { calledTools, unlessCallable } from "../../../probe/plan/tool-call.ts";
import { wrongRequests } from "../../../probe/plan/wrong-requests.ts";
import { META_KEY } from "../../../protocol/meta-keys.ts";

/** How long a task may be kept; long enough to look at it twice. */
const TTL_MS = 60_000;
/** Longer than anybody means. */
const ENDLESS_MS = 1e15;
/** Quiet windows that a task gets to finish in. */
const PATIENCE = 20;
/** Those it gets after each answer, whatever others took. */
const GRACE = 16;

const tasksMember = (known: Known, name: string): Json | undefined => valueAt(known.capabilities, "tasks", name);

const takesTaskCalls = (known: Known): boolean =>
  valueAt(tasksMember(known, "requests"), "tools", "call") !== undefined;

const unlessTaskCalls = (known: Known): Skip | undefined =>
  skipUnless(takesTaskCalls(known), "tasks.requests.tools.call is not advertised");

const unlessTasks =
  (name: string) =>
  (known: Known): Skip | undefined =>
    skipUnless(tasksMember(known, name) !== undefined, `tasks.${name} is not advertised`);

const unknownTask: StatefulStep = {
  question: "unknown-task",
  deliberate: true,
  skip: unlessOffered("tasks"),
  run: (io) =>
    settle(
      io,
      ["get", "result", "cancel"].map((verb) =>
        io.start(`tasks/${verb}`, { taskId: "mcptest-no-such-task" }, { as: verb }),
      ),
    ),
};

const listTasks: StatefulStep = {
  question: "list-tasks",
  skip: unlessTasks("list"),
  run: (io) => io.ask("tasks/list"),
};

const badTaskCursor = wrongRequests("task-bad-cursor", unlessTasks("list"), "tasks/list", [
  { cursor: "mcptest-invalid-cursor" },
]);

const absentTasks: StatefulStep = {
  question: "tasks-absent",
  deliberate: true,
  skip: (known) =>
    skipUnless(
      ["list", "cancel"].some((name) => tasksMember(known, name) === undefined),
      "tasks.list and tasks.cancel are advertised",
    ),
  run: (io) =>
    Promise.all([
      ...(tasksMember(io.known, "list") === undefined ? [io.ask("tasks/list", undefined, { as: "list" })] : []),
      ...(tasksMember(io.known, "cancel") === undefined
        ? [io.ask("tasks/cancel", { taskId: "mcptest-no-such-task" }, { as: "cancel" })]
        : []),
    ]),
};

const support = ({ tool }: ToolChoice): string => stringMember(member(tool, "execution"), "taskSupport") ?? "forbidden";

const plainTool = (known: Known): ToolChoice | undefined =>
  calledTools(known).find((choice) => support(choice) === "forbidden");

const callAsTask = (
  io: StatefulIO,
  { name, arguments: made }: ToolChoice,
  as: string,
  ttl = TTL_MS,
  options: AskOptions = {},
): Promise<ExchangeDraft> => {
  const params: JsonObject = { name, arguments: made, task: { ttl } };
  return io.ask("tools/call", params, { as, meta: { progressToken: `mcptest-task-${as}` }, ...options });
};

const taskIdIn = (draft: ExchangeDraft): string | undefined =>
  stringMember(valueAt(draft.response, "result", "task"), "taskId");

/** Tools of which tasks are made: each gives occasion for others of the rules (it fails, it asks, it takes its time). */
const MAX_TASK_TOOLS = 5;

const taskTools = (known: Known): ToolChoice[] =>
  takesTaskCalls(known)
    ? calledTools(known)
        .filter((choice) => support(choice) !== "forbidden")
        .slice(0, MAX_TASK_TOOLS)
    : [];

interface Started {
  readonly taskId: string;
  /** Tells the exchanges of one task from those of another. */
  readonly as: (what: string) => string;
}

/** A task of each tool from its handle to its result; a second one of each is cancelled at once. */
const runTask: StatefulStep = {
  question: "task",
  skip: (known) =>
    unlessTaskCalls(known) ??
    unlessCallable(known) ??
    skipUnless(taskTools(known).length > 0, "no tool that may be called runs as a task"),
  run: async (io) => {
    const tools = taskTools(io.known);
    const followed = await startAll(io, tools, "create", ({ taskId, as }) =>
      io.ask("tasks/get", { taskId }, { as: as("get") }),
    );
    const cancelled = tasksMember(io.known, "cancel") === undefined ? [] : await cancelAll(io, tools);
    await fetchResults(io, followed);
    await misleadingMeta(io, followed);
    for (const { taskId, as } of cancelled) await io.ask("tasks/get", { taskId }, { as: as("get-late") });
    for (const { taskId, as } of followed) await io.ask("tasks/get", { taskId }, { as: as("get-ended") });
    if (tasksMember(io.known, "list") !== undefined) await walkList(io);
    if (tasksMember(io.known, "cancel") === undefined) return;
    for (const { taskId, as } of followed)
      await io.ask("tasks/cancel", { taskId }, { as: as("cancel-after"), deliberate: true });
    await askForLongLife(io, tools);
  },
};

/** Only where it can be cancelled: a server without a limit would keep it. */
const askForLongLife = async (io: StatefulIO, [tool]: readonly ToolChoice[]): Promise<void> => {
  if (!tool) return;
  const taskId = taskIdIn(await callAsTask(io, tool, "create-long", ENDLESS_MS));
  if (taskId !== undefined) await io.ask("tasks/cancel", { taskId }, { as: "cancel-long", deliberate: true });
};

const startAll = async (
  io: StatefulIO,
  tools: readonly ToolChoice[],
  what: string,
  then: (task: Started) => Promise<unknown>,
): Promise<Started[]> => {
  const started: Started[] = [];
  for (const [index, tool] of tools.entries()) {
    const as = (word: string): string => (index === 0 ? word : `${word}-${index + 1}`);
    const taskId = taskIdIn(await callAsTask(io, tool, as(what)));
    if (taskId === undefined) continue;
    started.push({ taskId, as });
    await then({ taskId, as });
  }
  return started;
};

const cancelAll = (io: StatefulIO, tools: readonly ToolChoice[]): Promise<Started[]> => {
  return startAll(io, tools, "create-second", async ({ taskId, as }) => {
    await io.ask("tasks/cancel", { taskId }, { as: as("cancel") });
    await io.ask("tasks/get", { taskId }, { as: as("get-cancelled") });
  });
};

/** All of them run at once, so that waiting for one is waiting for the others too. */
const fetchResults = async (io: StatefulIO, tasks: readonly Started[]): Promise<void> => {
  const { conversation } = io.talk;
  const answer = conversation.answerServer;
  let grace = 0;
  conversation.answerServer = answerWhilePolled(io, answer, () => {
    grace = GRACE;
  });
  let patience = PATIENCE;
  for (const { taskId, as } of tasks) {
    const result = io.start("tasks/result", { taskId }, { as: as("result") });
    while (Math.max(patience, grace) > 0 && !(await io.within(result.done))) {
      patience -= 1;
      grace -= 1;
    }
    endOpen([result]);
    await result.done;
    await io.ask("tasks/get", { taskId }, { as: as("get-after") });
  }
  if (answer) conversation.answerServer = answer;
};

/** What a task asks for is answered only after a look at its status: that is when it has to say what it waits for. */
const answerWhilePolled = (
  io: StatefulIO,
  answer: ((request: Json) => Json | undefined) | undefined,
  onAnswered: () => void,
) => {
  let polled = 0;
  let before: Promise<unknown> = Promise.resolve();
  return (request: Json): Json | undefined => {
    const taskId = stringMember(valueAt(request, "params", "_meta", META_KEY.relatedTask), "taskId");
    const reply = answer?.(request);
    if (taskId === undefined || reply === undefined || polled >= MAX_POLLED_ANSWERS) return reply;
    polled += 1;
    const number = polled;
    // One after the other, so that two runs send the same.
    before = before.then(async () => {
      await io.ask("tasks/get", { taskId }, { as: `get-asking-${number}` });
      const http = { headers: io.talk.dialect.headers({}, {}) };
      await io.send({ as: `answer-${number}`, message: reply, expect: "nothing", http }).done;
      onAnswered();
    });
    return undefined;
  };
};

const MAX_POLLED_ANSWERS = 10;

/** The metadata names another task than the request; the request counts. */
const misleadingMeta = async (io: StatefulIO, [first]: readonly Started[]): Promise<void> => {
  if (!first) return;
  const meta = { [META_KEY.relatedTask]: { taskId: "mcptest-no-such-task" } };
  await io.ask("tasks/get", { taskId: first.taskId }, { as: "get-other-meta", meta, deliberate: true });
};

const MAX_PAGES = 10;

const walkList = async (io: StatefulIO): Promise<void> => {
  let cursor: string | undefined;
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const params = cursor === undefined ? undefined : { cursor };
    const draft = await io.ask("tasks/list", params, { as: page === 1 ? "list" : `list-${page}` });
    cursor = stringMember(member(draft.response, "result"), "nextCursor");
    if (cursor === undefined) return;
  }
};

/** On a server with tasks the tool refuses; on one without, the field means nothing. */
const unsupportedTask: StatefulStep = {
  question: "unsupported-task",
  deliberate: true,
  skip: (known) =>
    unlessCallable(known) ?? skipUnless(plainTool(known) !== undefined, "every tool that may be called runs as a task"),
  run: async (io) => {
    const tool = plainTool(io.known);
    // The tool may well run as if it had been called plainly, and take its time.
    if (tool) await callAsTask(io, tool, "call", TTL_MS, { deadline: "toolMs" });
  },
};

/** Tasks exist in this form in 2025-11-25 only. */
export const taskGroups = (setting: PlanSetting): readonly (readonly StatefulStep[])[] =>
  since(setting, "2025-11-25")
    ? // A list without tasks does not tell what becomes of a cursor.
      [[unknownTask, listTasks, absentTasks, unsupportedTask], [runTask], [badTaskCursor]]
    : [];
