import type { Action, Operation, Scenario } from "../../probe/scenario/scenario.ts";
import { META_KEY } from "../../protocol/meta-keys.ts";

const acknowledge = (notifications: "$filter" | Record<string, never>): Action => ({
  do: "notify",
  method: "notifications/subscriptions/acknowledged",
  params: { notifications, _meta: { [META_KEY.subscriptionId]: "$subscription" } },
});

const rest: readonly Operation[] = [
  { op: "list", what: "tools" },
  { op: "call", name: "add", arguments: { a: 2, b: 3 } },
  { op: "report", step: "sum" },
  { op: "close" },
];

const listen = (forMs: number): Operation => ({ op: "listen", notifications: { toolsListChanged: true }, forMs });

const LISTEN = "subscriptions/listen";

/** Subscriptions that do not go as usual. */
export const SUBSCRIPTIONS: readonly Scenario[] = [
  {
    name: "subscription-refused",
    face: "stateless",
    reactions: [
      {
        on: { method: LISTEN, time: 1 },
        actions: [
          {
            do: "status",
            status: 404,
            body: { jsonrpc: "2.0", id: "$id", error: { code: -32601, message: "Method not found" } },
          },
        ],
      },
      { on: { method: LISTEN }, actions: [acknowledge({}), { do: "close" }] },
    ],
    plan: [{ op: "connect" }, listen(300), ...rest],
  },
  {
    name: "subscription-ends",
    face: "stateless",
    offers: { capabilities: { tools: { listChanged: true } }, resources: [], templates: [], prompts: [] },
    reactions: [
      {
        on: { method: LISTEN },
        actions: [
          acknowledge("$filter"),
          { do: "result", result: { _meta: { [META_KEY.subscriptionId]: "$subscription" } } },
        ],
      },
    ],
    plan: [{ op: "connect" }, listen(300), ...rest],
  },
  {
    name: "subscription-breaks",
    face: "stateless",
    transport: "http",
    reactions: [
      {
        on: { method: LISTEN, time: 1 },
        actions: [acknowledge("$filter"), { do: "wait", ms: 50 }, { do: "break" }],
      },
    ],
    plan: [{ op: "connect" }, listen(800), ...rest],
  },
];
