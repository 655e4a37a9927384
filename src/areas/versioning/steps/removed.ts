import type { JsonObject } from "../../../base/json.ts";
import { TASKS_DECLARED } from "../../../probe/plan/declared-capabilities.ts";
import { type Known, names } from "../../../probe/plan/known.ts";
import type { AskOptions, Step } from "../../../probe/plan/step.ts";
import type { QuestionName } from "../../../protocol/question.ts";
import { wireVersion } from "../../../protocol/revision.ts";

type RemovedMethod = QuestionName extends infer Name
  ? Name extends `removed-${infer Method}`
    ? Method
    : never
  : never;

interface Removed {
  readonly method: RemovedMethod;
  params(known: Known): JsonObject;
  readonly options?: AskOptions;
}

const someUri = (known: Known): string => names(known.resources, "uri")[0] ?? "mcptest://no/such/resource";

/** Methods of the stateful era; their absence is a duty now. */
const REMOVED: readonly Removed[] = [
  { method: "ping", params: () => ({}) },
  { method: "logging/setLevel", params: () => ({ level: "info" }) },
  { method: "resources/subscribe", params: (known) => ({ uri: someUri(known) }) },
  { method: "resources/unsubscribe", params: (known) => ({ uri: someUri(known) }) },
  {
    method: "initialize",
    params: (known) => ({
      protocolVersion: wireVersion(known.revision),
      capabilities: {},
      clientInfo: { name: "mcptest", version: "0" },
    }),
  },
  {
    method: "tasks/result",
    params: () => ({ taskId: "mcptest-none" }),
    options: { clientCapabilities: TASKS_DECLARED },
  },
  { method: "tasks/list", params: () => ({}), options: { clientCapabilities: TASKS_DECLARED } },
];

export const removedMethods: readonly Step[] = REMOVED.map(({ method, params, options }) => ({
  question: `removed-${method}`,
  deliberate: true,
  run: (io) => io.ask(method, params(io.known), options),
}));

/** What an old client may still send must not hurt. */
export const leftoverNotifications: Step = {
  question: "leftover-notifications",
  deliberate: true,
  run: async (io) => {
    await io.tell("notifications/initialized", undefined, { as: "initialized" });
    await io.tell("notifications/roots/list_changed", undefined, { as: "roots" });
    await io.control();
  },
};
