import { type JsonObject, member } from "../../../model/json.ts";
import { calledTools, unlessCallable } from "../common/tool-steps.ts";
import type { Known } from "../known.ts";
import type { Skip, Step } from "../step.ts";

const EXTENSION = "io.modelcontextprotocol/tasks";
export const TASKS_DECLARED = { extensions: { [EXTENSION]: {} } } as const;
/** Quiet windows that the first message of a stream may take. */
const PATIENCE = 20;

const UNKNOWN = { taskId: "mcptest-none" };

const offersTasks = (known: Known): boolean =>
  member(member(known.capabilities, "extensions"), EXTENSION) !== undefined;

export const unlessTasks = (known: Known): Skip | undefined =>
  offersTasks(known) ? undefined : { reason: "not-offered", detail: "the tasks extension is not advertised" };

const METHODS = [
  { method: "tasks/get", serves: ["TASK-028"] },
  { method: "tasks/cancel", serves: ["TASK-029"] },
  { method: "tasks/update", serves: ["TASK-030"] },
] as const;

const paramsOf = (method: string): JsonObject =>
  method === "tasks/update" ? { ...UNKNOWN, inputResponses: {} } : UNKNOWN;

/** The tasks extension, as far as it can be asked without making a task. */
export const taskSteps: readonly Step[] = [
  {
    name: "old-task-param",
    asks: "tools/call of a callable tool with the task param of 2025-11-25, which means nothing here",
    serves: ["TASK-067", "TASK-051"],
    skip: unlessCallable,
    run: async (io) => {
      const [first] = calledTools(io.known);
      if (!first) return;
      const inputSchema = member(first.tool, "inputSchema") ?? {};
      const params = { name: first.name, arguments: first.arguments, task: { ttl: 60_000 } };
      await io.ask("tools/call", params, { inputSchema, deadline: "toolMs" });
    },
  },
  {
    name: "tasks-absent",
    asks: "tasks/get although the tasks extension is not advertised",
    serves: ["TASK-001"],
    deliberate: true,
    skip: (known) =>
      offersTasks(known) ? { reason: "not-offered", detail: "the tasks extension is advertised" } : undefined,
    run: (io) => io.ask("tasks/get", UNKNOWN, { clientCapabilities: TASKS_DECLARED }),
  },
  ...METHODS.map(
    ({ method, serves }): Step => ({
      name: `${method}-unknown`,
      asks: `${method} of a task that does not exist`,
      serves: [...serves, "TASK-065"],
      deliberate: true,
      skip: unlessTasks,
      run: (io) =>
        io.ask(method, paramsOf(method), {
          clientCapabilities: TASKS_DECLARED,
        }),
    }),
  ),
  {
    name: "tasks-undeclared",
    asks: "the task methods without declaring the extension, and with the old client capability instead",
    serves: ["TASK-062", "TASK-068"],
    deliberate: true,
    skip: unlessTasks,
    run: (io) =>
      Promise.all([
        ...METHODS.map(({ method }) => io.ask(method, paramsOf(method), { as: method })),
        io.ask("tasks/get", UNKNOWN, { as: "old-capability", clientCapabilities: { tasks: { list: {}, cancel: {} } } }),
      ]),
  },
  {
    name: "tasks-listen-undeclared",
    asks: "subscriptions/listen for a task without declaring the extension",
    serves: ["TASK-063"],
    deliberate: true,
    skip: unlessTasks,
    run: async (io) => {
      let heard: () => void = () => {};
      const first = new Promise<void>((resolve) => {
        heard = resolve;
      });
      const params = { notifications: { taskIds: ["mcptest-none"] } };
      const sending = io.start("subscriptions/listen", params, { onMessage: () => heard() as undefined });
      await io.within(Promise.race([sending.done, first]), PATIENCE);
      await io.within(sending.done);
      sending.close();
      await sending.done;
    },
  },
];
