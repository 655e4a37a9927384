import { type Json, type JsonObject, member, stringMember } from "../../../model/json.ts";
import type { ExchangeDraft } from "../../exchange-draft.ts";
import { calledTools, unlessCallable } from "../common/tool-steps.ts";
import { type Known, unlessOffered } from "../known.ts";
import type { Skip } from "../step.ts";
import type { ToolChoice } from "../tool-policy.ts";
import { endOpen, settle } from "./silence.ts";
import { type PlanSetting, type StatefulIO, type StatefulStep, since } from "./stateful-step.ts";

/** How long a task may be kept; long enough to look at it twice. */
const TTL_MS = 60_000;
/** Quiet windows that a task gets to finish in. */
const PATIENCE = 20;

const tasksMember = (known: Known, name: string): Json | undefined => member(member(known.capabilities, "tasks"), name);

const takesTaskCalls = (known: Known): boolean =>
  member(member(tasksMember(known, "requests"), "tools"), "call") !== undefined;

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

const taskTool = (known: Known): ToolChoice | undefined =>
  takesTaskCalls(known) ? calledTools(known).find((choice) => support(choice) !== "forbidden") : undefined;

const plainTool = (known: Known): ToolChoice | undefined =>
  calledTools(known).find((choice) => support(choice) === "forbidden");

const callAsTask = (io: StatefulIO, { name, arguments: made }: ToolChoice, as: string): Promise<ExchangeDraft> => {
  const params: JsonObject = { name, arguments: made, task: { ttl: TTL_MS } };
  return io.ask("tools/call", params, { as, meta: { progressToken: `mcptest-task-${as}` } });
};

const taskIdIn = (draft: ExchangeDraft): string | undefined =>
  stringMember(member(member(draft.response, "result"), "task"), "taskId");

/** A task from its handle to its result; a second one is cancelled at once. */
const runTask: StatefulStep = {
  name: "task",
  asks: "tools/call as a task: tasks/get, tasks/result and tasks/cancel of it, and a second one cancelled at once",
  serves: [
    ...["TASK-007", "TASK-008", "TASK-009", "TASK-010", "TASK-011", "TASK-012", "TASK-013", "TASK-014", "TASK-015"],
    ...["TASK-016", "TASK-017", "TASK-018", "TASK-019", "TASK-020", "TASK-021", "TASK-022", "TASK-024", "TASK-025"],
    ...["TASK-027", "TASK-032", "TASK-033", "TASK-034", "TASK-036", "TASK-037", "TASK-038", "TASK-039", "TASK-041"],
    ...["TASK-047", "PROG-011", "PROG-012", "PROG-004"],
  ],
  skip: (known) =>
    unlessCallable(known) ??
    (taskTool(known) ? undefined : { reason: "not-offered", detail: "no tool that may be called runs as a task" }),
  run: async (io) => {
    const tool = taskTool(io.known);
    if (tool) await Promise.all([followTask(io, tool), cancelTask(io, tool)]);
  },
};

const followTask = async (io: StatefulIO, tool: ToolChoice): Promise<void> => {
  const taskId = taskIdIn(await callAsTask(io, tool, "create"));
  if (taskId === undefined) return;
  await io.ask("tasks/get", { taskId }, { as: "get" });
  const result = io.start("tasks/result", { taskId }, { as: "result" });
  await io.within(result.done, PATIENCE);
  endOpen([result]);
  await io.ask("tasks/get", { taskId }, { as: "get-after" });
  if (tasksMember(io.known, "list") !== undefined) await io.ask("tasks/list", undefined, { as: "list" });
  if (tasksMember(io.known, "cancel") !== undefined)
    await io.ask("tasks/cancel", { taskId }, { as: "cancel-after", deliberate: true });
};

const cancelTask = async (io: StatefulIO, tool: ToolChoice): Promise<void> => {
  if (tasksMember(io.known, "cancel") === undefined) return;
  const taskId = taskIdIn(await callAsTask(io, tool, "create-second"));
  if (taskId === undefined) return;
  await io.ask("tasks/cancel", { taskId }, { as: "cancel" });
  await io.ask("tasks/get", { taskId }, { as: "get-cancelled" });
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
