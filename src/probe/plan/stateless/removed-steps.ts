import type { JsonObject } from "../../../model/json.ts";
import { wireVersion } from "../../../model/revision.ts";
import { type Known, names } from "../known.ts";
import type { AskOptions, Step } from "../step.ts";
import { TASKS_DECLARED } from "./task-steps.ts";

interface Removed {
  readonly method: string;
  readonly serves: readonly string[];
  params(known: Known): JsonObject;
  readonly options?: AskOptions;
}

const someUri = (known: Known): string => names(known.resources, "uri")[0] ?? "mcptest://no/such/resource";

/** Methods of the stateful era; their absence is a duty now. */
const REMOVED: readonly Removed[] = [
  { method: "ping", serves: ["PING-009"], params: () => ({}) },
  { method: "logging/setLevel", serves: ["LOG-014"], params: () => ({ level: "info" }) },
  { method: "resources/subscribe", serves: ["RES-036"], params: (known) => ({ uri: someUri(known) }) },
  { method: "resources/unsubscribe", serves: ["RES-036"], params: (known) => ({ uri: someUri(known) }) },
  {
    method: "initialize",
    serves: ["PROTO-067"],
    params: (known) => ({
      protocolVersion: wireVersion(known.revision),
      capabilities: {},
      clientInfo: { name: "mcptest", version: "0" },
    }),
  },
  {
    method: "tasks/result",
    serves: ["TASK-066"],
    params: () => ({ taskId: "mcptest-none" }),
    options: { clientCapabilities: TASKS_DECLARED },
  },
  { method: "tasks/list", serves: ["TASK-066"], params: () => ({}), options: { clientCapabilities: TASKS_DECLARED } },
];

export const removedMethods: readonly Step[] = REMOVED.map(({ method, serves, params, options }) => ({
  name: `removed-${method}`,
  asks: `${method}, which this revision no longer has`,
  serves,
  deliberate: true,
  run: (io) => io.ask(method, params(io.known), options),
}));

/** What an old client may still send must not hurt. */
export const leftoverNotifications: Step = {
  name: "leftover-notifications",
  asks: "notifications/initialized and notifications/roots/list_changed of the stateful era, then server/discover",
  serves: ["PROTO-074", "PROTO-019", "PROTO-020"],
  deliberate: true,
  run: async (io) => {
    await io.tell("notifications/initialized", undefined, { as: "initialized" });
    await io.tell("notifications/roots/list_changed", undefined, { as: "roots" });
    await io.control();
  },
};
