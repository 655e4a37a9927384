import { onParams } from "../edits.ts";
import { MODERN_HTTP, type MutantClient } from "../mutant-client.ts";

export const MUTANTS: readonly MutantClient[] = [
  {
    name: "filter-is-a-list",
    fails: ["C-SUBS-001"],
    contexts: MODERN_HTTP,
    scenario: "subscriptions",
    vice: onParams("subscriptions/listen", (params) => ({
      ...params,
      notifications: ["notifications/tools/list_changed"],
    })),
  },
];
