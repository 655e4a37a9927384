import { type Json, type JsonObject, member, stringMember, valueAt } from "../../../base/json.ts";
import { type ExchangeDraft, resultOf } from "../../../probe/exchange-draft.ts";
import { askAs, type Caller } from "../../../probe/plan/callers.ts";
import type { ToolChoice } from "../../../probe/plan/choose-tools.ts";
import { ALL_CAPABILITIES } from "../../../probe/plan/declared-capabilities.ts";
import type { FoundItems } from "../../../probe/plan/found-items.ts";
import { type Known, skipUnless } from "../../../probe/plan/known.ts";
import type { AskOptions, Step, StepIO } from "../../../probe/plan/step.ts";
import { toolCall } from "../../../probe/plan/tool-call.ts";
import { TASKS_EXTENSION } from "../../../protocol/meta-keys.ts";
import { eraOf } from "../../../protocol/revision.ts";

/** Long enough to look at it twice. */
const TTL_MS = 60_000;
/** In the stateless era nothing tells beforehand which tools run as tasks. */
const MAX_TOOLS = 8;

const DECLARED = { ...ALL_CAPABILITIES, extensions: { [TASKS_EXTENSION]: {} } };

const isModern = ({ revision }: Known): boolean => eraOf(revision) === "stateless";

const takesTasks = (known: Known): boolean =>
  isModern(known)
    ? valueAt(known.capabilities, "extensions", TASKS_EXTENSION) !== undefined
    : valueAt(tasksOf(known), "requests", "tools", "call") !== undefined;

const tasksOf = ({ capabilities }: Known): Json | undefined => member(capabilities, "tasks");

const support = ({ tool }: ToolChoice): string => stringMember(member(tool, "execution"), "taskSupport") ?? "forbidden";

/** The first user's task, asked for by the second: looked at, then its result, the list, and the end of it. */
export const otherTask = (found: FoundItems, second: Caller): Step => ({
  question: "other-user-task",
  deliberate: true,
  skip: (known) => skipUnless(takesTasks(known), "no tool runs as a task here"),
  run: async (io) => {
    const taskId = await create(io, found.callable);
    if (taskId === undefined) return;
    const options = isModern(io.known) ? { clientCapabilities: DECLARED } : {};
    const asOther = (verb: string, params: JsonObject | undefined): Promise<ExchangeDraft> =>
      askAs(io, second, `tasks/${verb}`, params, { ...options, as: verb });
    await io.ask("tasks/get", { taskId }, { ...options, as: "own" });
    await asOther("get", { taskId });
    if (!isModern(io.known)) {
      await endOf(io, taskId, options);
      await asOther("result", { taskId });
      if (member(tasksOf(io.known), "list") !== undefined) await asOther("list", undefined);
    }
    if (isModern(io.known) || member(tasksOf(io.known), "cancel") !== undefined) await asOther("cancel", { taskId });
    await io.ask("tasks/get", { taskId }, { ...options, as: "own-after" });
    await io.ask("tasks/cancel", { taskId }, { ...options, as: "own-end" });
  },
});

const create = async (io: StepIO, tools: readonly ToolChoice[]): Promise<string | undefined> => {
  const fitting = isModern(io.known) ? tools.slice(0, MAX_TOOLS) : tools.filter((one) => support(one) !== "forbidden");
  for (const choice of isModern(io.known) ? fitting : fitting.slice(0, 1)) {
    const extra: JsonObject = isModern(io.known) ? {} : { task: { ttl: TTL_MS } };
    const options = isModern(io.known) ? { clientCapabilities: DECLARED } : {};
    const draft = await io.ask(...toolCall(choice, { ...options, as: "create" }, extra));
    const result = resultOf(draft);
    const taskId = stringMember(isModern(io.known) ? result : member(result, "task"), "taskId");
    if (taskId !== undefined) return taskId;
  }
  return undefined;
};

/** The result of a task is waited for by whoever asks for it; the second user asks once it is there. */
const endOf = async (io: StepIO, taskId: string, options: AskOptions): Promise<void> => {
  const waiting = io.start("tasks/result", { taskId }, { ...options, as: "own-result" });
  await io.within(waiting.done, PATIENCE);
  waiting.close();
  await waiting.done;
};

/** Quiet windows that a task gets to finish in. */
const PATIENCE = 20;
