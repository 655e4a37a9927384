import { type JsonObject, valueAt } from "../../../base/json.ts";
import { TASKS_DECLARED } from "../../../probe/plan/declared-capabilities.ts";
import { type Known, skipUnless } from "../../../probe/plan/known.ts";
import type { Skip } from "../../../probe/plan/skip.ts";
import type { Step } from "../../../probe/plan/step.ts";
import { quickFirst, toolCall, unlessCallable } from "../../../probe/plan/tool-call.ts";
import { TASKS_EXTENSION } from "../../../protocol/meta-keys.ts";
import { deferred } from "../../../wire/deferred.ts";

/** What a client of 2025-11-25 declares. */
export const OLD_CAPABILITY = { tasks: { list: {}, cancel: {} } } as const;
/** Quiet windows that the first message of a stream may take. */
const PATIENCE = 20;

const UNKNOWN = { taskId: "mcptest-none" };

const offersTasks = (known: Known): boolean => valueAt(known.capabilities, "extensions", TASKS_EXTENSION) !== undefined;

export const unlessTasks = (known: Known): Skip | undefined =>
  skipUnless(offersTasks(known), "the tasks extension is not advertised");

const METHODS = ["tasks/get", "tasks/cancel", "tasks/update"] as const;

const paramsOf = (method: string): JsonObject =>
  method === "tasks/update" ? { ...UNKNOWN, inputResponses: {} } : UNKNOWN;

/** The tasks extension, as far as it can be asked without making a task. */
export const taskSteps: readonly Step[] = [
  {
    question: "old-task-param",
    skip: unlessCallable,
    run: async (io) => {
      const [first] = quickFirst(io.known);
      if (!first) return;
      await io.ask(...toolCall(first, {}, { task: { ttl: 60_000 } }));
    },
  },
  {
    question: "tasks-absent",
    deliberate: true,
    skip: (known) => skipUnless(!offersTasks(known), "the tasks extension is advertised"),
    run: (io) => io.ask("tasks/get", UNKNOWN, { clientCapabilities: TASKS_DECLARED }),
  },
  ...METHODS.map(
    (method): Step => ({
      question: `${method}-unknown`,
      deliberate: true,
      skip: unlessTasks,
      run: (io) => io.ask(method, paramsOf(method), { clientCapabilities: TASKS_DECLARED }),
    }),
  ),
  {
    question: "tasks-undeclared",
    deliberate: true,
    skip: unlessTasks,
    run: (io) =>
      Promise.all([
        ...METHODS.map((method) => io.ask(method, paramsOf(method), { as: method })),
        io.ask("tasks/get", UNKNOWN, { as: "old-capability", clientCapabilities: OLD_CAPABILITY }),
      ]),
  },
  {
    question: "tasks-listen-undeclared",
    deliberate: true,
    skip: unlessTasks,
    run: async (io) => {
      const { promise: first, resolve: heard } = deferred();
      const params = { notifications: { taskIds: ["mcptest-none"] } };
      const sending = io.start("subscriptions/listen", params, { onMessage: () => heard() as undefined });
      const said = Promise.race([sending.done, first]);
      if (!(await io.within(said, PATIENCE))) {
        await io.control();
        await io.within(said, PATIENCE);
      }
      await io.within(sending.done);
      sending.close();
      await sending.done;
    },
  },
];
