import { isJsonObject, member } from "../../../src/model/json.ts";
import { META_KEY } from "../../../src/protocol/meta-keys.ts";
import { onParams } from "../../clients/edits.ts";
import { MODERN, MODERN_HTTP, MODERN_STDIO, type MutantClient } from "../../clients/mutant-client.ts";

export const MUTANTS: readonly MutantClient[] = [
  {
    name: "asks-for-everything",
    fails: ["C-SUBS-002"],
    contexts: MODERN,
    scenario: "subscription-ends",
    vice: onParams("subscriptions/listen", (params) => {
      const { notifications } = params;
      return {
        ...params,
        notifications: { ...(isJsonObject(notifications) ? notifications : {}), promptsListChanged: true },
      };
    }),
  },
  {
    name: "insists-on-a-subscription",
    fails: ["C-SUBS-004"],
    contexts: MODERN_HTTP,
    scenario: "subscription-refused",
    vice: { listensAgain: { times: 12 } },
    timed: true,
  },
  {
    name: "cancels-over-http",
    fails: ["C-SUBS-007"],
    contexts: MODERN_HTTP,
    scenario: "subscriptions",
    vice: { endsSubscriptions: "cancelled" },
  },
  {
    name: "never-ends-a-subscription",
    fails: ["C-SUBS-007"],
    contexts: MODERN_STDIO,
    scenario: ["neutral-stateless", "subscriptions"],
    vice: { endsSubscriptions: "never" },
  },
  {
    name: "fails-at-the-end-of-a-subscription",
    fails: ["C-SUBS-008"],
    contexts: MODERN,
    scenario: ["neutral-stateless", "subscription-ends"],
    vice: {
      stopsOn: (message) => member(member(member(message, "result"), "_meta"), META_KEY.subscriptionId) !== undefined,
    },
  },
  {
    name: "listens-under-the-old-id",
    fails: ["C-SUBS-009"],
    contexts: MODERN_HTTP,
    scenario: "subscription-breaks",
    vice: { listensAgain: { times: 1 }, fixedIds: { "subscriptions/listen": 77 } },
  },
];
