import { isJsonObject, type Json, type JsonObject, member, stringMember } from "../../../base/json.ts";
import type { Sending } from "../../../probe/conversation/conversation.ts";
import { type ExchangeDraft, resultOf } from "../../../probe/exchange-draft.ts";
import type { ToolChoice } from "../../../probe/plan/choose-tools.ts";
import { ALL_CAPABILITIES, TASKS_DECLARED } from "../../../probe/plan/declared-capabilities.ts";
import { setHeader } from "../../../probe/plan/edit-headers.ts";
import type { ConversationPlan, Step, StepIO } from "../../../probe/plan/step.ts";
import { calledTools, toolCall, unlessCallable } from "../../../probe/plan/tool-call.ts";
import { answerInputRequests } from "../../../probe/talk/client-answers.ts";
import type { StatelessTalk } from "../../../probe/talk/stateless-talk.ts";
import { HEADER } from "../../../protocol/headers.ts";
import { deferred } from "../../../wire/deferred.ts";
import { OLD_CAPABILITY, unlessTasks } from "./task-steps.ts";

type IO = StepIO<StatelessTalk>;

const WITH_TASKS = { ...ALL_CAPABILITIES, ...TASKS_DECLARED };
/** Tools of which tasks are made: each gives occasion for others of the rules (it fails, it asks, it takes its time). */
const MAX_TASK_TOOLS = 5;
/** Quiet windows that all tasks together get to finish in. */
const PATIENCE = 30;
/** Quiet windows in which nothing was heard of a task: one that takes so many takes long. */
const LONG_WAITS = 3;
/** More rounds of questions than an honest task needs. */
const MAX_ROUNDS = 4;

interface Started {
  readonly taskId: string;
  readonly choice: ToolChoice;
  /** Tells the exchanges of one task from those of another. */
  readonly as: (what: string) => string;
  readonly request: Json | undefined;
}

/** With a token, so that progress would have an occasion; a task has none. */
const call = (io: IO, choice: ToolChoice, as: string, clientCapabilities: JsonObject): Promise<ExchangeDraft> => {
  const meta = { progressToken: `mcptest-task-${as}` };
  return io.ask(...toolCall(choice, { as, clientCapabilities, meta }));
};

const get = (io: IO, { taskId, as }: Started, what: string): Promise<ExchangeDraft> =>
  io.ask("tasks/get", { taskId }, { as: as(what), clientCapabilities: WITH_TASKS });

const update = (io: IO, { taskId, as }: Started, what: string, inputResponses: JsonObject): Promise<ExchangeDraft> =>
  io.ask("tasks/update", { taskId, inputResponses }, { as: as(what), clientCapabilities: WITH_TASKS });

const cancel = (io: IO, { taskId, as }: Started, what: string): Promise<ExchangeDraft> =>
  io.ask("tasks/cancel", { taskId }, { as: as(what), clientCapabilities: WITH_TASKS });

/** Calls the tool; undefined where the server answered with something else than a task. */
const create = async (io: IO, choice: ToolChoice, as: Started["as"], what: string): Promise<Started | undefined> => {
  const draft = await call(io, choice, as(what), WITH_TASKS);
  const taskId = stringMember(resultOf(draft), "taskId");
  const isTask = member(resultOf(draft), "resultType") === "task";
  return isTask && taskId !== undefined ? { taskId, choice, as, request: draft.request } : undefined;
};

/** Nothing tells beforehand which tools run as tasks: the server decides when it is called. */
const startAll = async (io: IO): Promise<Started[]> => {
  const started: Started[] = [];
  for (const [index, choice] of calledTools(io.known).entries()) {
    if (started.length >= MAX_TASK_TOOLS) break;
    const as = (what: string): string => `${what}-${index + 1}`;
    const task = await create(io, choice, as, "create");
    if (!task) continue;
    started.push(task);
    await get(io, task, "get");
  }
  return started;
};

const cancelAll = async (io: IO, tasks: readonly Started[]): Promise<Started[]> => {
  const cancelled: Started[] = [];
  for (const { choice, as } of tasks) {
    const second = await create(io, choice, as, "create-second");
    if (!second) continue;
    cancelled.push(second);
    await cancel(io, second, "cancel");
    await get(io, second, "get-cancelled");
  }
  return cancelled;
};

/** What the server pushes spares us polls. */
class Ear {
  #heard = deferred();

  get next(): Promise<void> {
    return this.#heard.promise;
  }

  readonly onMessage = (): undefined => {
    this.#heard.resolve();
    this.#heard = deferred();
  };
}

const listen = async (io: IO, tasks: readonly Started[], ear: Ear): Promise<Sending> => {
  const taskIds = [...tasks.map(({ taskId }) => taskId), "mcptest-none"];
  const acknowledged = ear.next;
  const sending = io.start(
    "subscriptions/listen",
    { notifications: { taskIds } },
    { as: "listen", clientCapabilities: WITH_TASKS, deadline: "runMs", onMessage: ear.onMessage },
  );
  await io.within(Promise.race([acknowledged, sending.done]), PATIENCE);
  return sending;
};

/** Follows one task to its end, and answers what it asks. Says whether the task itself took long. */
const follow = async (io: IO, task: Started, ear: Ear, patience: { left: number }): Promise<boolean> => {
  let polls = 0;
  let waits = 0;
  const poll = async (): Promise<ExchangeDraft> => {
    for (;;) {
      polls += 1;
      const next = ear.next;
      const draft = await get(io, task, `poll-${polls}`);
      if (member(resultOf(draft), "status") !== "working" || patience.left <= 0) return draft;
      patience.left -= 1;
      if (!(await io.within(next))) waits += 1;
    }
  };
  let draft = await poll();
  for (let round = 1; round <= MAX_ROUNDS; round += 1) {
    const requests = member(resultOf(draft), "inputRequests");
    if (member(resultOf(draft), "status") !== "input_required" || !isJsonObject(requests)) break;
    await answer(io, task, requests, round);
    draft = await poll();
  }
  await get(io, task, "get-after");
  await cancel(io, task, "cancel-after");
  await get(io, task, "get-late");
  return waits >= LONG_WAITS || io.known.slow?.has(task.choice.name) === true;
};

const answer = async (io: IO, task: Started, requests: JsonObject, round: number): Promise<void> => {
  const answers = Object.entries(answerInputRequests(requests, ALL_CAPABILITIES));
  const [first, ...rest] = answers;
  if (!first) return;
  if (round > 1) {
    await update(io, task, `update-${round}`, Object.fromEntries(answers));
    return;
  }
  await update(io, task, "update-unknown", { "mcptest-no-such-key": { action: "decline" } });
  await get(io, task, "get-unknown");
  if (rest.length > 0) {
    await update(io, task, "update-partial", Object.fromEntries([first]));
    await get(io, task, "get-partial");
  }
  await update(io, task, "update-1", Object.fromEntries(rest.length > 0 ? rest : [first]));
};

/** On stdio a request can be cancelled by name; once it was answered with a task that means nothing. */
const cancelRequests = async (io: IO, tasks: readonly Started[]): Promise<void> => {
  if (io.known.transport !== "stdio") return;
  for (const { request, as } of tasks)
    await io.tell("notifications/cancelled", { requestId: member(request, "id") ?? 0 }, { as: as("cancel-request") });
};

const otherName = async (io: IO, [first]: readonly Started[]): Promise<void> => {
  if (!first || io.known.transport === "stdio") return;
  await io.ask(
    "tasks/get",
    { taskId: first.taskId },
    {
      as: "other-name",
      clientCapabilities: WITH_TASKS,
      deliberate: true,
      editHeaders: setHeader(HEADER.name, "mcptest-something-else"),
    },
  );
};

/** The methods of a task that exists and has ended, by a client that does not declare the extension. */
const undeclared = async (io: IO, [first]: readonly Started[]): Promise<void> => {
  if (!first) return;
  const { taskId } = first;
  const options = { clientCapabilities: ALL_CAPABILITIES, deliberate: true };
  await io.ask("tasks/get", { taskId }, { as: "undeclared-get", ...options });
  await io.ask("tasks/update", { taskId, inputResponses: {} }, { as: "undeclared-update", ...options });
  await io.ask("tasks/cancel", { taskId }, { as: "undeclared-cancel", ...options });
};

const runTasks: Step<StatelessTalk> = {
  question: "task",
  run: async (io) => {
    const tasks = await startAll(io);
    if (tasks.length === 0) return;
    await cancelRequests(io, tasks);
    const ear = new Ear();
    const listening = await listen(io, tasks, ear);
    const cancelled = await cancelAll(io, tasks);
    await otherName(io, tasks);
    // Short work is over by now, so that it need not be polled.
    await io.quiet();
    const patience = { left: PATIENCE };
    const quick: Started[] = [];
    for (const task of tasks) if (!(await follow(io, task, ear, patience))) quick.push(task);
    for (const task of cancelled) await get(io, task, "get-late-cancelled");
    await undeclared(io, tasks);
    await io.within(listening.done);
    if (listening.draft.endMs === undefined) io.talk.cancel(listening);
    await listening.done;
    // Called plainly, each takes as long as its task did: those that took long add nothing where others did not.
    const asked = quick.length > 0 ? quick : tasks.slice(0, 1);
    for (const { choice, as } of asked) await call(io, choice, as("undeclared"), ALL_CAPABILITIES);
    const [first] = asked;
    if (first) await call(io, first.choice, first.as("old-capability"), { ...ALL_CAPABILITIES, ...OLD_CAPABILITY });
  },
};

export const tasksConversation: ConversationPlan<StatelessTalk> = {
  name: "tasks",
  purpose: "tools that run as tasks",
  transport: "any",
  // Not in the process of the other conversations that call every tool: on stdio a slow one then takes its time only once.
  process: "second",
  needsLists: true,
  callsTools: true,
  skip: (known) => unlessTasks(known) ?? unlessCallable(known),
  groups: [[runTasks]],
};
