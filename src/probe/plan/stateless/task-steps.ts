import { member } from "../../../model/json.ts";
import type { Known } from "../known.ts";
import type { Skip, Step } from "../step.ts";

const EXTENSION = "io.modelcontextprotocol/tasks";
const DECLARED = { extensions: { [EXTENSION]: {} } };
const UNKNOWN = { taskId: "mcptest-none" };

const offersTasks = (known: Known): boolean =>
  member(member(known.capabilities, "extensions"), EXTENSION) !== undefined;

const unlessTasks = (known: Known): Skip | undefined =>
  offersTasks(known) ? undefined : { reason: "not-offered", detail: "the tasks extension is not advertised" };

const METHODS = [
  { method: "tasks/get", serves: ["TASK-028"] },
  { method: "tasks/cancel", serves: ["TASK-029"] },
  { method: "tasks/update", serves: ["TASK-030"] },
] as const;

/** The tasks extension, as far as it can be asked without starting anything. */
export const taskSteps: readonly Step[] = [
  {
    name: "tasks-absent",
    asks: "tasks/get although the tasks extension is not advertised",
    serves: ["TASK-001"],
    deliberate: true,
    skip: (known) =>
      offersTasks(known) ? { reason: "not-offered", detail: "the tasks extension is advertised" } : undefined,
    run: (io) => io.ask("tasks/get", UNKNOWN, { clientCapabilities: DECLARED }),
  },
  ...METHODS.map(
    ({ method, serves }): Step => ({
      name: `${method}-unknown`,
      asks: `${method} of a task that does not exist`,
      serves: [...serves, "TASK-065"],
      deliberate: true,
      skip: unlessTasks,
      run: (io) =>
        io.ask(method, method === "tasks/update" ? { ...UNKNOWN, inputResponses: {} } : UNKNOWN, {
          clientCapabilities: DECLARED,
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
        ...METHODS.map(({ method }) => io.ask(method, UNKNOWN, { as: method })),
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
      const sending = io.start("subscriptions/listen", { notifications: { taskIds: ["mcptest-none"] } });
      await (sending.headed ?? Promise.resolve());
      await io.within(sending.done);
      sending.close();
      await sending.done;
    },
  },
];
