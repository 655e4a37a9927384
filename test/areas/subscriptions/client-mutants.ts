import { isJsonObject, member } from "../../../src/base/json.ts";
import { META_KEY } from "../../../src/protocol/meta-keys.ts";
import { onParams } from "../../clients/edits.ts";
import { MODERN, MODERN_HTTP, MODERN_STDIO, type MutantClient, mutant } from "../../clients/mutant-client.ts";

export const MUTANTS: readonly MutantClient[] = [
  mutant("asks-for-everything", ["C-SUBS-002"], MODERN, "subscription-ends").does(
    onParams("subscriptions/listen", (params) => {
      const { notifications } = params;
      return {
        ...params,
        notifications: { ...(isJsonObject(notifications) ? notifications : {}), promptsListChanged: true },
      };
    }),
  ),
  mutant("insists-on-a-subscription", ["C-SUBS-004"], MODERN_HTTP, "subscription-refused").does(
    { listensAgain: { times: 12 } },
    { timed: true },
  ),
  mutant("cancels-over-http", ["C-SUBS-007"], MODERN_HTTP, "subscriptions").does({ endsSubscriptions: "cancelled" }),
  mutant("never-ends-a-subscription", ["C-SUBS-007"], MODERN_STDIO, ["neutral-stateless", "subscriptions"]).does({
    endsSubscriptions: "never",
  }),
  mutant("fails-at-the-end-of-a-subscription", ["C-SUBS-008"], MODERN, ["neutral-stateless", "subscription-ends"]).does(
    { stopsOn: (message) => member(member(member(message, "result"), "_meta"), META_KEY.subscriptionId) !== undefined },
  ),
  mutant("listens-under-the-old-id", ["C-SUBS-009"], MODERN_HTTP, "subscription-breaks").does({
    listensAgain: { times: 1 },
    fixedIds: { "subscriptions/listen": 77 },
  }),
  mutant("filter-is-a-list", ["C-SUBS-001"], MODERN_HTTP, "subscriptions").does(
    onParams("subscriptions/listen", (params) => ({ ...params, notifications: ["notifications/tools/list_changed"] })),
  ),
];
