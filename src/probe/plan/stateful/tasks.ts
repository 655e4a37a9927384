import { type Json, type JsonObject, member, stringMember } from "../../../model/json.ts";
import type { ExchangeDraft } from "../../exchange-draft.ts";
import { calledTools, unlessCallable } from "../common/tool-steps.ts";
import { type Known, unlessOffered } from "../known.ts";
import type { Skip } from "../step.ts";
import type { ToolChoice } from "../choose-tools.ts";
import { endOpen, settle } from "./silence.ts";
import { type PlanSetting, type StatefulIO, type StatefulStep, since } from "./stateful-step.ts";

/** How long a task may be kept; long enough to look at it twice. */
const TTL_MS = 60_000;
/** Quiet windows that a task gets to finish in. */
const PATIENCE = 20;

const tasksMember = (known: Known, name: string): Json | undefined => member(member(known.capabilities, "tasks"), name);

const takesTaskCalls = (known: Known): boolean =>
  member(member(tasksMember(known, "requests"), "tools"), "call") !== undefined;

const unlessTaskCalls = (known: Known): Skip | undefined =>
  takesTaskCalls(known) ? undefined : { reason: "not-offered", detail: "tasks.requests.tools.call is not advertised" };

const unlessTasks = (name: string): ((known: Known) => Skip | undefined) => {
  return (known) =>
    tasksMember(known, name) === undefined
      ? { reason: "not-offered", detail: `tasks.${name} is not advertised` }
      : undefined;
};

const unknownTask: StatefulStep = {
  name: "unknown-task",
  asks: "tasks/get, tasks/result and tasks/cancel of a task that does not exist",
  serves: ["TASK-028", "TASK-029", "PROTO-014"],
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
  name: "list-tasks",
  asks: "tasks/list",
  serves: ["TASK-026", "TASK-042", "PAGE-001", "PAGE-007", "PAGE-010"],
  skip: unlessTasks("list"),
  run: (io) => io.ask("tasks/list"),
};

const badTaskCursor: StatefulStep = {
  name: "task-bad-cursor",
  asks: "tasks/list with a cursor that was never issued",
  serves: ["TASK-031", "PAGE-003"],
  deliberate: true,
  skip: unlessTasks("list"),
  run: (io) => io.ask("tasks/list", { cursor: "mcptest-invalid-cursor" }),
};

const absentTasks: StatefulStep = {
  name: "tasks-absent",
  asks: "tasks/list and tasks/cancel where they are not advertised",
  serves: ["TASK-046", "PROTO-035"],
  deliberate: true,
  skip: (known) =>
    ["list", "cancel"].every((name) => tasksMember(known, name) !== undefined)
      ? { reason: "not-offered", detail: "tasks.list and tasks.cancel are advertised" }
      : undefined,
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

const callAsTask = (io: StatefulIO, { name, arguments: made }: ToolChoice, as: string): Promise<ExchangeDraft> => {
  const params: JsonObject = { name, arguments: made, task: { ttl: TTL_MS } };
  return io.ask("tools/call", params, { as, meta: { progressToken: `mcptest-task-${as}` } });
};

const taskIdIn = (draft: ExchangeDraft): string | undefined =>
  stringMember(member(member(draft.response, "result"), "task"), "taskId");

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
  name: "task",
  asks: "tools/call as tasks: tasks/get, tasks/result, tasks/list and tasks/cancel of them, and second ones cancelled at once",
  serves: [
    ...["TASK-007", "TASK-008", "TASK-009", "TASK-010", "TASK-011", "TASK-012", "TASK-013", "TASK-014", "TASK-015"],
    ...["TASK-016", "TASK-017", "TASK-018", "TASK-019", "TASK-020", "TASK-021", "TASK-022", "TASK-023", "TASK-024"],
    ...["TASK-025", "TASK-026", "TASK-027", "TASK-032", "TASK-033", "TASK-034", "TASK-036", "TASK-037", "TASK-038"],
    ...["TASK-039", "TASK-041", "TASK-047", "PROG-011", "PROG-012", "PROG-004"],
  ],
  skip: (known) =>
    unlessTaskCalls(known) ??
    unlessCallable(known) ??
    (taskTools(known).length > 0
      ? undefined
      : { reason: "not-offered", detail: "no tool that may be called runs as a task" }),
  run: async (io) => {
    const tools = taskTools(io.known);
    const followed = await startAll(io, tools, "create", ({ taskId, as }) =>
      io.ask("tasks/get", { taskId }, { as: as("get") }),
    );
    const cancelled = tasksMember(io.known, "cancel") === undefined ? [] : await cancelAll(io, tools);
    await fetchResults(io, followed);
    await misleadingMeta(io, followed);
    for (const { taskId, as } of cancelled) await io.ask("tasks/get", { taskId }, { as: as("get-late") });
    if (tasksMember(io.known, "list") !== undefined) await walkList(io);
    if (tasksMember(io.known, "cancel") === undefined) return;
    for (const { taskId, as } of followed)
      await io.ask("tasks/cancel", { taskId }, { as: as("cancel-after"), deliberate: true });
  },
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
  conversation.answerServer = answerWhilePolled(io, answer);
  let patience = PATIENCE;
  for (const { taskId, as } of tasks) {
    const result = io.start("tasks/result", { taskId }, { as: as("result") });
    while (patience > 0 && !(await io.within(result.done))) patience -= 1;
    endOpen([result]);
    await result.done;
    await io.ask("tasks/get", { taskId }, { as: as("get-after") });
  }
  if (answer) conversation.answerServer = answer;
};

/** What a task asks for is answered only after a look at its status: that is when it has to say what it waits for. */
const answerWhilePolled = (io: StatefulIO, answer: ((request: Json) => Json | undefined) | undefined) => {
  let polled = 0;
  let before: Promise<unknown> = Promise.resolve();
  return (request: Json): Json | undefined => {
    const taskId = stringMember(member(member(member(request, "params"), "_meta"), RELATED_TASK), "taskId");
    const reply = answer?.(request);
    if (taskId === undefined || reply === undefined || polled >= MAX_POLLED_ANSWERS) return reply;
    polled += 1;
    const number = polled;
    // One after the other, so that two runs send the same.
    before = before.then(async () => {
      await io.ask("tasks/get", { taskId }, { as: `get-asking-${number}` });
      const http = { headers: io.talk.dialect.headers({}, {}) };
      await io.send({ as: `answer-${number}`, message: reply, expect: "nothing", http }).done;
    });
    return undefined;
  };
};

const RELATED_TASK = "io.modelcontextprotocol/related-task";
const MAX_POLLED_ANSWERS = 10;

/** The metadata names another task than the request; the request counts. */
const misleadingMeta = async (io: StatefulIO, [first]: readonly Started[]): Promise<void> => {
  if (!first) return;
  const meta = { [RELATED_TASK]: { taskId: "mcptest-no-such-task" } };
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
  name: "unsupported-task",
  asks: "tools/call as a task of a tool that does not run as one",
  serves: ["TASK-001", "TASK-003", "TASK-006"],
  deliberate: true,
  skip: (known) =>
    unlessCallable(known) ??
    (plainTool(known) ? undefined : { reason: "not-offered", detail: "every tool that may be called runs as a task" }),
  run: async (io) => {
    const tool = plainTool(io.known);
    if (tool) await callAsTask(io, tool, "call");
  },
};

/** Tasks exist in this form in 2025-11-25 only. */
export const taskGroups = (setting: PlanSetting): readonly (readonly StatefulStep[])[] =>
  since(setting, "2025-11-25")
    ? [[unknownTask, listTasks, badTaskCursor, absentTasks, unsupportedTask], [runTask]]
    : [];
